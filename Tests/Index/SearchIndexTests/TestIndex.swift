import IndexStorage
import LinuxSystem
import Meaning
import QueryLanguage
import SittaSQLite
import TestSupport

@testable import SearchIndex

/// A new index in a folder of its own, with short ways to fill and to ask it.
final class TestIndex {
  let folder: TemporaryDirectory
  let store: IndexStore
  let writer: IndexWriter
  /// What the readers share.
  let caches = ReaderCaches()
  private var openedReader: IndexReader?

  init(text: TextSettings = .default) throws {
    folder = try TemporaryDirectory()
    store = IndexStore(in: folder.path, text: text)
    writer = try store.open(now: .now).writer
  }

  /// Makes an index with the vectors of a small table.
  static func withHouseholdVectors() throws -> TestIndex {
    let folder = try TemporaryDirectory()
    let file = folder["table"]
    try file.write(VectorTableFile.household)
    return try TestIndex(text: try TextSettings(meaning: VectorTable(file)))
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
    let reader = try openedReader ?? IndexReader(store, sharing: caches)
    openedReader = reader
    let page = try reader.search(Query(parsing: query), options)
    return page.hits.map { "\($0.document.path)" }
  }

  /// The paths of all documents in and below a folder, sorted.
  func list(_ folder: String = "/") throws -> [String] {
    try IndexReader(store).list(ListRequest(below: FilePath(folder), limit: 10_000)).documents
      .map { "\($0.path)" }.sorted()
  }

  /// Changes the tables as no writer does; nothing may be uncommitted.
  func execute(_ sql: String) throws {
    try Database(path: store.file.bytes, sharing: .thisProcess).execute(sql)
  }

  /// The number in the first column of the first row, of what is committed.
  func number(_ sql: String) throws -> Int64? {
    try Database(path: store.file.bytes, sharing: .thisProcess).first(sql) { $0.integer(at: 0) }
  }
}

extension FilePath {
  /// A path of a test, which is absolute.
  init(_ text: String) {
    self = FilePath(absolute: text) ?? .root
  }
}

extension CommitNumber {
  /// The number of the commit after this one.
  var next: CommitNumber { CommitNumber(rawValue: rawValue + 1) }
}
