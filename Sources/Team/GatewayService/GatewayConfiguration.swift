import Arguments
package import LinuxSystem
import PostgreSQL
import SearchInterface

/// The configuration of `sitta-gateway`: one file.
package struct GatewayConfiguration: Equatable, Sendable {
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
  /// The socket on which the gateway listens.
  package var socket = SearchSocket.teamPath
  /// How many searches run at the same time.
  package var searches = 4

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - file: the name of the file, for errors.
  /// - Throws: the first error.
  package init(_ text: [UInt8], file: String) throws(Fault) {
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
  }

  /// Takes a value; returns what is wrong, or nil.
  private mutating func set(_ assignment: ConfigurationLines.Assignment) -> String? {
    let value = assignment.value
    switch (assignment.section, assignment.key) {
    case ("Gateway", "Connection"):
      connection = value
      return value.isEmpty ? "Connection= needs a value." : ConnectionString.refusal(of: value)
    case ("Gateway", "Socket"):
      guard let path = FilePath(absolute: value) else { return "Socket= takes an absolute path." }
      socket = path
      return nil
    case ("Gateway", "Searches"):
      guard let number = Int(value), (1...64).contains(number) else {
        return "Searches= takes a number from 1 to 64."
      }
      searches = number
      return nil
    default:
      return "The section is [Gateway], and its keys are Connection=, Socket= and Searches=."
    }
  }
}
