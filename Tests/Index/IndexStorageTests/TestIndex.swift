import FullText
import LinuxSystem
import SittaSQLite
import TestSupport
import TextAnalysis

@testable import IndexStorage

/// A new index in a folder of its own, with short ways to fill it and to look into its tables.
final class TestIndex {
  let folder: TemporaryDirectory
  let store: IndexStore
  let writer: IndexWriter
  private var openedReader: Database?

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

  /// The paths of the documents that match an expression of FTS5, in the order of their names.
  ///
  /// SQLite: <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  func find(_ expression: String) throws -> [String] {
    try reader().find(expression).map { "\($0.path)" }
  }

  /// The paths of the documents with a word that has the stem of a word, in the order of their
  /// names.
  func find(formsOf word: String) throws -> [String] {
    try reader().find(formsOf: word).map { "\($0.path)" }
  }

  /// The URIs of the documents that match an expression of FTS5.
  func uris(_ expression: String) throws -> [String] {
    try reader().find(expression).map(\.uri)
  }

  /// The paths of all documents in and below a folder, sorted.
  func list(_ folder: String = "/") throws -> [String] {
    guard let condition = try FolderTree(in: reader()).documents(at: FilePath(folder)) else {
      return []
    }
    return try reader().documents(condition).map { "\($0.path)" }.sorted()
  }

  /// The paths of all documents that a new connection finds, sorted.
  static func documents(in store: IndexStore) throws -> [FilePath] {
    try store.openForTesting().documents(FilterCondition("1")).map(\.path).sorted()
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

  /// A connection that sees what is committed.
  private func reader() throws -> Database {
    let reader = try openedReader ?? store.openForTesting()
    openedReader = reader
    return reader
  }
}

extension IndexStore {
  /// Opens a connection that only reads.
  func openForTesting() throws -> Database {
    let analysis = text.analysis
    return try openForReading { FTS5AnalyzerTokenizer(SittaAnalyzer(options: analysis)) }.database
  }
}

extension Database {
  /// The documents that match an expression of FTS5, in the order of their names.
  func find(_ expression: String) throws -> [DocumentLocation] {
    try documents(
      FilterCondition("id IN (SELECT rowid FROM search WHERE search MATCH ?)", .text(expression)))
  }

  /// The documents with a word that has the stem of a word, in the order of their names.
  func find(formsOf word: String) throws -> [DocumentLocation] {
    let typed = Array(word.lowercased().utf8)
    var forms = [typed]
    for language in try StemTable.languages(in: self) {
      var stemmer = try Stemmer(language: language)
      var stem: [UInt8] = []
      guard stemmer.stem(of: typed.span, into: &stem) else { continue }
      // The table leaves out a word that is its own stem.
      forms.append(stem)
      try forEachRow(
        """
        SELECT term FROM stem
        WHERE language = (SELECT id FROM language WHERE name = ?1) AND stem = ?2
        """, .text(language), .utf8(stem)
      ) { forms.append($0.bytes(at: 0)) }
    }
    let phrases = forms.map { "\"\(String(decoding: $0, as: UTF8.self))\"" }
    return try find(phrases.joined(separator: " OR "))
  }

  /// The documents for which a condition holds, in the order of their names.
  func documents(_ condition: FilterCondition) throws -> [DocumentLocation] {
    var rows: [(folder: FolderID, name: [UInt8])] = []
    try statement("SELECT directory, name FROM document WHERE \(condition.sql) ORDER BY name")
      .forEachRow(condition.values) { rows.append(($0.folder(at: 0), $0.bytes(at: 1))) }
    var tree = FolderTree(in: self)
    return try rows.map { try tree.location(of: $0.folder).appending($0.name) }
  }
}

extension FilePath {
  /// A path of a test, which is absolute.
  init(_ text: String) {
    self = FilePath(absolute: text) ?? .root
  }
}
