import LinuxSystem
import PostgreSQL
import SharedIndex
import Synchronization

/// Whether a server answered last, for all who ask it.
///
/// One that did not is left alone for a while, so that not every search waits for it.
final class ServerHealth: Sendable {
  private struct State {
    var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
    var rest: (until: ContinuousClock.Instant, error: PostgreSQLError)?
  }

  private let state = Mutex(State())

  /// The last error, while the server is left alone.
  var failure: PostgreSQLError? {
    state.withLock { state in state.rest.flatMap { $0.until > .now ? $0.error : nil } }
  }

  func fail(_ error: PostgreSQLError) {
    state.withLock { $0.rest = (.now + $0.backoff.next(), error) }
  }

  func succeed() {
    state.withLock { state in
      if state.rest != nil { state = State() }
    }
  }
}

/// A server with a database, and a connection to it.
///
/// One task uses it at a time.
final class DatabaseServer {
  private let conninfo: String
  private let loop: EventLoop
  private let health: ServerHealth
  private var connection: PostgreSQLConnection?

  /// The longest wait for a connection.
  private static let connectTime = Duration.seconds(5)

  init(_ conninfo: String, _ health: ServerHealth, on loop: EventLoop) {
    (self.conninfo, self.health, self.loop) = (conninfo, health, loop)
  }

  /// Calls `body` with a connection; one that was broken meanwhile is replaced once.
  ///
  /// - Parameters:
  ///   - limit: the time that all statements have together.
  ///   - mayRest: whether a server that did not answer is left alone for a while.
  ///   - body: the work.
  /// - Returns: its result.
  /// - Throws: the error of the server.
  func asking<Value>(
    _ limit: TimeLimit, mayRest: Bool, _ body: (TimedConnection) async throws -> Value
  ) async throws -> Value {
    if mayRest, let failure = health.failure { throw failure }
    let isKept = connection != nil
    do {
      return try await attempt(limit, body)
    } catch let error as PostgreSQLError where error.isBroken && isKept && error != .timeout {
      return try await attempt(limit, body)
    }
  }

  private func attempt<Value>(
    _ limit: TimeLimit, _ body: (TimedConnection) async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body(TimedConnection(try await connected(limit), limit))
      health.succeed()
      return value
    } catch let error as PostgreSQLError where error.isBroken {
      connection = nil
      health.fail(error)
      throw error
    }
  }

  private func connected(_ limit: TimeLimit) async throws -> PostgreSQLConnection {
    if let connection { return connection }
    let time = min(Self.connectTime, ContinuousClock.now.duration(to: limit.end) + limit.grace)
    let new = try await PostgreSQLConnection.open(conninfo, on: loop, within: time, timeout: time)
    try await SharedSchema.check(new)
    try await new.runScript(
      "SET search_path = \(SharedSchema.name), pg_temp; SET work_mem = '64MB'")
    connection = new
    return new
  }
}
