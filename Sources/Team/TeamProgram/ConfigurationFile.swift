package import Arguments
package import LinuxSystem
import PostgreSQL

/// The configuration file of a program: one section of assignments, and maybe further ones.
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
  ///   - keys: the keys of the section.
  ///   - subsections: the beginning of the names of further sections, and their keys; nil if there are none.
  ///   - set: takes one of them; returns what is wrong with it, or nil.
  /// - Throws: the first ``Fault``.
  package func read(
    keys: [String], subsections: (prefix: String, keys: [String])? = nil,
    set: (ConfigurationLines.Assignment) -> String?
  ) throws(Fault) {
    var lines = ConfigurationLines(text)
    do throws(ConfigurationLines.Fault) {
      while let assignment = try lines.next() {
        let known =
          if let subsections, assignment.section.hasPrefix(subsections.prefix) {
            subsections.keys
          } else {
            assignment.section == section ? keys : []
          }
        let reason =
          known.contains(assignment.key)
          ? set(assignment)
          : "The section is [\(section)], and its keys are \(Self.list(keys))."
            + (subsections.map { " Those of [\($0.prefix)NAME] are \(Self.list($0.keys))." } ?? "")
        if let reason { throw ConfigurationLines.Fault(line: assignment.line, reason: reason) }
      }
    } catch {
      throw Fault(file: name, line: error.line, reason: error.reason)
    }
  }

  private static func list(_ keys: [String]) -> String {
    "\(keys.dropLast().map { "\($0)=" }.joined(separator: ", ")) and \(keys.last ?? "")="
  }

  /// What is wrong with a connection, as libpq names it; nil if nothing is.
  package static func refusal(ofConnection value: String, _ key: String) -> String? {
    value.isEmpty ? "\(key)= needs a value." : ConnectionString.refusal(of: value)
  }

  /// The error of a file that names no database.
  package var missingConnection: Fault {
    fault("Connection= is missing: name the database, as in Connection=service=team.")
  }

  /// An error that is in no line.
  package func fault(_ reason: String) -> Fault { Fault(file: name, line: nil, reason: reason) }
}
