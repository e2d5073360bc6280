import Arguments
package import LinuxSystem
import SearchInterface
package import SharedSearch
package import TeamProgram

/// The configuration of `sitta-gateway`: one file.
package struct GatewayConfiguration: Equatable, Sendable {
  /// The databases, in the order of the file.
  package var databases: [TeamDatabase] = []
  /// The socket on which the gateway listens.
  package var socket = SearchSocket.teamPath
  /// How many searches run at the same time.
  package var searches = 4

  /// The section of the file, and the beginning of the sections of further databases.
  static let (section, databaseSection) = ("Gateway", "Database ")
  /// The longest name of a database in bytes.
  private static let longestName = 64

  /// Reads a file.
  ///
  /// - Parameter file: the file.
  /// - Throws: the first error.
  package init(_ file: ConfigurationFile) throws(ConfigurationFile.Fault) {
    var read = (databases: databases, socket: socket, searches: searches)
    try file.read(
      keys: ["Connection", "Replica", "LongestLag", "Socket", "Searches"],
      subsections: (Self.databaseSection, ["Connection", "Replica", "LongestLag"])
    ) { assignment in
      Self.set(assignment.key, assignment.value, in: assignment.section, &read)
    }
    (databases, socket, searches) = read
    if let database = databases.first(where: { $0.connection.isEmpty }) {
      throw file.fault("Connection= is missing in the section \(Self.heading(of: database)).")
    }
    if databases.isEmpty { throw file.missingConnection }
    guard databases.count == 1 || databases.allSatisfy({ !$0.name.isEmpty }) else {
      throw file.fault("With several databases, name each of them in a section [Database NAME].")
    }
  }

  private static func heading(of database: TeamDatabase) -> String {
    database.name.isEmpty ? "[\(section)]" : "[\(databaseSection)\(database.name)]"
  }

  /// Takes a value; returns what is wrong, or nil.
  private static func set(
    _ key: String, _ value: String, in section: String,
    _ read: inout (databases: [TeamDatabase], socket: FilePath, searches: Int)
  ) -> String? {
    switch key {
    case "Socket":
      guard let path = FilePath(absolute: value) else { return "Socket= takes an absolute path." }
      read.socket = path
      return nil
    case "Searches":
      guard let number = Int(value), (1...64).contains(number) else {
        return "Searches= takes a number from 1 to 64."
      }
      read.searches = number
      return nil
    default: break
    }
    let name = section == Self.section ? "" : String(section.dropFirst(databaseSection.count))
    guard section == Self.section || (1...longestName).contains(name.utf8.count),
      name.escapingControls() == name
    else { return "[Database NAME] takes a name of at most \(longestName) bytes." }
    if !read.databases.contains(where: { $0.name == name }) {
      if read.databases.count == TeamDatabase.most {
        return "There can be at most \(TeamDatabase.most) databases."
      }
      read.databases.append(TeamDatabase(name: name))
    }
    guard let place = read.databases.firstIndex(where: { $0.name == name }) else { return nil }
    return set(key, value, &read.databases[place])
  }

  private static func set(_ key: String, _ value: String, _ database: inout TeamDatabase) -> String?
  {
    switch key {
    case "Connection": database.connection = value
    case "Replica": database.replicas.append(value)
    default:
      guard let seconds = Int(value), (1...86_400).contains(seconds) else {
        return "LongestLag= takes a number of seconds from 1 to 86400."
      }
      database.longestLag = .seconds(seconds)
      return nil
    }
    return ConfigurationFile.refusal(ofConnection: value, key)
  }
}
