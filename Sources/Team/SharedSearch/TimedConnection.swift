import PostgreSQL

/// The time that statements have together.
struct TimeLimit: Sendable {
  /// When the time is over.
  let end: ContinuousClock.Instant
  /// How long a server then has to say that it has ended a statement.
  var grace = Duration.seconds(1)

  /// That of a server which others can stand in for.
  static let shortGrace = Duration.milliseconds(100)

  /// Half of the time that is left, so that others still can answer.
  var half: TimeLimit {
    let now = ContinuousClock.now
    return TimeLimit(end: now + now.duration(to: end) / 2, grace: Self.shortGrace)
  }
}

/// A connection for statements that have a time together.
struct TimedConnection {
  private let connection: PostgreSQLConnection
  private let limit: TimeLimit

  init(_ connection: PostgreSQLConnection, _ limit: TimeLimit) {
    (self.connection, self.limit) = (connection, limit)
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
    let left = ContinuousClock.now.duration(to: limit.end)
    guard left > .zero else { throw .cancellation }
    connection.timeout = left + limit.grace
    let milliseconds = max(1, Int(left / .milliseconds(1)))
    try await connection.run(
      "SELECT set_config('statement_timeout', $1, false)", [.text("\(milliseconds)")])
    return try await connection.run(sql, values)
  }
}
