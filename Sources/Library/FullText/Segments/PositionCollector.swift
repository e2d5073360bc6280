/// Collects the first positions of a list, each as its column and token in one number.
struct PositionCollector: SegmentPositions {
  private static let tokenBits: UInt64 = 32
  private static let mostToken = 0x7fff_ffff

  private let limit: Int
  private let columnCount: Int
  /// The positions of all lists so far.
  private(set) var all: [UInt64] = []
  private var start = 0
  private var column = 0
  private var token = 0
  private var number = 0
  private var isInsideNumber = false
  private var isColumn = false
  /// Whether a column has begun that has no position yet.
  private var isEmptyColumn = false

  /// - Parameters:
  ///   - limit: the number of positions of a list that are collected.
  ///   - columnCount: the number of columns of the table.
  init(limit: Int, columnCount: Int) {
    (self.limit, self.columnCount) = (limit, columnCount)
  }

  /// The positions of the current list, as a range of ``all``.
  var range: Range<Int> { start..<all.count }

  private var isFull: Bool { all.count - start >= limit }

  var isAtEnd: Bool { isFull || !isInsideNumber && !isColumn && !isEmptyColumn }

  mutating func begin() {
    (start, column, token, number) = (all.count, 0, 0, 0)
    (isInsideNumber, isColumn, isEmptyColumn) = (false, false, false)
  }

  mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for offset in range {
      if isFull { return true }
      let byte = bytes[offset]
      number = number << 7 & Self.mostToken | Int(byte & 0x7f)
      isInsideNumber = byte >= 0x80
      if isInsideNumber { continue }
      guard add(number) else { return false }
      number = 0
    }
    return true
  }

  /// Takes a whole number.
  private mutating func add(_ number: Int) -> Bool {
    if isColumn {
      guard number > column, number < columnCount else { return false }
      (column, token, isColumn, isEmptyColumn) = (number, 0, false, true)
    } else if number == 1 {
      if isEmptyColumn { return false }
      isColumn = true
    } else {
      token += number - 2
      guard number > 0, token <= Self.mostToken else { return false }
      isEmptyColumn = false
      all.append(UInt64(column) << Self.tokenBits | UInt64(token))
    }
    return true
  }

  /// Adds the positions of several lists as one, in the way of `fts5ExprSynonymList`.
  ///
  /// A position that is in several lists is there once. FTS5 keeps a position that is twice in one list, which
  /// a tokenizer makes that gives one token twice.
  mutating func merge(_ ranges: [Range<Int>]) -> Range<Int> {
    var ranges = ranges
    start = all.count
    var last: UInt64?
    while !isFull {
      var least: UInt64?
      for index in ranges.indices {
        if let first = ranges[index].first, all[first] == last { ranges[index].removeFirst() }
        guard let first = ranges[index].first else { continue }
        least = min(least ?? .max, all[first])
      }
      guard let least else { break }
      all.append(least)
      last = least
    }
    return range
  }

  static func column(of position: UInt64) -> Int { Int(position >> tokenBits) }
  static func token(of position: UInt64) -> Int { Int(position & (1 << tokenBits - 1)) }
}
