import Hashing
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
    /// Counts the resets.
    package var generation: Int64
    /// The generation of which all rows are here.
    package var complete: Int64
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

  private let connection: PostgreSQLConnection
  private let source: Int64
  private let name: String
  /// How far the database is.
  package private(set) var position: Position
  private var words = DocumentWords()
  /// The words that the database has, by their hashes, and those of the open page.
  private var known: Set<UInt64> = []
  private var new: [UInt64: [UInt8]] = [:]
  private var rights: FeedRights
  private var readersUpdated: ContinuousClock.Instant?

  /// The most words that are remembered.
  private static let mostKnown = 2_000_000

  private init(
    _ connection: PostgreSQLConnection, _ source: Int64, _ name: String, _ position: Position,
    _ rights: FeedRights
  ) {
    (self.connection, self.source, self.name) = (connection, source, name)
    (self.position, self.rights) = (position, rights)
  }

  /// Locks a source of a database, and makes it if there is none of this name.
  ///
  /// - Parameters:
  ///   - name: the name of the source.
  ///   - connection: a connection of the feed alone.
  /// - Returns: the store.
  /// - Throws: a ``Refusal``, a ``SharedSchema/Mismatch`` or the error of the server.
  package static func open(
    _ name: String, over connection: PostgreSQLConnection
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
    return FeedStore(connection, source, name, position, rights)
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
      SELECT index_name, commit_number, generation, complete FROM \(SharedSchema.name).source WHERE id = $1
      \(isLocked ? "FOR UPDATE" : "")
      """, [.integer(source)])
    guard row.count == 1, let index = row.text(0, 0) else {
      throw PostgreSQLError(state: "02000", message: "The source is gone.")
    }
    let clock = ClockMessage(index: index, sequence: Int(row.integer(0, 1) ?? 0))
    return Position(
      clock: index.isEmpty ? nil : clock, generation: row.integer(0, 2) ?? 1,
      complete: row.integer(0, 3) ?? 0)
  }

  /// Writes changes and their clock.
  ///
  /// A document that the server refuses is written without its text.
  ///
  /// - Parameter changes: the changes after ``position``, with whole texts.
  /// - Throws: a ``Refusal`` or the error of the server; nothing is written then.
  package func apply(
    _ changes: ChangesMethod.Reply
  ) async throws {
    do {
      try await write(changes, each: false)
    } catch let error as PostgreSQLError where error.isRefusal {
      try await write(changes, each: true)
    }
  }

  private func write(
    _ changes: ChangesMethod.Reply, each isOneByOne: Bool
  ) async throws {
    try await connection.runScript("BEGIN")
    do {
      let found = try await Self.position(of: source, in: connection, isLocked: true)
      guard found == position else {
        position = found
        throw Refusal.changed(source: name)
      }
      var next = position
      if changes.reset == true { next.generation += 1 }
      try await rights.add(
        Set(changes.folders.compactMap(\.access) + changes.documents.compactMap(\.access)),
        to: connection)
      try await remove(changes, in: next.generation)
      try await write(changes.folders, in: next.generation)
      if isOneByOne {
        for document in changes.documents { try await writeAlone(document, in: next.generation) }
      } else {
        try await write(changes.documents, in: next.generation)
      }
      if !(changes.folders.isEmpty && changes.documents.isEmpty) {
        try await rights.place(hasFolders: !changes.folders.isEmpty, in: connection)
      }
      try await writeWords()
      next.clock = changes.clock
      if changes.current, next.complete < next.generation {
        try await sweep(before: next.generation)
        next.complete = next.generation
      }
      try await record(next)
      try await connection.runScript("COMMIT")
      position = next
      if known.count > Self.mostKnown { known = [] }
      known.formUnion(new.keys)
      new = [:]
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
      UPDATE source SET index_name = $2, commit_number = $3, generation = $4, complete = $5, written = now()
      WHERE id = $1
      """,
      [
        .integer(source), .text(next.clock?.index ?? ""),
        .integer(Int64(next.clock?.sequence ?? 0)), .integer(next.generation),
        .integer(next.complete),
      ])
  }

  /// Removes what no row of a new generation has replaced.
  private func sweep(
    before generation: Int64
  ) async throws(PostgreSQLError) {
    for table in ["document", "folder"] {
      try await connection.run(
        "DELETE FROM \(table) WHERE source = $1 AND generation < $2",
        [.integer(source), .integer(generation)])
    }
  }
}

// MARK: - Rows

extension FeedStore {
  private func remove(
    _ changes: ChangesMethod.Reply, in generation: Int64
  ) async throws(PostgreSQLError) {
    var rows = CopyRows()
    for (removals, isFolder) in [(changes.removed, false), (changes.removedFolders, true)] {
      for removal in removals {
        rows.add([
          .integer(Int64(removal.id)), .integer(Int64(removal.sequence)), .boolean(isFolder),
        ])
      }
    }
    if rows.count == 0 { return }
    try await connection.copy(rows, into: "new_removal")
    // A number may be used again: what was written after the removal stays.
    for (table, isFolder) in [("document", false), ("folder", true)] {
      try await connection.run(
        """
        DELETE FROM \(table) USING new_removal r
        WHERE source = $1 AND \(table).id = r.id AND r.is_folder = $2
          AND (generation, \(table).commit_number) < ($3, r.commit_number)
        """, [.integer(source), .boolean(isFolder), .integer(generation)])
    }
  }

