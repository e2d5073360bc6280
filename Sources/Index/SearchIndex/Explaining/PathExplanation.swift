import FullText
import LinuxSystem
import QueryLanguage
import SittaSQLite

/// Explains what the index knows of a path, and why a query finds it or does not; see
/// ``IndexReader/explain(_:_:_:clock:deadline:)``.
struct PathExplanation {
  let path: FilePath
  let query: Query?
  let options: SearchOptions
  let localClock: LocalClock

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> ExplainedPath {
    let below = try documentsBelow(in: snapshot)
    let document = try explainedDocument(in: snapshot)
    var match: ExplainedMatch?
    if let document, let query {
      match = try MatchExplanation(
        document: document.document, query: query, options: options, localClock: localClock
      ).run(in: snapshot)
    }
    return ExplainedPath(
      document: document, documentsBelow: below, match: match, clock: snapshot.clock)
  }

  /// The number of documents below the path; nil if the index knows no folder there.
  private func documentsBelow(in snapshot: borrowing Snapshot) throws(SQLiteError) -> Int64? {
    let database = snapshot.database
    guard let folder = try FolderTree(in: database).folder(at: path) else { return nil }
    let condition = FilterCondition.below([folder])
    return try database.prepare("SELECT count(*) FROM document WHERE \(condition.sql)")
      .first(condition.values) { $0.integer(at: 0) }
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
    return ExplainedDocument(
      document: document, file: file, tokens: try tokens(of: file.id, in: database),
      lastChange: snapshot.reader.log.lastChange(of: file.id, upTo: snapshot.clock),
      reading: try reading(of: file.id, in: database))
  }

  /// The number of members that have a reason for their missing text.
  private func unreadMembers(in database: Database) throws(SQLiteError) -> Int64 {
    let members = DocumentLocation(path).container.path
    guard let folder = try FolderTree(in: database).folder(at: members) else { return 0 }
    let below = FilterCondition.below([folder])
    return try database.prepare(
      "SELECT count(*) FROM document WHERE \(below.sql) AND \(FilterCondition.failed.sql)"
    ).first(below.values) { $0.integer(at: 0) } ?? 0
  }

  private func reading(
    of document: DocumentID, in database: Database
  ) throws(SQLiteError) -> ExplainedReading {
    var reading =
      try database.first(
        """
        SELECT list, picture, scan.pages FROM document
        LEFT JOIN part ON part.id = document.id LEFT JOIN scan ON scan.id = document.id
        WHERE document.id = ?1
        """, .document(document)
      ) { row in
        var reading = ExplainedReading()
        let parts = row.isNull(at: 0) ? nil : PartList(stored: row.bytes(at: 0))
        reading.parts = parts?.parts.count ?? 0
        reading.scan = row.text(at: 2).map {
          Document.Scan(isPicture: row.integer(at: 1) != 0, pages: $0)
        }
        return reading
      } ?? ExplainedReading()
    reading.unreadMembers = try unreadMembers(in: database)
    return reading
  }

  /// The lengths of a document's columns; 0 if FTS5 does not know them.
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
