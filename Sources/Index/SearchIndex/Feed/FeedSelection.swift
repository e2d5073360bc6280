import IndexStorage
public import SittaSQLite

/// Folders and documents that a reader of the feed wants as they are now, and how far it has got them.
///
/// Folders come before documents, each in the order of the ranges, and in a range by their numbers.
public struct FeedSelection: Equatable, Sendable {
  private let folders: [ClosedRange<Int64>]
  private let documents: [ClosedRange<Int64>]
  private var stage = FeedPosition.Stage.folders
  /// The index of the range of the next row.
  private var range = 0
  /// The smallest number of the next row in its range.
  private var first: Int64?
  /// How many bytes of the next row's text were sent.
  private var sent = 0

  /// Selects folders and documents by ranges of their numbers.
  public init(folders: [ClosedRange<Int64>], documents: [ClosedRange<Int64>]) {
    (self.folders, self.documents) = (folders, documents)
  }

  /// Reads the next page; it is current if nothing is left.
  mutating func page(
    in snapshot: borrowing Snapshot, limit: Int, includingTexts includesTexts: Bool, textLimit: Int
  ) throws(SQLiteError) -> FeedPage {
    var page = FeedPage(isReset: false, next: FeedPosition(after: snapshot.clock))
    var rows = try FeedRows(in: snapshot, textLimit: textLimit)
    var (count, bytes) = (0, 0)
    while let item = try next(in: snapshot.database) {
      if count == limit || bytes >= textLimit { return page }
      if item.id != first { sent = 0 }
      bytes += try rows.add(item, textFrom: includesTexts ? sent : nil, to: &page)
      count += 1
      if item.stage == .documents, let document = page.documents.last, document.isPartial {
        (first, sent) = (item.id, document.offset + (document.text?.count ?? 0))
        return page
      }
      (first, sent) = (item.id + 1, 0)
    }
    page.isCurrent = true
    return page
  }

  /// Finds the next row, and moves to its range; nil if there is none.
  private mutating func next(in database: Database) throws(SQLiteError) -> FeedPosition.Item? {
    while true {
      let ranges = stage == .folders ? folders : documents
      guard range < ranges.count else {
        if stage == .documents { return nil }
        (stage, range, first) = (.documents, 0, nil)
        continue
      }
      let (table, column) =
        stage == .folders ? ("directory", "written") : ("document", "sequence")
      let (low, high) = (first ?? ranges[range].lowerBound, ranges[range].upperBound)
      let found = try database.first(
        "SELECT \(column), id FROM \(table) WHERE id >= ?1 AND id <= ?2 ORDER BY id LIMIT 1",
        .integer(low), .integer(high)
      ) { (commit: $0.commit(at: 0), id: $0.integer(at: 1)) }
      if let found { return .init(commit: found.commit, stage: stage, id: found.id) }
      (range, first) = (range + 1, nil)
    }
  }
}

extension IndexReader {
  /// Reads the next rows of a selection.
  ///
  /// - Parameters:
  ///   - selection: the rows, and how far they were read.
  ///   - limit: the largest number of rows.
  ///   - includesTexts: whether documents have their texts.
  /// - Returns: the rows, which are current if they are the last ones, and the selection after them.
  /// - Throws: the error of SQLite.
  public func rows(
    _ selection: FeedSelection, limit: Int, includingTexts includesTexts: Bool
  ) throws(SQLiteError) -> (page: FeedPage, next: FeedSelection) {
    var next = selection
    let page = try next.page(
      in: Snapshot(of: self), limit: limit, includingTexts: includesTexts, textLimit: 1 << 20)
    return (page, next)
  }
}
