/// What is known about a row while the words of a query are read, in 32 bytes.
struct SegmentRowState {
  /// The words that the row has.
  var words: UInt32 = 0
  /// The last term for which a segment decided about the row.
  var stamp: UInt32 = 0
  /// An upper bound for the score of the words so far.
  var most: Float = 0
  /// The part of ``most`` for the current word.
  var mostOfWord: Float = 0
  /// The occurrences of the current word so far.
  var counts = ColumnCounts()
  /// The share of the highest score in each field, of the best form of the current word.
  var shares = SIMD8<UInt8>()
}

/// The states of all rows by id, which a reader keeps from one query to the next.
///
/// Each term of each query gets a number, so nothing must be cleared: a state with a smaller number than the
/// first one of the query is old.
struct SegmentRowStates {
  private(set) var states: [SegmentRowState] = []
  private var lastStamp: UInt32 = 0

  /// Takes the states out for a query, so that they are not copied.
  ///
  /// - Parameters:
  ///   - limit: larger than all row ids.
  ///   - termCount: the number of terms.
  /// - Returns: the states, and the number before those of the query's terms.
  mutating func take(below limit: Int, termCount: Int) -> ([SegmentRowState], stamp: UInt32) {
    var states: [SegmentRowState] = []
    swap(&states, &self.states)
    let (last, isTooLarge) = lastStamp.addingReportingOverflow(UInt32(clamping: termCount))
    if isTooLarge || states.count < limit {
      // Each new row needs an element, and not each a new array.
      states = Array(repeating: SegmentRowState(), count: limit + limit / 8)
      lastStamp = UInt32(clamping: termCount)
      return (states, 0)
    }
    defer { lastStamp = last }
    return (states, lastStamp)
  }

  /// Puts the states back.
  mutating func put(_ states: [SegmentRowState]) {
    self.states = states
  }
}
