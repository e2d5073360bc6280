import IndexStorage
import LinuxSystem
import SittaSQLite

/// Reads documents in the form in which lists show them, within one transaction.
struct ListedDocuments {
  private let database: Database
  private var folders: FolderTree
  private var awayPaths: [FilePath] = []

  init(in snapshot: borrowing Snapshot) throws(SQLiteError) {
    database = snapshot.database
    folders = FolderTree(in: database)
    for folder in try folders.awayFolders() { awayPaths.append(try folders.path(of: folder)) }
  }

  /// Returns a document; nil if there is none with this number.
  mutating func document(_ id: DocumentID) throws(SQLiteError) -> ListedDocument? {
    let found = try database.first(
      Self.selection, .document(id)
    ) { row in
      (folder: row.folder(at: 0), name: row.bytes(at: 1), document: ListedDocument(id, row))
    }
    guard let found else { return nil }
    var document = found.document
    document.location = try folders.location(of: found.folder).appending(found.name)
    document.isAway = awayPaths.contains(where: document.path.isInside)
    return document
  }

  private static let selection =
    "SELECT directory, name, \(ListedDocument.columns) FROM document WHERE id = ?1"
}

extension ListedDocument {
  fileprivate static let columns =
    "type, size, modified, state, note, extractor, \(DocumentProperties.columnNames)"

  /// Reads the columns ``columns`` of a row, which come after the folder and the name.
  fileprivate init(_ id: DocumentID, _ row: borrowing Row) {
    self.init(
      id: id, location: DocumentLocation(.root), properties: DocumentProperties(row, at: 8),
      type: row.text(at: 2) ?? "", size: row.integer(at: 3), modified: row.fileTime(at: 4),
      state: Document.State(rawValue: row.integer(at: 5)) ?? .complete, note: row.text(at: 6),
      extractor: row.integer(at: 7))
  }
}
