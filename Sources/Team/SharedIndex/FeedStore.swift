package import LinuxSystem
package import PostgreSQL
package import SearchInterface

/// Writes the changes of one source into a database, each page with its clock in one transaction.
///
/// So a page is written once in effect, however often it is sent, and whatever dies. The source is locked as long as
/// the connection lives: two feeds of one source exclude each other.
package final class FeedStore {
  /// How far the database has the changes of the source.
  package struct Position: Equatable, Sendable {
    /// The clock to continue from; nil for the beginning.
    package var clock: ClockMessage?
    /// Counts the times that the daemon could not continue from the clock.
    package var generation: Int64
    /// The generation of which all rows are here.
    package var complete: Int64
    /// The first generation of this index.
    package var oldest: Int64
    /// When all rows were compared with the index, or written first; nil if that is not over.
    package var compared: UnixTime?
  }

  /// Why a source cannot be written.
  package enum Refusal: Error, Equatable, CustomStringConvertible {
    case otherFeed(source: String)
    case changed(source: String)

    /// A sentence for people.
    package var description: String {
      switch self {
      case .otherFeed(let source):
        """
        Another feed writes the source '\(source)' of this database. End it, or give this one another name with Source=.
        """
      case .changed(let source):
        "Somebody else has changed how far the source '\(source)' is; it is read again."
      }
    }
  }

  let connection: PostgreSQLConnection
  let source: Int64
  let name: String
  /// How far the database is.
  package internal(set) var position: Position
  var words = DocumentWords()
  /// The words that the database has, by their hashes, and those of the open page.
  var known: Set<UInt64> = []
  var new: [UInt64: [UInt8]] = [:]
  var rights: FeedRights
  private var readersUpdated: ContinuousClock.Instant?
  let now: @Sendable () -> UnixTime

  /// The most words that are remembered.
  private static let mostKnown = 2_000_000

  private init(
    _ connection: PostgreSQLConnection, _ source: Int64, _ name: String, _ position: Position,
    _ rights: FeedRights, _ now: @escaping @Sendable () -> UnixTime
  ) {
    (self.connection, self.source, self.name) = (connection, source, name)
    (self.position, self.rights, self.now) = (position, rights, now)
  }

  /// Locks a source of a database, and makes it if there is none of this name.
  ///
  /// - Parameters:
  ///   - name: the name of the source.
  ///   - connection: a connection of the feed alone.
  ///   - now: the current time.
  /// - Returns: the store.
  /// - Throws: a ``Refusal``, a ``SharedSchema/Mismatch`` or the error of the server.
  package static func open(
    _ name: String, over connection: PostgreSQLConnection,
    now: @escaping @Sendable () -> UnixTime = { .now }
  ) async throws -> FeedStore {
    try await SharedSchema.check(connection)
    try await connection.runScript(temporaryTables)
    let lock = try await connection.run(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", [.text("sitta feed \(name)")])
    guard lock.text(0, 0) == "t" else { throw Refusal.otherFeed(source: name) }
    try await connection.run(
      "INSERT INTO source(name) VALUES ($1) ON CONFLICT DO NOTHING", [.text(name)])
    let found = try await connection.run("SELECT id FROM source WHERE name = $1", [.text(name)])
    let source = found.integer(0, 0) ?? 0
    let position = try await position(of: source, in: connection)
    let rights = try await FeedRights(of: source, in: connection)
    return FeedStore(connection, source, name, position, rights, now)
  }

  /// Asks how far a database has a source, without locking it.
  ///
  /// - Parameters:
  ///   - name: the name of the source.
  ///   - connection: any connection that may read the sources.
  /// - Returns: the position; nil if there is no source of this name.
  /// - Throws: a ``SharedSchema/Mismatch`` or the error of the server.
  package static func position(
    ofSource name: String, in connection: PostgreSQLConnection
  ) async throws -> Position? {
    try await SharedSchema.check(connection)
    let found = try await connection.run(
      "SELECT id FROM \(SharedSchema.name).source WHERE name = $1", [.text(name)])
    guard found.count == 1, let source = found.integer(0, 0) else { return nil }
    return try await position(of: source, in: connection)
  }

  /// Compares the clock in the database with the last one that was written.
  ///
  /// - Throws: a ``Refusal`` if the database has another state, as after a restore, or the error of the server.
  package func checkPosition() async throws {
    guard try await Self.position(of: source, in: connection) == position else {
      throw Refusal.changed(source: name)
    }
  }

  /// Computes which documents logins may read: those of new logins at once, and those of all every five minutes, because
  /// groups change.
  package func updateReaders() async throws {
    let isDue = readersUpdated.map { $0 + Self.readersAge <= .now } ?? true
    try await rights.refresh(onlyNew: !isDue, in: connection)
    if isDue { readersUpdated = .now }
  }

  private static let readersAge = Duration.seconds(300)

  private static let temporaryTables = """
    SET search_path = \(SharedSchema.name), pg_temp;
    SET timezone = 'UTC';
    SET datestyle = 'ISO';
    SET jit = off;
    CREATE TEMPORARY TABLE IF NOT EXISTS new_removal(id bigint, commit_number bigint, is_folder boolean)
      ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS new_folder(LIKE folder) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS new_document(LIKE document) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS new_content(
      source int, id bigint, signature text, words tsvector, long boolean, body text, length int) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS new_word(word text COLLATE "C") ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS changed_folder(id bigint) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS changed_readers(id bigint, rules int[]) ON COMMIT DELETE ROWS
    """

  private static func position(
    of source: Int64, in connection: PostgreSQLConnection, isLocked: Bool = false
  ) async throws(PostgreSQLError) -> Position {
    let row = try await connection.run(
      """
      SELECT index_name, commit_number, generation, complete, oldest, extract(epoch FROM compared)::bigint
      FROM \(SharedSchema.name).source WHERE id = $1
      \(isLocked ? "FOR UPDATE" : "")
      """, [.integer(source)])
    guard row.count == 1, let index = row.text(0, 0) else {
      throw PostgreSQLError(state: "02000", message: "The source is gone.")
    }
    let clock = ClockMessage(index: index, sequence: Int(row.integer(0, 1) ?? 0))
    return Position(
      clock: index.isEmpty ? nil : clock, generation: row.integer(0, 2) ?? 1,
      complete: row.integer(0, 3) ?? 0, oldest: row.integer(0, 4) ?? 1,
      compared: row.integer(0, 5).map(UnixTime.init(seconds:)))
  }

  /// Writes changes and their clock.
  ///
  /// A document that the server refuses is written without its text.
  ///
  /// - Parameter changes: the changes after ``position``, with whole texts; no reset.
  /// - Throws: a ``Refusal`` or the error of the server; nothing is written then.
  package func apply(
    _ changes: ChangesMethod.Reply
  ) async throws {
    var next = position
    next.clock = changes.clock
    // The first generation is complete when everything was sent once, and later ones when they were compared.
    if changes.current, position.generation == 1, position.complete == 0 {
      (next.complete, next.compared) = (1, now())
    }
    try await write(changes, reaching: next)
  }

  /// Writes changes; a document that the server refuses without its text.
  ///
  /// - Parameters:
  ///   - changes: the changes.
  ///   - next: the position after it.
  ///   - isMend: whether the rows replace others that are not older.
  /// - Throws: a ``Refusal`` or the error of the server; nothing is written then.
  func write(
    _ changes: ChangesMethod.Reply, reaching next: Position, isMend: Bool = false
  ) async throws {
    do {
      try await write(changes, next, isMend, each: false)
    } catch let error as PostgreSQLError where error.isRefusal {
      try await write(changes, next, isMend, each: true)
    }
  }

  private func write(
    _ changes: ChangesMethod.Reply, _ next: Position, _ isMend: Bool, each isOneByOne: Bool
  ) async throws {
    try await inTransaction(reaching: next) {
      try await rights.add(
        Set(changes.folders.compactMap(\.access) + changes.documents.compactMap(\.access)),
        to: connection)
      try await remove(changes, in: next.generation, isMend)
      try await write(changes.folders, in: next.generation, isMend)
      if isOneByOne {
        for document in changes.documents {
          try await writeAlone(document, in: next.generation, isMend)
        }
      } else {
        try await write(changes.documents, in: next.generation, isMend)
      }
      let hasFolders = !changes.folders.isEmpty || isMend && !changes.removedFolders.isEmpty
      if hasFolders || !changes.documents.isEmpty {
        try await rights.place(
          hasFolders: hasFolders, since: next.oldest, in: connection)
      }
      try await writeWords()
    }
    if known.count > Self.mostKnown { known = [] }
    known.formUnion(new.keys)
    new = [:]
  }

  /// Runs `body` in a transaction that moves the source from its position to another one.
  func inTransaction(
    reaching next: Position, _ body: () async throws -> Void
  ) async throws {
    try await connection.runScript("BEGIN")
    do {
      let found = try await Self.position(of: source, in: connection, isLocked: true)
      guard found == position else {
        position = found
        throw Refusal.changed(source: name)
      }
      try await body()
      try await record(next)
      try await connection.runScript("COMMIT")
      position = next
    } catch {
      try? await connection.runScript("ROLLBACK")
      new = [:]
      // What was written in the transaction is not there any more.
      if let former = try? await FeedRights(of: source, in: connection) { rights = former }
      throw error
    }
  }

  private func record(
    _ next: Position
  ) async throws(PostgreSQLError) {
    try await connection.run(
      """
      UPDATE source SET index_name = $2, commit_number = $3, generation = $4, complete = $5,
        oldest = $6, compared = to_timestamp($7::bigint), written = now()
      WHERE id = $1
      """,
      [
        .integer(source), .text(next.clock?.index ?? ""),
        .integer(Int64(next.clock?.sequence ?? 0)), .integer(next.generation),
        .integer(next.complete), .integer(next.oldest),
        next.compared.map { .integer($0.seconds) } ?? .null,
      ])
  }
}
