/// A table of a data file, such as that of a message's recipients: each row has properties.
///
/// Source: MS-PST, section 2.3.4.
struct PropertyTable {
  /// The kind of a heap with a table.
  static let kind = 0x7c
  /// The most rows that are read.
  private static let mostRows = 10_000

  private struct Column {
    let tag: Int
    let offset: Int
    let size: Int
    /// The index of the bit that says whether a row has a value.
    let bit: Int
  }

  private let heap: PropertyHeap
  private let columns: [Column]
  private let rows: [[UInt8]]
  /// The offset of the bits that say which values a row has.
  private let bitsOffset: Int
  /// The subnodes of the table, with long values.
  private let subnodes: [Int: DataFileNode]

  /// The number of rows.
  var count: Int { rows.count }

  /// Reads the table of a node; nil if the node has none.
  init?(of node: DataFileNode, _ file: inout OutlookDataFile, in bytes: Span<UInt8>) {
    guard let heap = PropertyHeap(of: node, &file, in: bytes), heap.kind == Self.kind,
      let description = heap.value(heap.root)
    else { return nil }
    let header = description.span
    guard let columnCount = header.little(1, 1),
      let bitsOffset = header.word(at: 6), let rowSize = header.word(at: 8), rowSize > 0,
      let index = header.doubleWord(at: 10), let matrix = header.doubleWord(at: 14)
    else { return nil }
    var columns: [Column] = []
    for number in 0..<columnCount {
      let offset = 22 + number * 8
      guard let tag = header.doubleWord(at: offset), let start = header.word(at: offset + 4),
        let size = header.little(offset + 6, 1), let bit = header.little(offset + 7, 1)
      else { break }
      columns.append(Column(tag: tag, offset: start, size: size, bit: bit))
    }
    subnodes = file.subnodes(in: node.subnodes, bytes)
    let all = Self.rows(of: matrix, rowSize, heap, subnodes, &file, in: bytes)
    // The index has the numbers of the rows that are in use.
    let width = file.form == .narrow ? 2 : 4
    let (used, size) = heap.records(of: index, atLeast: 4 + width) ?? ([], 1)
    rows = stride(from: 4, to: used.count, by: size).prefix(Self.mostRows).compactMap { offset in
      used.span.little(offset, width).flatMap { all.indices.contains($0) ? all[$0] : nil }
    }
    (self.heap, self.columns, self.bitsOffset) = (heap, columns, bitsOffset)
  }

  /// Returns all rows; a row is in one block.
  private static func rows(
    of matrix: Int, _ size: Int, _ heap: PropertyHeap, _ subnodes: [Int: DataFileNode],
    _ file: inout OutlookDataFile, in bytes: Span<UInt8>
  ) -> [[UInt8]] {
    var rows: [[UInt8]] = []
    func add(_ block: [UInt8]) -> Bool {
      for start in stride(from: 0, through: block.count - size, by: size) {
        if rows.count >= mostRows { return false }
        rows.append(Array(block[start..<start + size]))
      }
      return true
    }
    if let value = heap.value(matrix) {
      _ = add(value)
    } else if let node = subnodes[matrix] {
      file.forEachBlock(of: node.content, in: bytes, add)
    }
    return rows
  }

  /// Calls `body` with the tag and the bytes of each value of a row.
  func forEachValue(ofRow number: Int, _ body: (_ tag: Int, _ value: [UInt8]) -> Void) {
    let row = rows[number]
    for column in columns {
      let bits = row.span.little(bitsOffset + column.bit / 8, 1) ?? 0
      guard bits >> (7 - column.bit % 8) & 1 == 1, column.offset + column.size <= row.count else {
        continue
      }
      body(column.tag, Array(row[column.offset..<column.offset + column.size]))
    }
  }

  /// Returns the long value that a row refers to.
  func value(_ number: Int) -> OutlookDataFile.Value? {
    OutlookDataFile.Value(number, in: heap, subnodes)
  }
}
