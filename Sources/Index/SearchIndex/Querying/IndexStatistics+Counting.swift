import SittaSQLite

extension IndexStatistics {
  /// Counts the documents by extractor and state; O(documents), but reads only an SQL index.
  init(of snapshot: borrowing Snapshot) throws(SQLiteError) {
    let database = snapshot.database
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
    let size = try database.first(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    ) { $0.integer(at: 0) }
    self.init(readers: readers, away: away ?? 0, size: size ?? 0, clock: snapshot.clock)
    let scans = try Self.countScans(in: database)
    (scannedDocuments, pictures) = (scans.documents, scans.pictures)
    languages = try snapshot.reader.languages()
    consumers = try FeedConsumer.all(in: database)
  }

  private static func countScans(
    in database: Database
  ) throws(SQLiteError) -> (documents: Int64, pictures: Int64) {
    var counts: (documents: Int64, pictures: Int64) = (0, 0)
    try database.forEachRow("SELECT picture, count(*) FROM scan GROUP BY picture") { row in
      if row.integer(at: 0) == 0 {
        counts.documents = row.integer(at: 1)
      } else {
        counts.pictures = row.integer(at: 1)
      }
    }
    return counts
  }
}
