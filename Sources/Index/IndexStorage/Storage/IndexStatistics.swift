package import SittaSQLite

/// How many documents one version of an extractor made, with one state.
public struct ReaderCount: Equatable, Sendable {
  /// The version of the extractor.
  public let extractor: Int64
  /// The state of the texts.
  public let state: Document.State
  /// The number of documents.
  public let documents: Int64

  /// Describes a count.
  public init(extractor: Int64, state: Document.State, documents: Int64) {
    (self.extractor, self.state, self.documents) = (extractor, state, documents)
  }
}

/// Numbers about an index.
public struct IndexStatistics: Equatable, Sendable {
  /// The number of documents by extractor and state, without documents that are away.
  public let readers: [ReaderCount]
  /// The number of documents in each state, without documents that are away.
  public var documents: [Document.State: Int64] {
    readers.reduce(into: [:]) { $0[$1.state, default: 0] += $1.documents }
  }
  /// The number of documents in folders that cannot be reached now.
  public let away: Int64
  /// The size of the database in bytes, without its write-ahead log.
  public let size: Int64
  /// The state of the index.
  public let clock: IndexClock
  /// The number of documents with pages that are images whose text is not known.
  public var scannedDocuments: Int64 = 0
  /// The number of files that are images whose text is not known.
  public var pictures: Int64 = 0
  /// The number of documents that wait for the sentence encoder.
  public var unencodedDocuments: Int64 = 0
  /// The languages in which a word finds its other forms, as `Stemmer` names them.
  public var languages: [String] = []
  /// The registered readers of the feed, in the order of their names.
  public var consumers: [FeedConsumer] = []
}

extension IndexStatistics {
  /// Counts the documents of an index, which is in a read transaction of the state `clock`.
  ///
  /// O(documents), of an SQL index only.
  package init(of database: Database, at clock: IndexClock) throws(SQLiteError) {
    let folders = try FolderTree(in: database).awayFolders()
    var readers: [ReaderCount] = []
    let present = FilterCondition.outside(folders) ?? FilterCondition("1")
    try database.statement(
      """
      SELECT extractor, state, count(*) FROM document WHERE \(present.sql) GROUP BY extractor, state
      """
    ).forEachRow(present.values) { row in
      guard let state = Document.State(rawValue: row.integer(at: 1)) else { return }
      readers.append(
        ReaderCount(
          extractor: row.integer(at: 0), state: state, documents: row.integer(at: 2)))
    }
    let below = FilterCondition.below(folders)
    let away =
      try folders.isEmpty
      ? 0
      : database.statement("SELECT count(*) FROM document WHERE \(below.sql)")
        .first(below.values) { $0.integer(at: 0) }
    self.init(
      readers: readers, away: away ?? 0, size: try Self.size(of: database), clock: clock)
    try database.forEachRow("SELECT picture, count(*) FROM scan GROUP BY picture") { row in
      if row.integer(at: 0) == 0 {
        scannedDocuments = row.integer(at: 1)
      } else {
        pictures = row.integer(at: 1)
      }
    }
    unencodedDocuments = try MeaningWriter.waitingDocuments(in: database)
    languages = try StemTable.languages(in: database)
    consumers = try FeedConsumer.all(in: database, at: clock)
  }

  /// The size of the database in bytes.
  static func size(of database: Database) throws(SQLiteError) -> Int64 {
    try database.first("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") {
      $0.integer(at: 0)
    } ?? 0
  }
}
