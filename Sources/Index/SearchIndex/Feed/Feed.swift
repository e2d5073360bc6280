public import IndexStorage
import LinuxSystem
public import SittaSQLite

/// Reads one page of the feed of changes.
///
/// Each row has the number of the last commit that wrote it, and for each removed row a record with such a
/// number is kept for a while. So a reader that knows everything up to a commit needs only the rows with
/// larger numbers. A row that changes again while a reader fetches pages comes again later, in its new state.
struct Feed {
  /// The position of the reader; nil for a reader that has nothing yet.
  let position: FeedPosition?
  /// The most rows of a page.
  let limit: Int
  let includesTexts: Bool
  /// The number of bytes of text after which a page ends; longer texts are sent in parts of this size.
  var textLimit = 1 << 20

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> FeedPage {
    let clock = snapshot.clock
    let history = try FeedHistory(of: snapshot.database)
    let known = position.flatMap { $0.isKnown(to: history, at: clock) ? $0 : nil }
    var page = FeedPage(
      isReset: position != nil && known == nil, next: known ?? FeedPosition(beginningOf: clock))
    let items = try items(after: page.next.item, in: snapshot.database)
    var rows = try FeedRows(in: snapshot, textLimit: textLimit)
    var bytes = 0
    var isCut = items.count > limit
    for item in items.prefix(limit) {
      let sent = page.next.partial.flatMap { $0.item == item ? $0.bytes : nil } ?? 0
      bytes += try rows.add(item, textFrom: includesTexts ? sent : nil, to: &page)
      if let document = page.documents.last, document.isPartial {
        page.next.partial = (item, document.offset + (document.text?.count ?? 0))
        isCut = true
        break
      }
      (page.next.item, page.next.partial) = (item, nil)
      if bytes >= textLimit, item != items.last {
        isCut = true
        break
      }
    }
    if isCut {
      settle(&page, before: items)
      page.next.seen = clock.sequence
    } else {
      (page.next.commit, page.next.item) = (clock.sequence, .end(of: clock.sequence))
      (page.next.seen, page.next.loadingSince, page.isCurrent) = (nil, nil, true)
    }
    return page
  }

  /// Determines which commits are complete after a page that does not reach the end.
  private func settle(_ page: inout FeedPage, before items: [FeedPosition.Item]) {
    guard let next = items.first(where: { $0 > page.next.item }) else { return }
    // The rows are in the order of commits, so all rows of the commits before the next row were sent.
    page.isWithinCommit = page.next.item.commit == next.commit || page.next.partial != nil
    let complete = items.last { $0 <= page.next.item && $0.commit < next.commit }?.commit
    if let complete { page.next.commit = max(page.next.commit, complete) }
  }

  /// Returns the rows after a row, one more than ``limit`` at most.
  private func items(
    after item: FeedPosition.Item, in database: Database
  ) throws(SQLiteError) -> [FeedPosition.Item] {
    var items: [FeedPosition.Item] = []
    let most = SQLiteValue.integer(Int64(limit) + 1)
    try database.statement(
      """
      SELECT sequence, kind, id FROM gone WHERE (sequence, kind, id) > (?1, ?2, ?3)
      ORDER BY sequence, kind, id LIMIT ?4
      """
    ).forEachRow([
      .commit(item.commit), .integer(item.stage.rawValue), .integer(item.id), most,
    ]) { row in
      let stage: FeedPosition.Stage =
        row.integer(at: 1) == 0 ? .removedDocuments : .removedFolders
      items.append(.init(commit: row.commit(at: 0), stage: stage, id: row.integer(at: 2)))
    }
    for (stage, column, table) in [
      (FeedPosition.Stage.folders, "written", "directory"), (.documents, "sequence", "document"),
    ] {
      // In the commit of that row, only rows that come after it in the order of stages and numbers.
      let id: Int64 = item.stage < stage ? 0 : item.stage == stage ? item.id : .max
      try database.statement(
        """
        SELECT \(column), id FROM \(table)
        WHERE \(column) >= ?1 AND (\(column) > ?1 OR id > ?2)
        ORDER BY \(column), id LIMIT ?3
        """
      ).forEachRow([.commit(item.commit), .integer(id), most]) { row in
        items.append(.init(commit: row.commit(at: 0), stage: stage, id: row.integer(at: 1)))
      }
    }
    return Array(items.sorted().prefix(limit + 1))
  }
}

extension IndexReader {
  /// Reads the changes after a position in the feed.
  ///
  /// - Parameters:
  ///   - position: the position of the reader; nil for a reader that has nothing yet.
  ///   - limit: the largest number of rows.
  ///   - includesTexts: whether documents have their texts.
  /// - Returns: the changes.
  /// - Throws: the error of SQLite.
  public func changes(
    after position: FeedPosition?, limit: Int, includingTexts includesTexts: Bool = false
  ) throws(SQLiteError) -> FeedPage {
    try Feed(position: position, limit: limit, includesTexts: includesTexts)
      .run(in: Snapshot(of: self))
  }
}
