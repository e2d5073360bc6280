import FullText
import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite

/// Explains what the index contains about a path, and why a query finds it or not; see
/// ``IndexReader/explain(_:_:_:clock:deadline:)``.
struct PathExplanation {
  let path: FilePath
  let query: Query?
  let options: SearchOptions
  let localClock: LocalClock

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> ExplainedPath {
    var explained = ExplainedPath(try explainedDocument(in: snapshot), clock: snapshot.clock)
    explained.documentsBelow = try documents(below: path, in: snapshot.database)
    if let document = explained.document?.document, let query {
      explained.match = try MatchExplanation(
        document: document, query: query, options: options, localClock: localClock
      ).run(in: snapshot)
    }
    return explained
  }

  /// Returns the number of documents below a path, or only of those whose text is missing or incomplete for a
  /// stated reason.
  ///
  /// Returns nil if the index has no folder there.
  private func documents(
    below path: FilePath, hasFailed: Bool = false, in database: Database
  ) throws(SQLiteError) -> Int64? {
    guard let folder = try FolderTree(in: database).folder(at: path) else { return nil }
    let below = FilterCondition.below([folder])
    let condition = hasFailed ? "\(below.sql) AND \(FilterCondition.failed.sql)" : below.sql
    return try database.prepare("SELECT count(*) FROM document WHERE \(condition)")
      .first(below.values) { $0.integer(at: 0) }
  }

  private func explainedDocument(
    in snapshot: borrowing Snapshot
  ) throws(SQLiteError) -> ExplainedDocument? {
    let database = snapshot.database
    guard !path.isRoot, let folder = try FolderTree(in: database).folder(at: path.parent),
      let file = try StoredFile(named: path.name, in: folder, of: database)
    else { return nil }
    var documents = try ListedDocuments(in: snapshot)
    guard let document = try documents.document(file.id) else { return nil }
    var explained = ExplainedDocument(document, file)
    explained.tokens = try tokens(of: file.id, in: database)
    explained.lastChange = snapshot.reader.log.lastChange(of: file.id, upTo: snapshot.clock)
    let members = DocumentLocation(path).container.path
    explained.unreadMembers =
      try self.documents(below: members, hasFailed: true, in: database) ?? 0
    try database.forEachRow(
      """
      SELECT list, picture, scan.pages FROM document
      LEFT JOIN part ON part.id = document.id LEFT JOIN scan ON scan.id = document.id
      WHERE document.id = ?1
      """, .document(file.id)
    ) { row in
      let parts = row.isNull(at: 0) ? nil : PartList(stored: row.bytes(at: 0))
      explained.parts = parts?.parts.count ?? 0
      explained.scan = row.text(at: 2).map {
        Document.Scan(isPicture: row.integer(at: 1) != 0, pages: $0)
      }
    }
    return explained
  }

  /// Returns the number of tokens in each column of a document; 0 if FTS5 does not know it.
  private func tokens(
    of document: DocumentID, in database: Database
  ) throws(SQLiteError) -> ColumnCounts {
    do throws(FullTextError) {
      return ColumnCounts(
        try FTS5DocumentLengths.columns(of: document.rawValue, fromTable: "search", in: database)
          ?? [])
    } catch {
      if let cause = error.cause { throw cause }
      return ColumnCounts()
    }
  }
}
