package import PostgreSQL

/// The tables of a team's index in a database of PostgreSQL, in a schema of their own.
package struct SharedSchema: Sendable {
  /// A step from an empty database to the current tables; a released step never changes.
  struct Step: Sendable {
    /// The unique name, which never changes.
    let name: String
    let sql: String
  }

  /// A database whose tables are older or newer than this program.
  package enum Mismatch: Error, Equatable, CustomStringConvertible {
    case older(missing: String)
    case newer(unknown: String)

    /// A sentence for people.
    package var description: String {
      switch self {
      case .older(let name):
        """
        The tables of the database are older than this program: '\(name)' is missing. Run 'sitta-feed --set-up' as the \
        owner of the database.
        """
      case .newer(let name):
        """
        The tables of the database are newer than this program, which does not know '\(name)'. Install the version of \
        Sitta that the database was set up with.
        """
      }
    }
  }

  /// The name of the schema.
  package static let name = "sitta"
  /// The advisory lock under which tables are changed: the letters of "sitta".
  private static let lock: Int64 = 0x7369_7474_61

  /// Compares the tables with those of this program.
  ///
  /// - Parameter connection: any connection that may read the names of the steps.
  /// - Throws: a ``Mismatch``, or the error of the server.
  package static func check(
    _ connection: PostgreSQLConnection
  ) async throws {
    let done = try await steps(in: connection)
    if let missing = all.first(where: { !done.contains($0.name) }) {
      throw Mismatch.older(missing: missing.name)
    }
  }

  /// Makes the tables, or brings them up to date; each step in a transaction of its own.
  ///
  /// - Parameter connection: a connection of the owner of the database.
  /// - Returns: the names of the steps that ran.
  /// - Throws: ``Mismatch`` for newer tables, before any change, or the error of the server.
  package static func setUp(
    _ connection: PostgreSQLConnection
  ) async throws -> [String] {
    // Two programs at once: the second one finds nothing left to do.
    try await connection.run("SELECT pg_advisory_lock($1)", [.integer(lock)])
    let done = try await steps(in: connection)
    var ran: [String] = []
    for step in all where !done.contains(step.name) {
      try await connection.runScript(
        """
        BEGIN;
        CREATE SCHEMA IF NOT EXISTS \(name);
        SET LOCAL search_path = \(name);
        \(step.sql)
        INSERT INTO migration(name) VALUES ('\(step.name)');
        COMMIT
        """)
      ran.append(step.name)
    }
    try await connection.run("SELECT pg_advisory_unlock($1)", [.integer(lock)])
    return ran
  }

  /// The names of the steps that have run; one that this program does not know is a ``Mismatch``.
  private static func steps(
    in connection: PostgreSQLConnection
  ) async throws -> Set<String> {
    let exists = try await connection.run("SELECT to_regclass('\(name).migration')")
    guard exists.text(0, 0) != nil else { return [] }
    let rows = try await connection.run("SELECT name FROM \(name).migration")
    let done = Set((0..<rows.count).compactMap { rows.text($0, 0) })
    if let unknown = done.subtracting(all.map(\.name)).min() {
      throw Mismatch.newer(unknown: unknown)
    }
    return done
  }
}
