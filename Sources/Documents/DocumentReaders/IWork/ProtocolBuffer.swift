/// Reads the fields of a message in the encoding of protocol buffers.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>.
struct ProtocolBuffer {
  /// The value of a field; fixed values of four bytes are not used here.
  enum Value: Equatable {
    case number(UInt64)
    /// Eight bytes in little-endian order.
    case fixed(UInt64)
    /// A text, bytes or a message.
    case bytes(Range<Int>)
  }

  private var offset: Int
  private let end: Int

  /// Reads a message in a range of bytes.
  init(in range: Range<Int>) {
    (offset, end) = (range.lowerBound, range.upperBound)
  }

  /// Returns the next field; nil at the end, and where the message is damaged.
  mutating func next(_ bytes: Span<UInt8>) -> (field: Int, value: Value)? {
    while offset < end, let key = number(bytes), key >> 3 <= 1 << 29 {
      let field = Int(key >> 3)
      switch key & 7 {
      case 0: return number(bytes).map { (field, .number($0)) }
      case 1:
        guard end - offset >= 8, let value = bytes.quadWord(at: offset) else { return nil }
        offset += 8
        return (field, .fixed(value))
      case 2:
        guard let size = number(bytes), size <= UInt64(end - offset) else { return nil }
        let range = offset..<offset + Int(size)
        offset = range.upperBound
        return (field, .bytes(range))
      case 5:
        guard end - offset >= 4 else { return nil }
        offset += 4
      default: return nil
      }
    }
    return nil
  }

  /// Reads a number with seven bits in each byte, the lowest ones first.
  mutating func number(_ bytes: Span<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard offset < end else { return nil }
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// The offset after what was read.
  var position: Int { offset }
}

/// The values of a field of a message.
extension Span<UInt8> {
  /// Returns the texts, bytes and messages that a field has, in their order.
  func messages(_ wanted: Int, in range: Range<Int>) -> [Range<Int>] {
    var (message, ranges) = (ProtocolBuffer(in: range), [Range<Int>]())
    while let (field, value) = message.next(self) {
      if field == wanted, case .bytes(let range) = value { ranges.append(range) }
    }
    return ranges
  }

  /// Returns the first number of a field; nil if there is none.
  func value(_ wanted: Int, in range: Range<Int>) -> UInt64? {
    var message = ProtocolBuffer(in: range)
    while let (field, value) = message.next(self) {
      if field == wanted, case .number(let number) = value { return number }
    }
    return nil
  }

  /// Returns the identifiers of the objects to which a field refers.
  func references(_ field: Int, in range: Range<Int>) -> [UInt64] {
    messages(field, in: range).compactMap { value(1, in: $0) }
  }
}
