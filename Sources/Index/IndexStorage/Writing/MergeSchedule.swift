import SittaSQLite

/// Decides when the segments of FTS5 are merged.
struct MergeSchedule {
  /// Whether FTS5 collects more in memory and merges nothing; see ``IndexWriter/setBulk(_:)``.
  var isBulk: Bool {
    didSet { if isBulk { isDue = true } }
  }
  /// Whether a merge is needed: segments were written without merging, or many texts were removed.
  private(set) var isDue: Bool
  private var isUnderWay = false
  /// The number of texts that were removed since the last merge; until a merge their postings stay.
  private var removals: Int64 = 0

  /// The most removals for which no merge is needed.
  private static let removalsKept: Int64 = 64

  init(isBulk: Bool) {
    (self.isBulk, isDue) = (isBulk, isBulk)
  }

  /// Counts a text that was removed.
  mutating func countRemoval() {
    removals += 1
  }

  /// Plans a merge if more than an eighth of the documents were removed.
  mutating func plan(documents: () throws(SQLiteError) -> Int64) throws(SQLiteError) {
    if removals > Self.removalsKept, try removals > documents() / 8 { isDue = true }
  }

  /// Begins a step.
  ///
  /// - Returns: how many pages to merge; the first step's number is negative, which makes FTS5 plan to merge
  ///   all segments into one.
  mutating func beginStep() -> Int64 {
    defer { (isUnderWay, removals) = (true, 0) }
    return isUnderWay ? 500 : -500
  }

  /// Records that all segments are merged.
  mutating func finish() {
    (isDue, isUnderWay) = (false, false)
  }
}
