import Arguments
package import LinuxSystem
import PostgreSQL

/// The configuration file of a program: one section of assignments, of which `Connection=` is needed.
package struct ConfigurationFile {
  /// An error in the file.
  package struct Fault: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int?
    let reason: String

    /// The file, the line and the reason.
    package var description: String {
      "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"
    }
  }

  /// The name of the section.
  package let section: String
  /// The text.
  package let text: [UInt8]
  /// The name of the file, for errors.
  package let name: String

  /// Takes a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - name: the name of the file.
  ///   - section: the name of its section.
  package init(_ text: [UInt8], named name: String, section: String) {
    (self.text, self.name, self.section) = (text, name, section)
  }

  /// Reads the file that `--config` names, or else the first one that exists.
  ///
  /// - Parameters:
  ///   - option: the value of `--config`; nil without it.
  ///   - places: where the file can be otherwise.
  ///   - section: the name of its section.
  /// - Throws: a `UsageError` if there is none, or the error of the file system.
  package init(option: [UInt8]?, orIn places: [FilePath], section: String) throws {
    let named = try option.map { bytes in
      let home = ProcessEnvironment.home ?? .root
      guard let path = try FilePath(bytes, relativeTo: .workingDirectory(), home: home) else {
        throw UsageError("--config needs a path.")
      }
      return path
    }
    let all = named.map { [$0] } ?? places
    guard let file = all.first(where: \.exists) else {
      let names = all.map { "'\($0)'" }.joined(separator: " and no ")
      throw UsageError(
        "There is no \(names). Write two lines into it: [\(section)] and Connection=service=NAME.")
    }
    self.init(
      try FileDescriptor(openingOwn: file).read(upTo: 1 << 20, expecting: 4_096),
      named: "\(file)", section: section)
  }

  /// Reads the assignments.
  ///
  /// - Parameters:
  ///   - keys: the keys besides `Connection`.
  ///   - set: takes the value of one of them; returns what is wrong with it, or nil.
  /// - Returns: the connection to the database, as libpq knows it.
  /// - Throws: the first ``Fault``.
  package func read(
    keys: [String], set: (_ key: String, _ value: String) -> String?
  ) throws(Fault) -> String {
    var connection = ""
    var lines = ConfigurationLines(text)
    do throws(ConfigurationLines.Fault) {
      while let assignment = try lines.next() {
        let (key, value) = (assignment.key, assignment.value)
        let reason: String?
        if assignment.section == section, key == "Connection" {
          connection = value
          reason =
            value.isEmpty ? "Connection= needs a value." : ConnectionString.refusal(of: value)
        } else if assignment.section == section, keys.contains(key) {
          reason = set(key, value)
        } else {
          let all = ["Connection"] + keys
          let names = all.dropLast().map { "\($0)=" }.joined(separator: ", ")
          reason =
            "The section is [\(section)], and its keys are \(names) and \(all[all.count - 1])=."
        }
        if let reason { throw ConfigurationLines.Fault(line: assignment.line, reason: reason) }
      }
    } catch {
      throw Fault(file: name, line: error.line, reason: error.reason)
    }
    if connection.isEmpty {
      throw fault("Connection= is missing: name the database, as in Connection=service=team.")
    }
    return connection
  }

  /// An error that is in no line.
  package func fault(_ reason: String) -> Fault { Fault(file: name, line: nil, reason: reason) }
}
