import IndexStorage
import LinuxSystem

@testable import SearchIndex

/// The copy of a reader of the feed: applied page by page, it has to become equal to the index.
struct FeedCopy {
  struct Folder: Equatable {
    var parent: Int64
    var name: [UInt8]
    var isContainer: Bool
    var isAway: Bool
  }

  struct Entry: Equatable {
    var folder: Int64
    var name: [UInt8]
    var line: String
    var text: [UInt8]
  }

  var documents: [Int64: Entry] = [:]
  var folders: [Int64: Folder] = [:]
  /// Texts of which parts are missing.
  var parts: [Int64: [UInt8]] = [:]
  /// The clock that it would store with the copy.
  var clock: IndexClock?
  /// The number of pages that began again.
  var resets = 0

  mutating func apply(_ page: FeedPage) {
    if page.isReset {
      (documents, folders, parts) = ([:], [:], [:])
      resets += 1
    }
    for removal in page.removedDocuments { documents[removal.id] = nil }
    for removal in page.removedFolders { folders[removal.id] = nil }
    for folder in page.folders {
      folders[folder.id] = Folder(
        parent: folder.parent, name: folder.name, isContainer: folder.isContainer,
        isAway: folder.isAway)
    }
    for document in page.documents { apply(document) }
    clock = page.clock
  }

  private mutating func apply(_ document: FeedPage.Document) {
    let id = document.document.id.rawValue
    var text = document.offset == 0 ? [] : parts[id] ?? []
    // A part after one that was not seen belongs to a document that comes again.
    guard text.count == document.offset else { return }
    text += document.text ?? []
    parts[id] = document.isPartial ? text : nil
    if document.isPartial { return }
    documents[id] = Entry(
      folder: document.folder, name: document.document.path.name,
      line: Self.line(document.document, document.digest), text: text)
  }

  static func line(_ document: ListedDocument, _ digest: String?) -> String {
    "\(document.size) \(document.type) \(document.title ?? "-") \(document.state) \(digest ?? "-")"
  }

  /// All documents, sorted: their location by the folders of the copy, and their properties.
  var lines: [String] {
    documents.values.map { entry in
      let (location, isAway) = place(of: entry.folder)
      let uri = location.appending(entry.name).uri
      return "\(uri) \(isAway) \(entry.line) \(ContentDigest(of: entry.text).text)"
    }.sorted()
  }

  private func place(of folder: Int64) -> (DocumentLocation, isAway: Bool) {
    guard let found = folders[folder] else { return (DocumentLocation(.root), false) }
    let (parent, isAway) = place(of: found.parent)
    let location = parent.appending(found.name)
    return (found.isContainer ? location.container : location, isAway || found.isAway)
  }

  /// The same lines, read from the tables of an index.
  static func lines(of store: IndexStore) throws -> [String] {
    let reader = try IndexReader(store)
    var request = ListRequest(below: .root, limit: 100_000)
    request.includesAway = true
    let listed = try reader.list(request).documents
    return try listed.map { document in
      let text = try HitLoader.text(of: document.id, in: reader)
      let digest = text.map { ContentDigest(of: $0).text }
      return """
        \(document.location.uri) \(document.isAway) \(line(document, digest)) \
        \(ContentDigest(of: text ?? []).text)
        """
    }.sorted()
  }
}
