package import LinuxSystem
import PostgreSQL
import QueryLanguage
import SearchIndex
import SharedIndex

/// Searches a database, for one client at a time.
///
/// Candidates are found by the database, and ranked by an index that has only them. So the whole query language, the
/// order of hits and their passages are those of a daemon.
package actor SearchWorker {
  /// The longest wait for a connection.
  private static let connectTime = Duration.seconds(5)

  private nonisolated let tasks: LoopTaskExecutor
  private let conninfo: String
  private let folder: FilePath
  private var connection: PostgreSQLConnection?
  var index: CandidateIndex?
  var knowledge = SharedKnowledge()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { tasks.loop.executor }

  /// - Parameters:
  ///   - conninfo: the connection, as libpq knows it.
  ///   - folder: a folder in memory for the index of candidates.
  /// - Throws: the error of creating a thread.
  package init(_ conninfo: String, in folder: FilePath) throws(SystemError) {
    (self.conninfo, self.folder) = (conninfo, folder)
    tasks = try LoopTaskExecutor(name: "sitta-search")
  }

  /// Calls `body` with a connection; a connection that was broken meanwhile is replaced once.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest time of all statements together.
  ///   - body: the work.
  /// - Returns: its result.
  /// - Throws: the error of the server.
  func asking<Value>(
    within milliseconds: Int, _ body: (TimedConnection) async throws -> Value
  ) async throws -> Value {
    let isKept = connection != nil
    do {
      return try await attempt(within: milliseconds, body)
    } catch let error as PostgreSQLError where error.isBroken {
      guard isKept, error != .timeout else { throw error }
    }
    return try await attempt(within: milliseconds, body)
  }

  private func attempt<Value>(
    within milliseconds: Int, _ body: (TimedConnection) async throws -> Value
  ) async throws -> Value {
    do {
      let connection = try await connected()
      return try await body(TimedConnection(connection, until: .now + .milliseconds(milliseconds)))
    } catch let error as PostgreSQLError where error.isBroken {
      connection = nil
      throw error
    }
  }

  private func connected() async throws -> PostgreSQLConnection {
    if let connection { return connection }
    let new = try await PostgreSQLConnection.open(
      conninfo, on: tasks.loop, within: Self.connectTime, timeout: Self.connectTime)
    try await SharedSchema.check(new)
    try await new.runScript(
      "SET search_path = \(SharedSchema.name), pg_temp; SET work_mem = '64MB'")
    connection = new
    return new
  }

  /// Makes ready for the first search, which would wait for the words of all documents otherwise.
  package func prepare() async throws {
    _ = try await asking(within: Self.preparationTime) { try await prepared($0) }
  }

  /// The longest time of that, in milliseconds.
  private static let preparationTime = 60_000

  /// The index of candidates, with the stems of all words that the database has.
  func prepared(_ connection: TimedConnection) async throws -> CandidateIndex {
    let rows = try await connection.run(
      "SELECT coalesce(sum(commit_number), 0)::bigint FROM sources()")
    let commits = rows.integer(0, 0) ?? 0
    if knowledge.isOld(at: commits) {
      let languages = knowledge.languages
      var asked = knowledge
      try await asked.ask(connection, at: commits)
      knowledge = asked
      if knowledge.languages != languages { index = nil }
      try await learn(connection)
    }
    if let index { return index }
    knowledge.lastWord = 0
    index = try CandidateIndex(in: folder, languages: knowledge.languages)
    return try await learn(connection)
  }

  /// Removes all candidates, or the index if that fails.
  func empty(_ index: CandidateIndex) {
    do {
      try index.removeAll()
    } catch {
      self.index = nil
    }
  }

  /// Learns the words that are new in the database.
  @discardableResult
  private func learn(_ connection: TimedConnection) async throws -> CandidateIndex {
    let index = try index ?? CandidateIndex(in: folder, languages: knowledge.languages)
    self.index = index
    // A transaction may end after later ones, with words of smaller numbers.
    knowledge.lastWord = max(0, knowledge.lastWord - SharedKnowledge.lateWords)
    while true {
      let rows = try await connection.run(
        "SELECT id, word FROM words_after($1, $2)",
        [.integer(knowledge.lastWord), .integer(SharedKnowledge.wordPage)])
      if rows.count == 0 { return index }
      try index.addStems(of: (0..<rows.count).compactMap { rows.bytes($0, 1) })
      knowledge.lastWord = rows.integer(rows.count - 1, 0) ?? knowledge.lastWord
      if rows.count < SharedKnowledge.wordPage { return index }
    }
  }
}
