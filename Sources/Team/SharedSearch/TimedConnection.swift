import PostgreSQL

/// A connection for the statements of one call, which end together at a time limit.
struct TimedConnection {
  private let connection: PostgreSQLConnection
  /// When the time of the call is over.
  let end: ContinuousClock.Instant

  /// How long the server has to say that it has ended a statement.
  private static let grace = Duration.seconds(1)

  init(_ connection: PostgreSQLConnection, until end: ContinuousClock.Instant) {
    (self.connection, self.end) = (connection, end)
  }

  /// Runs a statement in the time that is left.
  ///
  /// - Parameters:
  ///   - sql: the statement.
  ///   - values: its values.
  /// - Returns: the rows.
  /// - Throws: the error of the server, with `isCancellation` at the time limit.
  func run(
    _ sql: String, _ values: [PostgreSQLValue] = []
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { throw .cancellation }
    connection.timeout = left + Self.grace
    let milliseconds = max(1, Int(left / .milliseconds(1)))
    try await connection.run(
      "SELECT set_config('statement_timeout', $1, false)", [.text("\(milliseconds)")])
    return try await connection.run(sql, values)
  }
}
