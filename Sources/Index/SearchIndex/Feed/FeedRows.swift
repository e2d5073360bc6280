import IndexStorage
import LinuxSystem
import SittaSQLite

/// Reads rows for the feed, within one transaction.
struct FeedRows {
  private let reader: IndexReader
  private let textLimit: Int
  private var folders: FolderTree
  private var documents: ListedDocuments
  private let access: FeedAccess

  init(in snapshot: borrowing Snapshot, textLimit: Int) throws(SQLiteError) {
    self.textLimit = textLimit
    reader = snapshot.reader
    folders = FolderTree(in: snapshot.database)
    documents = try ListedDocuments(in: snapshot)
    access = try FeedAccess(in: snapshot.database)
  }

  /// Adds a row to a page, and returns the number of bytes of text and rules that were added.
  ///
  /// The text of a document begins at `offset`; nil to add no text.
  mutating func add(
    _ item: FeedPosition.Item, textFrom offset: Int?, to page: inout FeedPage
  ) throws(SQLiteError) -> Int {
    switch item.stage {
    case .removedDocuments:
      page.removedDocuments.append(FeedPage.Removal(id: item.id, commit: item.commit))
    case .removedFolders:
      page.removedFolders.append(FeedPage.Removal(id: item.id, commit: item.commit))
    case .folders:
      guard let folder = try folder(item) else { return 0 }
      page.folders.append(folder)
      return folder.access?.utf8.count ?? 0
    case .documents:
      guard let document = try document(item, textFrom: offset) else { return 0 }
      page.documents.append(document)
      return (document.text?.count ?? 0) + (document.access?.utf8.count ?? 0)
    }
    return 0
  }

  private mutating func folder(_ item: FeedPosition.Item) throws(SQLiteError) -> FeedPage.Folder? {
    let id = FolderID(rawValue: item.id)
    // The folder `/` is not sent, because every reader knows it.
    if id == .root { return nil }
    let found = try reader.database.first(
      "SELECT parent, name, container, away FROM directory WHERE id = ?1", .folder(id)
    ) { row in
      (
        parent: row.integer(at: 0), name: row.bytes(at: 1), role: ContainerRole(row, at: 2),
        isAway: row.integer(at: 3) == 1
      )
    }
    guard let found else { return nil }
    return FeedPage.Folder(
      id: item.id, commit: item.commit, parent: found.parent, name: found.name,
      location: try folders.location(of: id), isContainer: found.role == .container,
      isAway: found.isAway, access: try access.text(of: id, found.role))
  }

  private mutating func document(
    _ item: FeedPosition.Item, textFrom offset: Int?
  ) throws(SQLiteError) -> FeedPage.Document? {
    let id = DocumentID(rawValue: item.id)
    let found = try reader.database.first(
      "SELECT directory, digest FROM document WHERE id = ?1", .document(id)
    ) { row in
      (folder: row.integer(at: 0), digest: row.isNull(at: 1) ? nil : row.bytes(at: 1))
    }
    guard let found, let document = try documents.document(id) else { return nil }
    var part = (text: [UInt8]?.none, isPartial: false)
    if let offset {
      let text = try HitLoader.text(of: id, in: reader) ?? []
      let end = end(ofPartFrom: offset, in: text)
      part = (Array(text[min(offset, end)..<end]), end < text.count)
    }
    return FeedPage.Document(
      commit: item.commit, folder: found.folder, document: document,
      digest: try ContentDigest.stored(found.digest, of: id, in: reader)?.text, text: part.text,
      offset: part.text == nil ? 0 : offset ?? 0, isPartial: part.isPartial,
      access: try access.text(of: id))
  }

  /// Returns the end of a part of a text, so that the part is valid UTF-8.
  private func end(ofPartFrom offset: Int, in text: [UInt8]) -> Int {
    guard text.count - offset > textLimit else { return text.count }
    let last = offset + textLimit
    // A character has at most three bytes after its first byte.
    return (last - 3...last).last { text[$0] & 0xc0 != 0x80 } ?? last
  }
}
