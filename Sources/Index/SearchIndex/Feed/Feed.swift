public import IndexStorage
import LinuxSystem
public import SittaSQLite

/// A page of the feed of changes.
///
/// Each row has the number of the commit that wrote it last, and a removed one leaves its number for a while.
/// So a reader that has seen everything up to a commit needs the rows with larger numbers, and no log of the
/// commits is kept. A row that changes again while a reader is on its way comes later, in its new state.
struct Feed {
  /// Where the reader is; nil for a reader that has nothing.
  let position: FeedPosition?
  /// The most rows.
  let limit: Int
  let includesTexts: Bool
  /// A page ends when it has this number of bytes of text; longer texts are sent in parts of this
  /// size.
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

  /// Finds out which commit is complete after a page that was cut.
  private func settle(_ page: inout FeedPage, before items: [FeedPosition.Item]) {
    guard let next = items.first(where: { $0 > page.next.item }) else { return }
    // All rows of the commits before the next row were sent.
    page.isWithinCommit = page.next.item.commit == next.commit || page.next.partial != nil
    let complete = items.last { $0 <= page.next.item && $0.commit < next.commit }?.commit
    if let complete { page.next.commit = max(page.next.commit, complete) }
  }

  /// The rows after another one, at most ``limit`` and one more.
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
      // Of the commit of the last row, only rows of this stage after its number.
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
  ///   - position: where the reader is; nil for a reader that has nothing.
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
