/// The small values of a node of a data file, and the records that refer to them.
///
/// Sources: MS-PST, sections 2.3.1 and 2.3.2; for large pages, the documentation of libpff.
struct PropertyHeap {
  /// The most bytes of a heap that are read.
  private static let mostBytes = 16 << 20
  /// The most records of a heap that are read.
  private static let mostRecords = 100_000
  private static let signature = 0xec
  private static let recordsKind = 0xb5

  /// The blocks of the heap, each with values of its own.
  private var blocks: [[UInt8]] = []
  private let indexBits: Int
  /// The kind of the content, such as properties.
  let kind: Int
  /// The number of the value with the description of the content.
  let root: Int

  /// Reads the heap of a node; nil if the node has none.
  init?(of node: DataFileNode, _ file: inout OutlookDataFile, in bytes: Span<UInt8>) {
    indexBits = file.form.heapIndexBits
    var (read, size): ([[UInt8]], Int) = ([], 0)
    file.forEachBlock(of: node.content, in: bytes) { block in
      read.append(block)
      size += block.count
      return size < Self.mostBytes
    }
    blocks = read
    let first = read.first ?? []
    guard first.span.little(2, 1) == Self.signature, let kind = first.span.little(3, 1),
      let root = first.span.doubleWord(at: 4)
    else {
      file.report("The properties of an item in the data file are damaged.")
      return nil
    }
    (self.kind, self.root) = (kind, root)
  }

  /// Returns a value by its number; nil if there is none.
  func value(_ number: Int) -> [UInt8]? {
    let index = number >> 5 & (1 << indexBits - 1)
    let blockIndex = number >> (5 + indexBits)
    guard number & 0x1f == 0, index > 0, blocks.indices.contains(blockIndex) else { return nil }
    let block = blocks[blockIndex]
    // The offset of each value follows the one before; the first value has the index 1.
    guard let map = block.span.word(at: 0), let count = block.span.word(at: map), index <= count,
      let start = block.span.word(at: map + 2 + index * 2),
      let end = block.span.word(at: map + 4 + index * 2), start <= end, end <= block.count
    else { return nil }
    return Array(block[start..<end])
  }

  /// Returns the records of a tree, each with its key.
  ///
  /// - Parameters:
  ///   - header: the number of the value with the header of the tree.
  ///   - size: the least size of a record and its key.
  /// - Returns: the records, and their size; a record that is cut is left out.
  func records(of header: Int, atLeast size: Int) -> (bytes: [UInt8], size: Int)? {
    let header = value(header) ?? []
    guard header.span.little(0, 1) == Self.recordsKind, let keySize = header.span.little(1, 1),
      let dataSize = header.span.little(2, 1), let levels = header.span.little(3, 1),
      let root = header.span.doubleWord(at: 4),
      keySize + dataSize >= size, levels <= DataFilePage.mostLevels
    else { return nil }
    var lists = root == 0 ? [] : [root]
    for _ in 0..<levels {
      var next: [Int] = []
      for list in lists {
        let values = value(list) ?? []
        for offset in stride(from: keySize, to: values.count - 3, by: keySize + 4) {
          if next.count >= Self.mostRecords { break }
          next.append(values.span.doubleWord(at: offset) ?? 0)
        }
      }
      lists = next
    }
    let recordSize = keySize + dataSize
    var records: [UInt8] = []
    for list in lists where records.count < Self.mostRecords * recordSize {
      let values = value(list) ?? []
      records += values.prefix(values.count / recordSize * recordSize)
    }
    return (records, recordSize)
  }
}
