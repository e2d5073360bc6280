public import SittaSQLite

/// Reads the postings of an FTS5 table from its own pages, beside FTS5.
///
/// It gives the same rows and counts as FTS5 at a third of the cost, or an error; then FTS5 can be asked. It
/// writes nothing and locks nothing: it uses the open read transaction of its connection. See
/// <doc:ReadingSegments> for what it reads and when it gives up.
///
/// ```swift
/// let reader = try FTS5SegmentReader(table: "book", in: db)
/// try db.transaction(.deferred) {
///   try reader.refresh()
///   try reader.forEachRow(with: Array("whale".utf8)) { rowID, counts in print(rowID, counts[1]) }
/// }
/// ```
public final class FTS5SegmentReader {
  /// The table.
  public let table: String
  /// Shared by the readers of all connections.
  public let state: FTS5SegmentSwitch
  let pages: SegmentPages
  private(set) var snapshot = SegmentSnapshot()
  /// The state of rows, kept for the next query.
  var rowStates = SegmentRowStates()

  /// Makes a reader for a table of the main database.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - db: its connection, which may be in a transaction.
  ///   - state: switches the readers of all connections off.
  /// - Throws: ``FTS5SegmentError`` if there is no such table, or SQLite failed.
  public init(
    table: String, in db: Database, state: FTS5SegmentSwitch = FTS5SegmentSwitch()
  ) throws(FTS5SegmentError) {
    (self.table, self.state) = (table, state)
    do throws(SQLiteError) {
      pages = try SegmentPages(table: table, in: db)
    } catch {
      if error.isUnknownStatement { throw .unsupported(.noTable) }
      throw .failed(error)
    }
  }

  /// Prepares for the open read transaction; call it once in each before other methods.
  ///
  /// It takes some 20 µs.
  ///
  /// - Throws: ``FTS5SegmentError`` if the segments cannot be read.
  public func refresh() throws(FTS5SegmentError) {
    if state.isOff { throw .unsupported(.switchedOff) }
    try snapshot.refresh(table, pages)
  }

  /// The number of rows in the table.
  public var rowCount: Int64 { snapshot.rowCount }

  /// The number of segments; each costs a lookup for each term.
  public var segmentCount: Int { snapshot.structure.segments.count }

  /// Frees the states of rows, which take 24 bytes for each row and are kept from one search to the next.
  public func releaseMemory() { rowStates = SegmentRowStates() }

  var terms: SegmentTermReader {
    SegmentTermReader(pages: pages, structure: snapshot.structure)
  }

  /// Calls `body` with each row that has a term, in ascending order.
  ///
  /// O(bytes of the term's doclists), and sorting if several segments have the term.
  ///
  /// - Parameters:
  ///   - term: a term as the tokenizer gave it.
  ///   - limit: how many occurrences of a row are counted, up to ``ColumnCounts/most``.
  ///   - body: receives a row, and how often it has the term by column.
  /// - Throws: ``FTS5SegmentError`` before `body` is called, or the error of `body`.
  public func forEachRow(
    with term: [UInt8], countingUpTo limit: Int = ColumnCounts.most,
    _ body: (_ rowID: Int64, _ counts: ColumnCounts) throws -> Void
  ) throws {
    let counter = PositionCounter(limit: limit, columnCount: snapshot.columnCount)
    var list = PostingList(counter)
    try terms.read(term, into: &list) { $0.beginSegment() }
    try list.forEachLiveRow(body)
  }

  /// Calls `body` with each of some rows that has a term, in ascending order.
  ///
  /// Leaves without these rows are skipped if the doclist has an index. O(rows + bytes of the other leaves).
  ///
  /// - Parameters:
  ///   - term: a term as the tokenizer gave it.
  ///   - rowIDs: the rows, in any order.
  ///   - limit: how many occurrences of a row are counted, up to ``ColumnCounts/most``.
  ///   - body: receives a row, and how often it has the term by column.
  /// - Throws: ``FTS5SegmentError`` before `body` is called, or the error of `body`.
  public func forEachRow(
    with term: [UInt8], among rowIDs: some Sequence<Int64>,
    countingUpTo limit: Int = ColumnCounts.most,
    _ body: (_ rowID: Int64, _ counts: ColumnCounts) throws -> Void
  ) throws {
    let counter = PositionCounter(limit: limit, columnCount: snapshot.columnCount)
    var list = PostingList(counter, among: rowIDs)
    try terms.read(term, into: &list) { $0.beginSegment() }
    try list.forEachLiveRow(body)
  }

  /// The number of rows that have a term, or one of several.
  ///
  /// O(bytes of the terms' doclists), without their positions.
  ///
  /// - Parameter terms: terms as the tokenizer gave them.
  /// - Returns: the number of rows, each counted once.
  /// - Throws: ``FTS5SegmentError``.
  public func documentCount(ofAny terms: [[UInt8]]) throws(FTS5SegmentError) -> Int {
    guard let limit = snapshot.rowLimit else { throw .unsupported(.sparseRows) }
    var counter = DocumentCounter(below: limit)
    for term in Set(terms) {
      counter.beginTerm()
      try self.terms.read(term, into: &counter)
    }
    return counter.count
  }
}

extension FTS5SegmentReader {
  /// Finds the same rows as ``FTS5Candidates`` finds with an expression.
  ///
  /// Afterwards the candidates have the best rows, with the same scores and occurrences to the last bit, and
  /// the same numbers of full and partial matches. If an error is thrown, they can have a part of the rows; after
  /// a deadline that is the answer, otherwise FTS5 must be asked.
  ///
  /// - Parameters:
  ///   - request: the words with their terms.
  ///   - candidates: their rows are replaced.
  /// - Throws: ``FTS5SegmentError``.
  public func collect(
    _ request: FTS5SegmentRequest, into candidates: FTS5Candidates
  ) throws(FTS5SegmentError) {
    candidates.begin(request.candidates)
    let search = SegmentSearch(
      table: table, terms: terms, snapshot: snapshot, request: request,
      plan: try SegmentPlan(request))
    let lengths = candidates.lengthTable
    try candidates.withCollector { (collector) throws(FTS5SegmentError) in
      try search.run(&rowStates, into: &collector, lengths)
    }
  }
}
