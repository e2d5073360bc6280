import Arguments
package import LinuxSystem
import PostgreSQL

/// The configuration of `sitta-feed`: one file.
package struct FeedConfiguration: Equatable, Sendable {
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

  /// The connection to the database, as libpq knows it.
  package var connection = ""
  /// The name of the source in the database.
  package var source: String
  /// The socket of the daemon; nil for the usual one.
  package var socket: FilePath?

  /// The longest name of a source in bytes; the daemon knows the feed by it, with five bytes more.
  private static let longestName = 59

  /// Makes the configuration of a machine.
  package init(hostName: String) { source = String(hostName.prefix(Self.longestName)) }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - file: the name of the file, for errors.
  ///   - hostName: the name of this machine.
  /// - Throws: the first error.
  package init(_ text: [UInt8], file: String, hostName: String) throws(Fault) {
    self.init(hostName: hostName)
    var lines = ConfigurationLines(text)
    do throws(ConfigurationLines.Fault) {
      while let assignment = try lines.next() {
        if let reason = set(assignment) {
          throw ConfigurationLines.Fault(line: assignment.line, reason: reason)
        }
      }
    } catch {
      throw Fault(file: file, line: error.line, reason: error.reason)
    }
    if connection.isEmpty {
      throw Fault(
        file: file, line: nil,
        reason: "Connection= is missing: name the database, as in Connection=service=team.")
    }
    if source.isEmpty {
      throw Fault(
        file: file, line: nil, reason: "Source= is missing, and this machine has no name.")
    }
  }

  /// Takes a value; returns what is wrong, or nil.
  private mutating func set(_ assignment: ConfigurationLines.Assignment) -> String? {
    let value = assignment.value
    switch (assignment.section, assignment.key) {
    case ("Feed", "Connection"):
      connection = value
      return value.isEmpty ? "Connection= needs a value." : ConnectionString.refusal(of: value)
    case ("Feed", "Source"):
      source = value
      let isName =
        (1...Self.longestName).contains(value.utf8.count) && value.escapingControls() == value
      return isName ? nil : "Source= takes a name of at most \(Self.longestName) bytes."
    case ("Feed", "Socket"):
      socket = FilePath(absolute: value)
      return socket == nil ? "Socket= takes an absolute path." : nil
    default:
      return "The section is [Feed], and its keys are Connection=, Source= and Socket=."
    }
  }
}
