/// Reads a generated table: Base64, integers of seven bits a byte.
struct TableReader {
  private var bytes: [UInt8] = []
  private var position = 0

  init(base64 text: String) {
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for digit in text.utf8 {
      guard let value = Self.sextet(digit) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
  }

  /// The next number, lowest seven bits first; 0 after the end.
  mutating func number() -> Int {
    var value = 0
    var shift = 0
    while position < bytes.count, shift < 63 {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7f) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// The next bytes; zeros after the end.
  mutating func bytes(count: Int) -> [UInt8] {
    let end = min(position + count, bytes.count)
    defer { position = end }
    let found = Array(bytes[position..<end])
    return found + [UInt8](repeating: 0, count: count - found.count)
  }

  private static func sextet(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
