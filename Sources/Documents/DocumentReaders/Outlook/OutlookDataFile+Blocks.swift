import ExtractionProtocol

/// The content of a node: the number of a block, and that of the block with a list of its subnodes; 0 for none.
struct DataFileNode: Equatable {
  var content: UInt64
  var subnodes: UInt64
}

/// The blocks of a data file.
///
/// Source: MS-PST, section 2.2.2.8.
extension OutlookDataFile {
  /// The most bytes of a value that are read at once.
  static let mostContent = 64 << 20
  /// The most subnodes of a node.
  private static let mostSubnodes = 100_000
  /// The bit in the number of a block that marks lists of blocks and of subnodes; such blocks are not encoded.
  private static let internalBit: UInt64 = 2
  private static let listKind = 1
  private static let subnodeKind = 2
  /// The size of the footer of a block in a file with large pages, and the offset of the unpacked size in it.
  private static let footer = (size: 24, unpackedSize: 18)

  /// Returns the content of a block; nil if it cannot be read.
  private mutating func block(_ number: UInt64, in bytes: Span<UInt8>) -> [UInt8]? {
    // The lowest bit has no meaning.
    let number = number & ~1
    guard let entry = entry(of: number, in: .blocks, bytes),
      let offset = bytes.little(entry + form.width, form.width),
      let size = bytes.word(at: entry + 2 * form.width), offset > 0, offset <= bytes.count - size
    else {
      report("A block of the data file is missing.")
      return nil
    }
    guard take(size) else { return nil }
    let isEncoded = number & Self.internalBit == 0
    var content = bytes.extracting(offset..<offset + size).copied()
    if form == .large, let unpacked = unpackedSize(at: offset, size, in: bytes) {
      // It is not known whether the content is encoded before it is packed.
      if isEncoded, content.first != 0x78 { cipher.decode(&content, of: number) }
      guard take(unpacked: unpacked) else { return nil }
      return Inflation.unpack(content.span, limit: unpacked)
    }
    if isEncoded { cipher.decode(&content, of: number) }
    return content
  }

  /// Returns the size of a compressed block when it is unpacked; nil if it is not compressed.
  private func unpackedSize(at offset: Int, _ size: Int, in bytes: Span<UInt8>) -> Int? {
    let end = (offset + size + Self.footer.size + 511) & ~511
    let unpacked = bytes.word(at: end - Self.footer.size + Self.footer.unpackedSize)
    return unpacked == size || unpacked == 0 ? nil : unpacked
  }

  /// Calls `body` with each block of a content, until it returns false.
  mutating func forEachBlock(
    of number: UInt64, in bytes: Span<UInt8>, _ body: ([UInt8]) -> Bool
  ) {
    if number != 0 { _ = forEachBlock(of: number, below: 3, in: bytes, body) }
  }

  // Lists of `level` and above are damaged, so that no list contains itself.
  private mutating func forEachBlock(
    of number: UInt64, below level: Int, in bytes: Span<UInt8>, _ body: ([UInt8]) -> Bool
  ) -> Bool {
    guard let block = block(number, in: bytes) else { return false }
    if number & Self.internalBit == 0 { return body(block) }
    guard let list = blockList(block.span), list.level < level else {
      report("A list of blocks in the data file is damaged.")
      return false
    }
    for index in 0..<list.count {
      guard
        let next = block.span.number(
          at: 8 + index * form.width, size: form.width, isBigEndian: false),
        forEachBlock(of: next, below: list.level, in: bytes, body)
      else { return false }
    }
    return true
  }

  /// Returns the header of a list of blocks; nil if it is none.
  private func blockList(_ block: Span<UInt8>) -> (level: Int, count: Int, size: Int)? {
    guard block.little(0, 1) == Self.listKind, let level = block.little(1, 1), 1...2 ~= level,
      let count = block.word(at: 2), let size = block.doubleWord(at: 4)
    else { return nil }
    return (level, count, size)
  }

  /// Returns the whole content of a node, cut at ``mostContent``.
  mutating func content(of number: UInt64, in bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    forEachBlock(of: number, in: bytes) { block in
      content.append(contentsOf: block)
      return content.count < Self.mostContent
    }
    return content
  }

  /// Returns the declared size of a content.
  mutating func size(of number: UInt64, in bytes: Span<UInt8>) -> Int {
    guard number != 0, let block = block(number, in: bytes) else { return 0 }
    return number & Self.internalBit == 0 ? block.count : blockList(block.span)?.size ?? 0
  }

  /// Returns the subnodes in a list, by their numbers.
  mutating func subnodes(in list: UInt64, _ bytes: Span<UInt8>) -> [Int: DataFileNode] {
    var nodes: [Int: DataFileNode] = [:]
    if list != 0 { addSubnodes(in: list, below: 2, bytes, to: &nodes) }
    return nodes
  }

  private mutating func addSubnodes(
    in list: UInt64, below level: Int, _ bytes: Span<UInt8>, to nodes: inout [Int: DataFileNode]
  ) {
    guard let block = block(list, in: bytes) else { return }
    guard block.span.little(0, 1) == Self.subnodeKind, let own = block.span.little(1, 1),
      own < level, let count = block.span.word(at: 2)
    else { return report("A list of subnodes in the data file is damaged.") }
    let width = form.width
    let size = own == 0 ? 3 * width : 2 * width
    for index in 0..<count where nodes.count < Self.mostSubnodes {
      let offset = form.subnodeOffset + index * size
      guard let number = block.span.doubleWord(at: offset),
        let content = block.span.number(at: offset + width, size: width, isBigEndian: false)
      else { return report("A list of subnodes in the data file is cut.") }
      if own == 1 {
        addSubnodes(in: content, below: own, bytes, to: &nodes)
      } else {
        let below = block.span.number(at: offset + 2 * width, size: width, isBigEndian: false)
        nodes[number] = DataFileNode(content: content, subnodes: below ?? 0)
      }
    }
  }
}
