/// Unpacks LZX, the compression of Microsoft's help files.
///
/// Source: MS-PATCH, section 2; the reset interval is that of help files.
struct LempelZivExtended {
  private enum Block { case none, verbatim, aligned, plain }

  /// The number of bytes after which the stream of bits continues at a whole word.
  static let frameSize = 32 << 10
  private static let lengthSymbols = 249

  private let slots: Int
  private let bytes: [UInt8]
  private var next = 0
  /// The bits that were read, the next one as the highest of ``available`` bits.
  private var (window, available): (UInt64, Int) = (0, 0)
  /// The last distances.
  private var recent = [1, 1, 1]
  private var block = Block.none
  private var rest = 0
  private var (mainLengths, lengthLengths): ([UInt8], [UInt8])
  private var (main, length, aligned) = (
    CanonicalCode([]), CanonicalCode([]), CanonicalCode([])
  )

  /// Begins to unpack an interval.
  ///
  /// - Parameters:
  ///   - bytes: the packed bytes of the interval.
  ///   - windowBits: the number of bits of the largest distance, from 15 to 21.
  init(_ bytes: [UInt8], windowBits: Int) {
    self.bytes = bytes
    slots = windowBits == 21 ? 50 : windowBits == 20 ? 42 : 2 * windowBits
    mainLengths = [UInt8](repeating: 0, count: 256 + 8 * slots)
    lengthLengths = [UInt8](repeating: 0, count: Self.lengthSymbols)
    // The size of a program whose jumps were changed; there is none in help files.
    if bits(1) == 1 { _ = bits(16) + bits(16) }
  }

  /// Unpacks the next bytes: a frame, or the rest of the interval.
  ///
  /// - Parameters:
  ///   - count: the number of bytes.
  ///   - start: the offset in `text` at which the interval begins.
  ///   - text: receives the bytes.
  /// - Returns: false if they are damaged; then some bytes are missing.
  mutating func unpack(_ count: Int, since start: Int, into text: inout [UInt8]) -> Bool {
    let end = text.count + count
    while text.count < end {
      if rest <= 0, !beginBlock() { return false }
      let size = min(rest, end - text.count)
      let before = text.count
      guard block == .plain ? copy(size, into: &text) : decode(size, since: start, into: &text)
      else { return false }
      rest -= text.count - before
    }
    // The next frame begins at a word.
    if block != .plain { available -= available % 16 }
    return text.count == end
  }

  private mutating func fill() {
    while available <= 32 {
      let low = next < bytes.count ? UInt64(bytes[next]) : 0
      let high = next + 1 < bytes.count ? UInt64(bytes[next + 1]) : 0
      window = window << 16 | high << 8 | low
      available += 16
      next += 2
    }
  }

  /// Whether more was read than there is; some bits are read ahead.
  private var isAtEnd: Bool { next > bytes.count + 8 }

  private mutating func bits(_ count: Int) -> Int {
    if count == 0 { return 0 }
    fill()
    available -= count
    return Int(window >> UInt64(available)) & (1 << count - 1)
  }

  private mutating func symbol(_ code: CanonicalCode) -> Int? {
    fill()
    let ahead = Int(truncatingIfNeeded: window >> UInt64(available - 16)) & 0xffff
    guard let (symbol, length) = code.symbol(ahead) else { return nil }
    available -= length
    return symbol
  }

  private mutating func beginBlock() -> Bool {
    if isAtEnd { return false }
    // After plain bytes of an odd number comes a byte that means nothing.
    let kind = bits(3)
    rest = bits(16) << 8
    rest |= bits(8)
    switch kind {
    case 1: block = .verbatim
    case 2:
      block = .aligned
      let lengths = (0..<8).map { _ in UInt8(bits(3)) }
      aligned = CanonicalCode(lengths[...])
    case 3: return beginPlainBlock()
    default: return false
    }
    guard rest > 0, readLengths(0..<256, ofMain: true),
      readLengths(256..<mainLengths.count, ofMain: true),
      readLengths(0..<Self.lengthSymbols, ofMain: false)
    else { return false }
    main = CanonicalCode(mainLengths[...])
    length = CanonicalCode(lengthLengths[...])
    return true
  }

  private mutating func beginPlainBlock() -> Bool {
    block = .plain
    // The bits up to the next word mean nothing, a whole word if there are none.
    fill()
    let unused = available % 16 == 0 ? 16 : available % 16
    next -= (available - unused) / 8
    available = 0
    guard rest > 0, next <= bytes.count - 12 else { return false }
    for index in 0..<3 { recent[index] = bytes.span.doubleWord(at: next + 4 * index) ?? 1 }
    next += 12
    return true
  }

  private mutating func copy(_ count: Int, into text: inout [UInt8]) -> Bool {
    guard next <= bytes.count - count else { return false }
    text += bytes[next..<next + count]
    next += count
    // Plain bytes end at a word.
    if count == rest, next % 2 == 1 { next += 1 }
    return true
  }

  /// Reads changes of the lengths of codes, which are coded themselves.
  private mutating func readLengths(_ range: Range<Int>, ofMain isMain: Bool) -> Bool {
    let own = (0..<20).map { _ in UInt8(bits(4)) }
    let code = CanonicalCode(own[...])
    var index = range.lowerBound
    while index < range.upperBound {
      guard !isAtEnd, var change = symbol(code) else { return false }
      var count = 1
      var isZero = false
      switch change {
      case 17: (count, isZero) = (bits(4) + 4, true)
      case 18: (count, isZero) = (bits(5) + 20, true)
      case 19:
        count = bits(1) + 4
        guard let next = symbol(code), next <= 16 else { return false }
        change = next
      default: break
      }
      let old = isMain ? mainLengths[index] : lengthLengths[index]
      let new = isZero ? 0 : UInt8((Int(old) + 17 - change) % 17)
      for _ in 0..<min(count, range.upperBound - index) {
        if isMain { mainLengths[index] = new } else { lengthLengths[index] = new }
        index += 1
      }
    }
    return true
  }

  private mutating func decode(
    _ count: Int, since start: Int, into text: inout [UInt8]
  ) -> Bool {
    let end = text.count + count
    while text.count < end {
      guard !isAtEnd, let symbol = symbol(main) else { return false }
      if symbol < 256 {
        text.append(UInt8(symbol))
        continue
      }
      var size = (symbol - 256) & 7
      if size == 7 {
        guard let more = self.symbol(length) else { return false }
        size += more
      }
      guard let distance = distance((symbol - 256) >> 3), distance > 0,
        distance <= text.count - start
      else { return false }
      // A match does not go beyond a frame.
      for _ in 0..<min(size + 2, end - text.count) { text.append(text[text.count - distance]) }
    }
    return true
  }

  /// Returns the distance of a slot, which names one of the last three distances or a range.
  private mutating func distance(_ slot: Int) -> Int? {
    if slot < 3 {
      recent.swapAt(0, slot)
      return recent[0]
    }
    let extra = slot < 4 ? 0 : min(17, slot / 2 - 1)
    var distance = Self.base(slot) - 2
    if block == .aligned, extra >= 3 {
      distance += bits(extra - 3) << 3
      guard let low = symbol(aligned) else { return nil }
      distance += low
    } else {
      distance += bits(extra)
    }
    recent = [distance, recent[0], recent[1]]
    return distance
  }

  /// The least distance of a slot, plus 2.
  private static func base(_ slot: Int) -> Int {
    if slot < 4 { return slot }
    if slot < 36 { return (2 + slot & 1) << (slot / 2 - 1) }
    return 1 << 18 + (slot - 36) << 17
  }
}
