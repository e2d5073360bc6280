/// How often a term occurs in each of the first eight columns of a row.
///
/// Occurrences in later columns count in none of them.
public struct ColumnCounts: Equatable, Sendable {
  /// The number of columns.
  public static let columnCount = 8
  /// The most occurrences of a row that can be counted.
  public static let most = 255
  private static let bits = 8

  /// A byte for each column, the first one lowest.
  private(set) var packed: UInt64 = 0

  /// Makes counts of 0.
  public init() {}

  /// The number of occurrences in a column from 0 to 7.
  @inline(__always)
  public subscript(column: Int) -> Int {
    Int(packed >> UInt64(truncatingIfNeeded: column &* Self.bits) & 0xff)
  }

  /// What ``add(_:)`` needs for an occurrence in a column: 0 from column 8 on.
  @inline(__always)
  static func unit(ofColumn column: Int) -> UInt64 {
    column < columnCount ? 1 << UInt64(truncatingIfNeeded: column &* bits) : 0
  }

  /// Counts an occurrence; at most ``most`` may be counted in all.
  @inline(__always)
  mutating func add(unit: UInt64) { packed &+= unit }

  /// Whether one of the first columns has occurrences.
  @inline(__always)
  func isInFirst(_ columns: Int) -> Bool { packed.trailingZeroBitCount < columns &* Self.bits }

  /// The only column with occurrences; nil if there are several or none.
  @inline(__always)
  var onlyColumn: Int? {
    let column = packed.trailingZeroBitCount / Self.bits
    guard column < Self.columnCount else { return nil }
    return packed >> UInt64(truncatingIfNeeded: column &* Self.bits) <= 0xff ? column : nil
  }

  /// Calls `body` with each column below a limit that has occurrences, and with their number.
  @inline(__always)
  func forEachColumn(below limit: Int, _ body: (_ column: Int, _ number: Int) -> Void) {
    var rest = packed
    while rest != 0 {
      let column = rest.trailingZeroBitCount / Self.bits
      if column >= limit { return }
      body(column, self[column])
      rest &= ~(0xff << UInt64(truncatingIfNeeded: column &* Self.bits))
    }
  }

  /// The sums for each column, at most ``most``.
  static func + (first: Self, second: Self) -> Self {
    var sum = Self()
    for column in 0..<columnCount {
      sum.packed |=
        UInt64(min(first[column] + second[column], most)) << UInt64(column * bits)
    }
    return sum
  }
}
