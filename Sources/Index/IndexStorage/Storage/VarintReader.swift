/// Reads numbers of variable length, seven bits a byte, the lowest first.
struct VarintReader {
  private let all: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    all = bytes
  }

  var isAtEnd: Bool { position >= all.count }

  mutating func byte() -> UInt8? {
    guard position < all.count else { return nil }
    defer { position += 1 }
    return all[position]
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= all.count - position else { return nil }
    defer { position += count }
    return Array(all[position..<position + count])
  }

  /// The next number; nil if there is none of less than 2⁶³.
  mutating func varint() -> UInt64? {
    var (value, shift) = (UInt64(0), UInt64(0))
    while shift < 63, let byte = byte() {
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}

extension [UInt8] {
  /// Appends a number of variable length.
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
