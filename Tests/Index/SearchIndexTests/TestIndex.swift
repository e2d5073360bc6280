import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport

@testable import SearchIndex

/// A new index in a folder of its own, with short ways to fill and to ask it.
final class TestIndex {
  let folder: TemporaryDirectory
  let store: IndexStore
  let writer: IndexWriter
  private var openedReader: IndexReader?

  init(text: TextSettings = .default) throws {
    folder = try TemporaryDirectory()
    store = IndexStore(in: folder.path, text: text)
    writer = try store.open(now: .now).writer
  }

  /// Puts a text in; a commit is still to be made.
  func put(
    _ path: String, _ text: String, size: Int = 0, modified: Int = 0, type: String = "text/plain"
  ) throws {
    let status = FileStatus(size: size, modified: modified)
    var document = Document(status: status, type: type)
    document.text = Array(text.utf8)
    try writer.replace(document, at: FilePath(path))
  }

  /// The paths of the hits, in their order.
  func find(
    _ query: String, order: SearchOptions.Order = .name, limit: Int = 1_000, offset: Int = 0
  ) throws -> [String] {
    var options = SearchOptions()
    options.order = order
    options.limit = limit
    options.offset = offset
    options.home = FilePath("/home/me")
    options.snippetWords = 0
    let reader = try openedReader ?? IndexReader(store)
    openedReader = reader
    let page = try reader.search(Query(parsing: query), options)
    return page.hits.map { "\($0.document.path)" }
  }

  /// The paths of all documents in and below a folder, sorted.
  func list(_ folder: String = "/") throws -> [String] {
    try IndexReader(store).list(ListRequest(below: FilePath(folder), limit: 10_000)).documents
      .map { "\($0.path)" }.sorted()
  }

  /// The paths of all documents that readers of an index find, sorted.
  static func documents(in store: IndexStore) throws -> [FilePath] {
    try IndexReader(store).list(ListRequest(below: .root, limit: 10_000)).documents.map(\.path)
      .sorted()
  }

  /// The names in a folder.
  static func names(in folder: FilePath) throws -> [String] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: folder)).names
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Compares the index of FTS5 with the texts: SQLITE_CORRUPT_VTAB if they differ.
  ///
  /// SQLite: <https://www.sqlite.org/fts5.html#the_integrity_check_command>.
  func check() throws {
    try writer.database.execute("INSERT INTO search(search, rank) VALUES('integrity-check', 1)")
  }

  /// The number in the first column of the first row.
  func number(_ sql: String) throws -> Int64? {
    try writer.database.first(sql) { $0.integer(at: 0) }
  }
}

extension FilePath {
  /// A path of a test, which is absolute.
  init(_ text: String) {
    self = FilePath(absolute: text) ?? .root
  }
}
