/// Adds up the scores of terms in rows, term by term.
///
/// The result for each row is which words it has, exactly, and an upper bound for its score, which is hardly above it
/// unless synonyms are at one position.
struct SegmentScores: PostingSink {
  /// How the current term counts.
  private struct Term {
    var bit: UInt32 = 0
    var weight: Float = 0
    var factor: Float = 0
    /// The number of the term, and of the first term of its word.
    var stamp: UInt32 = 0
    var firstOfWord: UInt32 = 0
    var isOnlyOfWord = true
  }

  /// Which columns are titles, and of which words it is asked whether they are there.
  struct Titles {
    /// The number of the first columns that are titles; 0 if no rows are to be found by titles.
    let columnCount: Int
    /// The words, a bit for each.
    let words: UInt64
  }

  var positions: PositionCounter
  private let fields: SegmentFieldScores
  let states: SegmentRowTable
  /// The rows that have a word and can match.
  private(set) var rows: RowSet
  /// The rows whose titles have all decisive words so far; nil before the first one.
  private(set) var titled: RowSet?
  /// The rows whose titles have the current word.
  private var titledByWord: RowSet
  private let titles: Titles
  private let limit: Int64
  /// The number before those of this query.
  private let firstStamp: UInt32
  private var term = Term()
  /// Whether only rows that have a word already are looked up.
  var isSelective = false

  init(
    _ fields: SegmentFieldScores, _ states: SegmentRowTable, stamp: UInt32, below limit: Int,
    columnCount: Int, titles: Titles
  ) {
    self.titles = titles
    titledByWord = RowSet(below: titles.columnCount > 0 ? limit : 0)
    self.fields = fields
    self.states = states
    self.limit = Int64(limit)
    firstStamp = stamp
    term.stamp = stamp
    rows = RowSet(below: limit)
    positions = PositionCounter(
      limit: FTS5Candidates.countedOccurrences, columnCount: columnCount)
  }

  /// Reads all terms of a word.
  mutating func read(
    _ word: SegmentPlan.Word, from terms: SegmentTermReader
  ) throws(FTS5SegmentError) {
    (term.bit, term.weight) = (word.bit, word.weight)
    term.isOnlyOfWord = word.termCount == 1
    term.firstOfWord = term.stamp + 1
    for form in word.forms {
      term.factor = form.factor
      for bytes in form.terms {
        term.stamp += 1
        try terms.read(bytes, into: &self)
      }
    }
    keepTitled(word)
  }

  /// Removes the rows whose titles lack the word that was read.
  private mutating func keepTitled(_ word: SegmentPlan.Word) {
    guard titles.columnCount > 0 else { return }
    if titles.words & UInt64(word.bit) != 0 {
      titled?.formIntersection(titledByWord)
      if titled == nil { titled = titledByWord }
    }
    titledByWord = RowSet(below: Int(limit))
  }

  /// Removes the rows that have none of some words.
  mutating func keepRows(with words: UInt32) {
    var row = rows.next(from: 0)
    while let current = row {
      if states[Int(current)].words & words == 0 { rows.remove(current) }
      row = rows.next(from: current + 1)
    }
  }

  mutating func nextWanted(from row: Int64) -> Int64? {
    isSelective ? rows.next(from: row) : row
  }

  @inline(__always)
  mutating func wants(_ row: Int64, isDeleted: Bool) -> Bool {
    // A row beyond the limit is not in the table: its deletions are.
    guard row >= 0, row < limit else { return false }
    if isSelective, !rows.contains(row) { return false }
    let index = Int(truncatingIfNeeded: row)
    let stamp = states[index].stamp
    // A newer segment has decided.
    if stamp == term.stamp { return false }
    if !isDeleted { return true }
    if stamp <= firstStamp {
      states[index] = SegmentRowState()
    } else if stamp < term.firstOfWord {
      states[index].counts = ColumnCounts()
    }
    states[index].stamp = term.stamp
    return false
  }

  @inline(__always)
  mutating func take(_ row: Int64) {
    let index = Int(truncatingIfNeeded: row)
    var state = states[index]
    if state.stamp <= firstStamp { state = SegmentRowState() }
    var counts = positions.counts
    if counts.isInFirst(titles.columnCount) { titledByWord.insert(row) }
    if !term.isOnlyOfWord {
      // A form scores with the occurrences of the forms before it.
      if state.stamp >= term.firstOfWord { counts = counts + state.counts }
      state.counts = counts
    }
    state.stamp = term.stamp
    if state.words & term.bit == 0 {
      if state.words == 0 { rows.insert(row) }
      state.words |= term.bit
      state.mostOfWord = 0
    }
    let most = max(state.mostOfWord, term.weight * term.factor * fields.score(counts, row))
    state.most += most - state.mostOfWord
    state.mostOfWord = most
    states[index] = state
  }
}
