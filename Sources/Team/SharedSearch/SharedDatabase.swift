import LinuxSystem
import PostgreSQL

/// A database of a team's index as one worker asks it: a replica that is not behind, or else the primary.
actor SharedDatabase {
  /// The health of the servers of a database, for all workers.
  struct Health: Sendable {
    let primary = ServerHealth()
    let replicas: [ServerHealth]

    init(_ database: TeamDatabase) { replicas = database.replicas.map { _ in ServerHealth() } }
  }

  private struct Replica {
    let server: DatabaseServer
    var lag = ReplicaLag()
    var isUseful = false
  }

  /// Its name, for people; empty if there is only one.
  nonisolated let name: String
  /// Its place among the databases.
  nonisolated let number: Int64
  private nonisolated let loop: EventLoop
  private let primary: DatabaseServer
  private var replicas: [Replica]
  private let longestLag: Duration
  /// Whether other databases answer without this one.
  private let isOneOfSeveral: Bool
  private var lastCheck: ContinuousClock.Instant?

  /// How often replicas are compared with the primary, and the longest wait for it.
  private static let (checkInterval, checkTime) = (Duration.seconds(1), Duration.milliseconds(500))

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init(
    _ database: TeamDatabase, number: Int64, isOneOfSeveral: Bool, _ health: Health,
    on loop: EventLoop
  ) {
    (name, self.number, self.isOneOfSeveral) = (database.name, number, isOneOfSeveral)
    (self.loop, longestLag) = (loop, database.longestLag)
    primary = DatabaseServer(database.connection, health.primary, on: loop)
    replicas = zip(database.replicas, health.replicas).map {
      Replica(server: DatabaseServer($0, $1, on: loop))
    }
  }

  /// The databases as one worker asks them, whose calls run on a loop.
  static func all(
    _ databases: [TeamDatabase], _ health: [Health], on loop: EventLoop
  ) -> [SharedDatabase] {
    zip(databases, health).enumerated().map { number, database in
      SharedDatabase(
        database.0, number: Int64(number), isOneOfSeveral: databases.count > 1, database.1, on: loop
      )
    }
  }

  /// Calls `body` with a connection to a server: a replica that has all, or the primary, or whichever answers.
  ///
  /// - Parameters:
  ///   - limit: the time that all statements have together.
  ///   - isWriting: whether the primary is asked first, which alone can be written.
  ///   - body: the work.
  /// - Returns: its result.
  /// - Throws: the error of the first server.
  func asking<Value: Sendable>(
    _ limit: TimeLimit, isWriting: Bool, _ body: @Sendable (TimedConnection) async throws -> Value
  ) async throws -> Value {
    if !isWriting { await compare(limit) }
    let useful = isWriting ? [] : replicas.filter(\.isUseful).map(\.server)
    let others = replicas.filter { isWriting || !$0.isUseful }.map(\.server)
    var servers = useful + [primary] + others
    var failure = PostgreSQLError.timeout
    while let server = servers.first {
      servers.removeFirst()
      do {
        return try await server.asking(
          servers.isEmpty ? limit : limit.half, mayRest: isOneOfSeveral || !replicas.isEmpty, body)
      } catch let error as PostgreSQLError where error.isBroken {
        if servers.count == replicas.count { failure = error }
      }
    }
    throw failure
  }

  /// Compares the replicas with the primary.
  ///
  /// While the primary is away, each of them is better than nothing.
  private func compare(_ limit: TimeLimit) async {
    if replicas.isEmpty { return }
    if let lastCheck, lastCheck + Self.checkInterval > .now { return }
    lastCheck = .now
    let short = TimeLimit(end: min(limit.end, .now + Self.checkTime), grace: TimeLimit.shortGrace)
    let here = try? await primary.asking(short, mayRest: true, Self.state)
    for place in replicas.indices {
      let there = try? await replicas[place].server.asking(short, mayRest: true, Self.state)
      guard let there else {
        replicas[place].isUseful = false
        continue
      }
      let lag = here.map { replicas[place].lag.note(primary: $0, replica: there, at: .now) }
      replicas[place].isUseful = lag.map { $0 <= longestLag } ?? true
    }
  }

  private static func state(_ connection: TimedConnection) async throws -> ReplicaLag.State {
    let rows = try await connection.run("SELECT id, generation, commit_number FROM sources()")
    var state: ReplicaLag.State = [:]
    for row in 0..<rows.count {
      state[rows.integer(row, 0) ?? 0] = ReplicaLag.Position(
        generation: rows.integer(row, 1) ?? 0, commit: rows.integer(row, 2) ?? 0)
    }
    return state
  }
}
