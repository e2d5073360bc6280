/// Reads the list of the positions of a term in a row, which can come in pieces.
///
/// Each position is a number: the distance from the last one in the same column, plus 2. A number of 1 comes
/// before the number of another column. See "Position Lists" in `fts5_index.c`.
protocol SegmentPositions {
  /// Begins with a row.
  mutating func begin()

  /// Reads a piece of the list.
  ///
  /// - Parameters:
  ///   - bytes: a page.
  ///   - range: the piece, inside of the page.
  /// - Returns: false if the list is not valid.
  mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool

  /// Whether the list may end here.
  var isAtEnd: Bool { get }
}

/// Counts positions by column, up to a number of all.
struct PositionCounter: SegmentPositions {
  private let limit: Int
  private let columnCount: Int
  private(set) var counts = ColumnCounts()
  private var left = 0
  private var unit: UInt64 = 1
  private var next = PositionPart.position

  /// - Parameters:
  ///   - limit: the number of positions that are counted, up to ``ColumnCounts/most``.
  ///   - columnCount: the number of columns of the table.
  init(limit: Int, columnCount: Int) {
    self.limit = min(limit, ColumnCounts.most)
    self.columnCount = columnCount
  }

  @inline(__always)
  mutating func begin() {
    (counts, left, unit, next) = (ColumnCounts(), limit, 1, .position)
  }

  var isAtEnd: Bool { left == 0 || next == .position }

  @inline(__always)
  mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    var (unit, left, next) = (unit, left, next)
    defer { (self.unit, self.left, self.next) = (unit, left, next) }
    while offset < range.upperBound, left > 0 {
      if next.isPosition,
        let block = PositionBlock(bytes, offset..<range.upperBound)
      {
        let count = min(block.ends, left)
        counts.add(unit: unit &* UInt64(truncatingIfNeeded: count))
        left &-= count
        offset &+= block.count
        next = block.isInsidePosition ? .restOfPosition : .position
        continue
      }
      let byte = bytes[offset]
      offset &+= 1
      switch next {
      case .position, .firstPosition:
        if byte > 1, byte < 0x80 {
          counts.add(unit: unit)
          left &-= 1
          next = .position
        } else if byte == 1, next == .position {
          next = .column
        } else if byte <= 1 {
          return false
        } else {
          next = .restOfPosition
        }
      case .restOfPosition:
        if byte < 0x80 {
          counts.add(unit: unit)
          left &-= 1
          next = .position
        }
      case .column:
        // A table has at most 2,000 columns; larger numbers than those of two bytes are damage.
        if byte < 0x80 {
          guard Int(byte) < columnCount else { return false }
          unit = ColumnCounts.unit(ofColumn: Int(byte))
          next = .firstPosition
        } else {
          next = .restOfColumn(Int(byte & 0x7f))
        }
      case .restOfColumn(let high):
        let column = high << 7 | Int(byte & 0x7f)
        guard byte < 0x80, column < columnCount else { return false }
        unit = ColumnCounts.unit(ofColumn: column)
        next = .firstPosition
      }
    }
    return true
  }
}

/// The part of a list of positions to which the next byte belongs.
enum PositionPart: Equatable {
  case position
  /// The first position after a column, which must exist.
  case firstPosition
  case restOfPosition
  case column
  /// The second byte of a column, with the bits of the first.
  case restOfColumn(Int)

  /// Whether bytes from 2 on can only belong to positions.
  @inline(__always)
  var isPosition: Bool {
    switch self {
    case .position, .firstPosition, .restOfPosition: true
    case .column, .restOfColumn: false
    }
  }
}

/// The next bytes of a list of positions, up to eight, that have no other column among them.
private struct PositionBlock {
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
  private static let twos: UInt64 = 0x0202_0202_0202_0202

  /// The number of bytes.
  let count: Int
  /// The number of positions that end in them.
  let ends: Int
  /// Whether the last position goes on after them.
  let isInsidePosition: Bool

  /// - Returns: nil if the first byte must be looked at alone.
  @inline(__always)
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let block = bytes.block(at: range.lowerBound) else { return nil }
    // The lowest byte below 2 is marked correctly; bytes after it may be marked as well.
    let small = (block &- Self.twos) & ~block & Self.highBits
    count = min(range.count, small.trailingZeroBitCount / 8)
    guard count > 0 else { return nil }
    // The other bytes of the block are shifted out.
    let unused = UInt64(truncatingIfNeeded: (8 &- count) &* 8)
    let rest = (block & Self.highBits) << unused
    ends = count &- rest.nonzeroBitCount
    isInsidePosition = rest >> 63 == 1
  }
}
