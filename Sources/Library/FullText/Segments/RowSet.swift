/// A set of row ids from 0 up to a limit, with a bit for each.
struct RowSet {
  private static let bits = UInt64.bitWidth
  private var blocks: [UInt64]

  /// The number of possible rows.
  let limit: Int

  /// Makes an empty set of rows below `limit`.
  init(below limit: Int) {
    self.limit = limit
    blocks = Array(repeating: 0, count: (limit + Self.bits - 1) / Self.bits)
  }

  /// The number of rows; O(limit).
  var count: Int { blocks.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether a row is in the set; false for a row that cannot be in it.
  @inline(__always)
  func contains(_ row: Int64) -> Bool {
    guard row >= 0, row < Int64(limit) else { return false }
    let row = Int(truncatingIfNeeded: row)
    return blocks[row / Self.bits] & Self.bit(row) != 0
  }

  /// Adds a row below the limit.
  ///
  /// - Returns: whether it was not in the set.
  @inline(__always)
  @discardableResult
  mutating func insert(_ row: Int64) -> Bool {
    let row = Int(truncatingIfNeeded: row)
    let old = blocks[row / Self.bits]
    blocks[row / Self.bits] = old | Self.bit(row)
    return old & Self.bit(row) == 0
  }

  /// Removes a row below the limit.
  mutating func remove(_ row: Int64) {
    blocks[Int(row) / Self.bits] &= ~Self.bit(Int(row))
  }

  /// Removes the rows that are not in another set with the same limit.
  mutating func formIntersection(_ other: Self) {
    for index in blocks.indices { blocks[index] &= other.blocks[index] }
  }

  /// The first row of the set from `row` on; nil if there is none.
  func next(from row: Int64) -> Int64? {
    guard row < Int64(limit) else { return nil }
    let row = max(0, Int(row))
    var index = row / Self.bits
    var block = blocks[index] & ~(Self.bit(row) &- 1)
    while block == 0 {
      index += 1
      if index == blocks.count { return nil }
      block = blocks[index]
    }
    return Int64(index * Self.bits + block.trailingZeroBitCount)
  }

  /// Calls `body` with each row in ascending order.
  @inline(__always)
  func forEach(_ body: (Int64) -> Void) {
    for index in blocks.indices {
      var block = blocks[index]
      while block != 0 {
        body(Int64(index * Self.bits + block.trailingZeroBitCount))
        block &= block - 1
      }
    }
  }

  @inline(__always)
  private static func bit(_ row: Int) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: row & (bits - 1))
  }
}
