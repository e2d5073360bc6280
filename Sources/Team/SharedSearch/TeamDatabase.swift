/// A database of a team's index, and the servers that have it.
package struct TeamDatabase: Sendable, Equatable {
  /// Its name, for people; empty if there is only one.
  package let name: String
  /// The connection to its primary, as libpq knows it.
  package var connection = ""
  /// The connections to its replicas, which are searched first.
  package var replicas: [String] = []
  /// A replica that lacks something for longer is not searched.
  package var longestLag = Duration.seconds(10)

  /// The most databases: the number of a document has four bits for that of its database.
  package static let most = 16

  /// Describes a database.
  package init(name: String) { self.name = name }
}
