import Glibc

/// What is known about a row while the words of a query are read, in 24 bytes.
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
}

/// The states of all rows by id.
///
/// It is an object with memory of its own, because an array is asked at each change whether it is shared. Pages
/// of the memory that have no state yet take no room.
@safe
final class SegmentRowTable {
  private let states: UnsafeMutablePointer<SegmentRowState>
  let count: Int

  /// Makes a table of states whose bytes are all 0.
  init(count: Int) {
    guard let memory = unsafe calloc(count, MemoryLayout<SegmentRowState>.stride) else {
      preconditionFailure("no memory for \(count) rows")
    }
    unsafe states = memory.bindMemory(to: SegmentRowState.self, capacity: count)
    self.count = count
  }

  deinit {
    unsafe free(states)
  }

  @inline(__always)
  subscript(row: Int) -> SegmentRowState {
    get {
      precondition(row >= 0 && row < count)
      return unsafe states[row]
    }
    set {
      precondition(row >= 0 && row < count)
      unsafe states[row] = newValue
    }
  }
}

/// The states of all rows by id, which a reader keeps from one query to the next.
///
/// Each term of each query gets a number, so nothing must be cleared: a state with a smaller number than the
/// first one of the query is old.
struct SegmentRowStates {
  private var table = SegmentRowTable(count: 0)
  private var lastStamp: UInt32 = 0

  /// Prepares the states for a query.
  ///
  /// - Parameters:
  ///   - limit: larger than all row ids.
  ///   - termCount: the number of terms.
  /// - Returns: the states, and the number before those of the query's terms.
  mutating func states(below limit: Int, termCount: Int) -> (SegmentRowTable, stamp: UInt32) {
    let (last, isTooLarge) = lastStamp.addingReportingOverflow(UInt32(clamping: termCount))
    if isTooLarge || table.count < limit {
      // Each new row needs an element, and not each a new table.
      table = SegmentRowTable(count: limit + limit / 8)
      lastStamp = UInt32(clamping: termCount)
      return (table, 0)
    }
    defer { lastStamp = last }
    return (table, lastStamp)
  }
}
