import SittaSQLite

/// When the segments of FTS5 are merged: a value.
struct MergeSchedule {
  /// Whether FTS5 collects more in memory and merges nothing; see ``IndexWriter/setBulk(_:)``.
  var isBulk: Bool {
    didSet { if isBulk { isDue = true } }
  }
  /// Whether some segments were written without merging, or many texts were removed.
  private(set) var isDue: Bool
  private var isUnderWay = false
  /// How many texts were removed since the last merge; their postings stay until then.
  private var removals: Int64 = 0

  /// Up to this many removals need no merge.
  private static let removalsKept: Int64 = 64

  init(isBulk: Bool) {
    (self.isBulk, isDue) = (isBulk, isBulk)
  }

  /// Counts a text that was removed.
  mutating func countRemoval() {
    removals += 1
  }

  /// Plans a merge if an eighth of the documents was removed, or more.
  mutating func plan(documents: () throws(SQLiteError) -> Int64) throws(SQLiteError) {
    if removals > Self.removalsKept, try removals > documents() / 8 { isDue = true }
  }

  /// Begins a step.
  ///
  /// - Returns: how many pages to merge; a negative number marks all segments for merging into one, and comes
  ///   only once.
  mutating func beginStep() -> Int64 {
    defer { (isUnderWay, removals) = (true, 0) }
    return isUnderWay ? 500 : -500
  }

  /// Records that all segments are merged.
  mutating func finish() {
    (isDue, isUnderWay) = (false, false)
  }
}
