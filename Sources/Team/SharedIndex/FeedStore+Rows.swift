import Hashing
import PostgreSQL
import SearchInterface

/// The rows of a page.
extension FeedStore {
  func remove(
    _ changes: ChangesMethod.Reply, in generation: Int64, _ isMend: Bool
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
          AND ($4 OR (generation, \(table).commit_number) < ($3, r.commit_number))
        """, [.integer(source), .boolean(isFolder), .integer(generation), .boolean(isMend)])
    }
    // What is in a folder that nobody knows is readable for nobody, until it is known where it is.
    if isMend {
      try await connection.run(
        "INSERT INTO changed_folder SELECT id FROM new_removal WHERE is_folder")
    }
  }

  func write(
    _ folders: [ChangedFolderMessage], in generation: Int64, _ isMend: Bool
  ) async throws(PostgreSQLError) {
    if folders.isEmpty { return }
    var rows = CopyRows()
    for folder in folders { rows.add(row(folder, generation)) }
    try await connection.copy(rows, into: "new_folder")
    try await connection.run(
      Self.upsert(
        "folder", ["generation", "commit_number", "parent", "suffix", "away", "rule"], isMend))
  }

  func row(_ folder: ChangedFolderMessage, _ generation: Int64) -> [PostgreSQLValue] {
    [
      .integer(source), .integer(Int64(folder.id)), .integer(generation),
      .integer(Int64(folder.sequence)), .integer(Int64(folder.parent)), .text(folder.suffix),
      .boolean(folder.away == true), rights.value(folder.access), .null,
    ]
  }

  /// A statement that writes the rows of a temporary table, unless newer ones are there.
  private static func upsert(_ table: String, _ columns: [String], _ isMend: Bool) -> String {
    let new =
      "(\(table).generation, \(table).commit_number) <= (excluded.generation, excluded.commit_number)"
    return """
      INSERT INTO \(table) SELECT * FROM new_\(table)
      ON CONFLICT (source, id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      WHERE \(isMend ? "true" : new)
      """
  }

  /// Writes a document; without its text if the server refuses it.
  func writeAlone(
    _ document: ChangedDocumentMessage, in generation: Int64, _ isMend: Bool
  ) async throws {
    try await connection.runScript("SAVEPOINT one")
    do throws(PostgreSQLError) {
      try await write([document], in: generation, isMend)
    } catch {
      guard error.isRefusal else { throw error }
      try await connection.runScript("ROLLBACK TO one")
      var plain = document
      plain.text = nil
      try await write([plain], in: generation, isMend)
    }
    try await rights.place(hasFolders: false, since: position.oldest, in: connection)
    try await connection.runScript("TRUNCATE new_document, new_content; RELEASE one")
  }

  func write(
    _ documents: [ChangedDocumentMessage], in generation: Int64, _ isMend: Bool
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
        ], isMend))
    // Of an older row that was not written, the text is not written either.
    try await connection.run(
      """
      INSERT INTO content(source, id, signature, words, long, body, length) SELECT c.* FROM new_content c
      JOIN new_document n USING (source, id)
      JOIN document d USING (source, id)
      WHERE (d.generation, d.commit_number) = (n.generation, n.commit_number)
      ON CONFLICT (source, id) DO UPDATE SET signature = excluded.signature, words = excluded.words,
        long = excluded.long, body = excluded.body, length = excluded.length
      WHERE \(isMend) OR content.signature <> excluded.signature
      """)
  }

  func row(_ changed: ChangedDocumentMessage, _ generation: Int64) -> [PostgreSQLValue] {
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
  func writeWords() async throws(PostgreSQLError) {
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