  private func write(
    _ folders: [ChangedFolderMessage], in generation: Int64
  ) async throws(PostgreSQLError) {
    if folders.isEmpty { return }
    var rows = CopyRows()
    for folder in folders {
      rows.add([
        .integer(source), .integer(Int64(folder.id)), .integer(generation),
        .integer(Int64(folder.sequence)), .integer(Int64(folder.parent)), .text(folder.suffix),
        .boolean(folder.away == true), rights.value(folder.access), .null,
      ])
    }
    try await connection.copy(rows, into: "new_folder")
    try await connection.run(
      Self.upsert("folder", ["generation", "commit_number", "parent", "suffix", "away", "rule"]))
  }

  /// A statement that writes the rows of a temporary table, unless newer ones are there.
  private static func upsert(_ table: String, _ columns: [String]) -> String {
    """
    INSERT INTO \(table) SELECT * FROM new_\(table)
    ON CONFLICT (source, id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    WHERE (\(table).generation, \(table).commit_number) <= (excluded.generation, excluded.commit_number)
    """
  }

  /// Writes a document; without its text if the server refuses it.
  private func writeAlone(
    _ document: ChangedDocumentMessage, in generation: Int64
  ) async throws {
    try await connection.runScript("SAVEPOINT one")
    do throws(PostgreSQLError) {
      try await write([document], in: generation)
    } catch {
      guard error.isRefusal else { throw error }
      try await connection.runScript("ROLLBACK TO one")
      var plain = document
      plain.text = nil
      try await write([plain], in: generation)
    }
    try await rights.place(hasFolders: false, in: connection)
    try await connection.runScript("TRUNCATE new_document, new_content; RELEASE one")
  }

  private func write(
    _ documents: [ChangedDocumentMessage], in generation: Int64
  ) async throws(PostgreSQLError) {
    if documents.isEmpty { return }
    var (rows, contents) = (CopyRows(), CopyRows())
    for document in documents {
      rows.add(row(document, generation))
      contents.add(content(document))
    }
    try await connection.copy(rows, into: "new_document")
    try await connection.copy(contents, into: "new_content")
    try await connection.run(
      Self.upsert(
        "document",
        [
          "generation", "commit_number", "folder", "suffix", "name", "type", "size", "modified",
          "created", "language", "state", "digest", "message", "rule",
        ]))
    // Of an older row that was not written, the text is not written either.
    try await connection.run(
      """
      INSERT INTO content(source, id, signature, words, long, body, length) SELECT c.* FROM new_content c
      JOIN new_document n USING (source, id)
      JOIN document d USING (source, id)
      WHERE (d.generation, d.commit_number) = (n.generation, n.commit_number)
      ON CONFLICT (source, id) DO UPDATE SET signature = excluded.signature, words = excluded.words,
        long = excluded.long, body = excluded.body, length = excluded.length
      WHERE content.signature <> excluded.signature
      """)
  }

  private func row(_ changed: ChangedDocumentMessage, _ generation: Int64) -> [PostgreSQLValue] {
    let document = changed.document
    return [
      .integer(source), .integer(Int64(changed.id)), .integer(generation),
      .integer(Int64(changed.sequence)), .integer(Int64(changed.folder)), .text(changed.suffix),
      .text(document.name), .text(document.type), .integer(Int64(document.size)),
      .text(document.modified), document.created.map(PostgreSQLValue.text) ?? .null,
      document.language.map(PostgreSQLValue.text) ?? .null, .text(document.state.rawValue),
      changed.digest.map(PostgreSQLValue.text) ?? .null, .text(DocumentJSON.text(of: document)),
      rights.value(changed.access), .null,
    ]
  }

  private func content(_ changed: ChangedDocumentMessage) -> [PostgreSQLValue] {
    let document = changed.document
    let people = (document.authors ?? []) + (document.recipients ?? [])
    let text = Array((changed.text ?? "").utf8)
    let parts: [(Character, [UInt8])] = [
      ("A", Array((document.title ?? "").utf8)), ("B", Array(document.name.utf8)),
      ("C", Array((document.tags + people).joined(separator: "\n").utf8)), ("D", text),
    ]
    let vector = words.vector(parts)
    words.forEachWord { word in
      var hash = FNV1a()
      for byte in word { hash.add(byte) }
      if !known.contains(hash.value), new[hash.value] == nil { new[hash.value] = Array(word) }
    }
    var hash = FNV1a()
    for part in parts { hash.add(part.1) }
    return [
      .integer(source), .integer(Int64(changed.id)),
      .text("\(changed.digest ?? "") \(String(hash.value, radix: 16))"), .utf8(vector.text),
      .boolean(vector.isCut), .utf8(text), .integer(Int64(vector.count)),
    ]
  }

  /// Writes the words of the page that the database does not have.
  private func writeWords() async throws(PostgreSQLError) {
    if new.isEmpty { return }
    // In one order for all feeds, so that none waits for another one that waits for it.
    let words = new.values.sorted { $0.lexicographicallyPrecedes($1) }
    var rows = CopyRows()
    for word in words { rows.add([.utf8(word)]) }
    try await connection.copy(rows, into: "new_word")
    try await connection.run(
      "INSERT INTO word(word) SELECT word FROM new_word ORDER BY word ON CONFLICT DO NOTHING")
  }
}
