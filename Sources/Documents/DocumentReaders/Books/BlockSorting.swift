/// Unpacks BZZ: blocks that are sorted by the Burrows-Wheeler transform, moved to the front, and coded.
///
/// Source: DjVu3 specification, appendix 4.
struct BlockSorting {
  /// The largest block in bytes.
  private static let largestBlock = 4 << 20
  /// The unpacked bytes that are allowed for a file, and those for each of its bytes; texts need ten.
  private static let (freeBytes, mostPerByte) = (1 << 20, 50)
  /// The ranks whose frequencies are counted.
  private static let countedRanks = 4

  private var decoder: ZPDecoder
  private var contexts = [ZPDecoder.Context](repeating: 0, count: 262)
  private var rest: Int

  private init(_ bytes: Span<UInt8>, _ rest: Int) {
    decoder = ZPDecoder(bytes)
    self.rest = rest
  }

  /// Returns how many bytes all streams of a file may unpack to.
  static func budget(forFileOf size: Int) -> Int {
    freeBytes + mostPerByte * min(size, 1 << 30)
  }

  /// Unpacks a stream.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - budget: how many bytes may still be unpacked; reduced by those of the stream.
  /// - Returns: the content; as much as there is of a damaged stream.
  static func unpack(_ bytes: Span<UInt8>, budget: inout Int) -> [UInt8] {
    var stream = Self(bytes, budget)
    var content: [UInt8] = []
    while let block = stream.nextBlock() { content += block }
    budget = stream.rest
    return content
  }

  private mutating func nextBlock() -> [UInt8]? {
    if decoder.isAtEnd { return nil }
    var size = 0
    for _ in 0..<24 { size = size << 1 | (decoder.bit() ? 1 : 0) }
    guard size > 0, size <= min(Self.largestBlock, rest) else { return nil }
    rest -= size
    // The larger the shift, the slower the frequencies change.
    let shift = decoder.bit() ? decoder.bit() ? 2 : 1 : 0
    guard let (sorted, end) = sortedBlock(size, shift) else { return nil }
    return Self.restored(sorted, end)
  }

  /// Decodes a block as it was sorted.
  ///
  /// - Returns: the bytes, and the index of the byte that stands for the end; nil if the block is damaged.
  private mutating func sortedBlock(_ size: Int, _ shift: Int) -> ([UInt8], end: Int)? {
    var (bytes, end) = ([UInt8](), Int?.none)
    bytes.reserveCapacity(size)
    var order = (0...255).map { UInt8($0) }
    var frequencies = [Int](repeating: 0, count: Self.countedRanks)
    var (step, last) = (4, 3)
    for index in 0..<size {
      if decoder.isAtEnd { return nil }
      guard let rank = rank(after: last) else {
        end = index
        last = 256
        bytes.append(0)
        continue
      }
      last = rank
      let byte = order[rank]
      bytes.append(byte)
      step += step >> shift
      if step > 0x1000_0000 {
        step >>= 24
        for index in frequencies.indices { frequencies[index] >>= 24 }
      }
      let frequency = step + (rank < Self.countedRanks ? frequencies[rank] : 0)
      var target = rank
      while target >= Self.countedRanks {
        order[target] = order[target - 1]
        target -= 1
      }
      while target > 0, frequency >= frequencies[target - 1] {
        order[target] = order[target - 1]
        frequencies[target] = frequencies[target - 1]
        target -= 1
      }
      order[target] = byte
      frequencies[target] = frequency
    }
    return end.flatMap { $0 > 0 ? (bytes, $0) : nil }
  }

  /// Decodes how many other bytes came since the same byte; nil for the end of the text.
  private mutating func rank(after last: Int) -> Int? {
    let group = min(last, 2)
    for rank in 0..<2 where decoder.bit(&contexts[3 * rank + group]) { return rank }
    var first = 6
    for bits in 1...7 {
      if decoder.bit(&contexts[first]) { return 1 << bits + number(bits, first) }
      first += 1 << bits
    }
    return nil
  }

  /// Decodes a number of several bits, whose contexts follow an index.
  private mutating func number(_ bits: Int, _ first: Int) -> Int {
    var number = 1
    while number < 1 << bits {
      number = number << 1 | (decoder.bit(&contexts[first + number]) ? 1 : 0)
    }
    return number - 1 << bits
  }

  /// Undoes the sorting; nil if the order is no order of a text.
  private static func restored(_ sorted: [UInt8], _ end: Int) -> [UInt8]? {
    var counts = [Int](repeating: 0, count: 256)
    var ranks = [UInt32](repeating: 0, count: sorted.count)
    for index in sorted.indices where index != end {
      let byte = Int(sorted[index])
      ranks[index] = UInt32(counts[byte])
      counts[byte] += 1
    }
    // The first text is the one that is only the end.
    var start = 1
    for byte in counts.indices { (counts[byte], start) = (start, start + counts[byte]) }
    var text = [UInt8](repeating: 0, count: sorted.count - 1)
    var index = 0
    for offset in text.indices.reversed() {
      if index == end { return nil }
      let byte = sorted[index]
      text[offset] = byte
      index = counts[Int(byte)] + Int(ranks[index])
    }
    return index == end ? text : nil
  }
}
