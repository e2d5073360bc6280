import Arguments
package import LinuxSystem
package import TeamProgram

/// The configuration of `sitta-feed`: one file.
package struct FeedConfiguration: Equatable, Sendable {
  /// The connection to the database, as libpq knows it.
  package var connection = ""
  /// The name of the source in the database.
  package var source: String
  /// The socket of the daemon; nil for the usual one.
  package var socket: FilePath?

  /// The section of the file.
  static let section = "Feed"
  /// The longest name of a source in bytes; the daemon knows the feed by it, with five bytes more.
  private static let longestName = 59

  /// Makes the configuration of a machine.
  package init(hostName: String) { source = String(hostName.prefix(Self.longestName)) }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - hostName: the name of this machine.
  /// - Throws: the first error.
  package init(_ file: ConfigurationFile, hostName: String) throws(ConfigurationFile.Fault) {
    self.init(hostName: hostName)
    try file.read(keys: ["Connection", "Source", "Socket"]) { set($0.key, $0.value) }
    if connection.isEmpty { throw file.missingConnection }
    if source.isEmpty {
      throw file.fault("Source= is missing, and this machine has no name.")
    }
  }

  /// Takes a value; returns what is wrong, or nil.
  private mutating func set(_ key: String, _ value: String) -> String? {
    if key == "Connection" {
      connection = value
      return ConfigurationFile.refusal(ofConnection: value, key)
    }
    if key == "Socket" {
      socket = FilePath(absolute: value)
      return socket == nil ? "Socket= takes an absolute path." : nil
    }
    source = value
    let isName =
      (1...Self.longestName).contains(value.utf8.count) && value.escapingControls() == value
    return isName ? nil : "Source= takes a name of at most \(Self.longestName) bytes."
  }
}
