/// Decodes the bits of the Z'-coder, an arithmetic coder that adapts to the probabilities of bits.
///
/// Source: DjVu3 specification, appendix 3.
struct ZPDecoder {
  /// What is known of the probability of a bit: the index of a row of the table, whose lowest bit is the more
  /// probable value.
  typealias Context = UInt8

  private let bytes: [UInt8]
  private var next = 0
  /// The interval, the code in it, and the end of the interval for which no row changes.
  private var (interval, code, fence): (UInt32, UInt32, UInt32) = (0, 0, 0)
  private var (buffer, bits): (UInt32, UInt32) = (0, 0)
  /// The number of bytes that were needed after the end; some are always needed.
  private var missing = 0

  /// Whether so much is missing that the bits mean nothing.
  var isAtEnd: Bool { missing > 25 }

  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes.copied()
    code = UInt32(nextByte()) << 8
    code |= UInt32(nextByte())
    fill()
    fence = min(code, 0x7fff)
  }

  private mutating func nextByte() -> UInt8 {
    guard next < bytes.count else {
      missing += 1
      return 0xff
    }
    next += 1
    return bytes[next - 1]
  }

  private mutating func fill() {
    while bits <= 24 {
      buffer = buffer << 8 | UInt32(nextByte())
      bits += 8
    }
  }

  /// Returns the next bit, whose probability is in a context.
  @inline(__always)
  mutating func bit(_ context: inout Context) -> Bool {
    let row = Int(context)
    let end = interval + UInt32(ZPTable.ranges[row])
    if end <= fence {
      interval = end
      return context & 1 == 1
    }
    return bit(&context, endingAt: min(end, 0x6000 + (end + interval) >> 2), isAdaptive: true)
  }

  /// Returns the next bit of a number, whose bits are equally probable.
  mutating func bit() -> Bool {
    var context: Context = 0
    return bit(&context, endingAt: 0x8000 + interval >> 1, isAdaptive: false)
  }

  private mutating func bit(
    _ context: inout Context, endingAt end: UInt32, isAdaptive: Bool
  ) -> Bool {
    let probable = context & 1 == 1
    let isProbable = end <= code
    if isProbable {
      if isAdaptive, interval >= ZPTable.thresholds[Int(context)] {
        context = ZPTable.afterProbable[Int(context)]
      }
      interval = end
      shift(by: 1)
    } else {
      let rest = 0x10000 - end
      interval += rest
      code += rest
      if isAdaptive { context = ZPTable.afterImprobable[Int(context)] }
      shift(by: UInt32((~(interval << 16)).leadingZeroBitCount))
    }
    fence = min(code, 0x7fff)
    return probable == isProbable
  }

  /// Drops the highest bits of the interval and of the code.
  private mutating func shift(by count: UInt32) {
    let count = min(count, 16)
    bits -= count
    interval = interval << count & 0xffff
    code = (code << count & 0xffff) | buffer >> bits & (1 << count - 1)
    if bits < 16 { fill() }
  }
}
