import LinuxSystem
package import SittaSQLite

/// The texts of one document that FTS5 indexes, one for each column.
///
/// FTS5 stores no text itself, so it needs the same texts again to remove a document. They are
/// bound one by one, because `INSERT … SELECT` makes FTS5 flush its hash table. See
/// <https://www.sqlite.org/fts5.html#the_delete_command>.
package struct SearchableTexts: Equatable {
  var title: [UInt8]?
  var name: [UInt8]?
  var tags: [UInt8]?
  var body: [UInt8]?
  var authors: [UInt8]?
  var recipients: [UInt8]?

  /// The texts in the order of the columns.
  package var all: [[UInt8]?] { [title, name, tags, body, authors, recipients] }

  /// A digest of all texts but the name; equal for the texts of a document and those that the index has of it.
  ///
  /// O(bytes).
  package var digest: ContentDigest {
    let digests = [title, tags, body, authors, recipients].map { text in
      text.map { ContentDigest(of: $0).bytes } ?? []
    }
    return ContentDigest(of: digests.flatMap { [UInt8($0.count)] + $0 })
  }
}

extension SearchableTexts {
  /// The columns of the view and of the table of FTS5, in the order of ``values``.
  private static let columns = "title, name, tags, body, authors, recipients"

  private var values: [SQLiteValue] { all.map { .utf8($0) } }

  /// Collects the texts of a new document whose file has this name.
  package init(_ document: Document, name: [UInt8]) {
    title = document.title.map { Array($0.utf8) }
    self.name = Array(Schema.nameText(name).utf8)
    tags = Self.lines(document.tags)
    body = document.text.isEmpty ? nil : document.text
    authors = Self.lines(document.authors)
    recipients = Self.lines(document.recipients)
  }

  private static func lines(_ values: [String]) -> [UInt8] {
    Array(values.joined(separator: "\n").utf8)
  }

  /// Reads the stored texts; nil if there is no such document.
  package init?(of id: DocumentID, in database: Database) throws(SQLiteError) {
    let texts = try database.first(
      "SELECT \(Self.columns) FROM searchable WHERE id = ?1", .document(id)
    ) { row in
      (0..<6).map { row.isNull(at: $0) ? nil : row.bytes(at: $0) }
    }
    guard let texts else { return nil }
    self.init(
      title: texts[0], name: texts[1], tags: texts[2], body: texts[3], authors: texts[4],
      recipients: texts[5])
  }

  func insert(as id: DocumentID, into database: Database) throws(SQLiteError) {
    try database.statement(
      "INSERT INTO search(rowid, \(Self.columns)) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    ).run([.document(id)] + values)
  }

  func remove(_ id: DocumentID, from database: Database) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO search(search, rowid, \(Self.columns))
      VALUES('delete', ?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """
    ).run([.document(id)] + values)
  }
}
