package import LinuxSystem
import SearchInterface
package import TeamProgram

/// The configuration of `sitta-gateway`: one file.
package struct GatewayConfiguration: Equatable, Sendable {
  /// The connection to the database, as libpq knows it.
  package var connection = ""
  /// The socket on which the gateway listens.
  package var socket = SearchSocket.teamPath
  /// How many searches run at the same time.
  package var searches = 4

  /// The section of the file.
  static let section = "Gateway"

  /// Reads a file.
  ///
  /// - Parameter file: the file.
  /// - Throws: the first error.
  package init(_ file: ConfigurationFile) throws(ConfigurationFile.Fault) {
    var (socket, searches) = (socket, searches)
    connection = try file.read(keys: ["Socket", "Searches"]) { key, value in
      if key == "Socket" {
        guard let path = FilePath(absolute: value) else { return "Socket= takes an absolute path." }
        socket = path
        return nil
      }
      guard let number = Int(value), (1...64).contains(number) else {
        return "Searches= takes a number from 1 to 64."
      }
      searches = number
      return nil
    }
    (self.socket, self.searches) = (socket, searches)
  }
}
