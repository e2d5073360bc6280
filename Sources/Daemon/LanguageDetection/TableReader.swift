/// Reads a generated table: Base64, integers of seven bits a byte.
struct TableReader {
  private var bytes: [UInt8] = []
  private var position = 0

  init(base64 text: String) {
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for digit in text.utf8 {
      let value = Self.sextets[Int(digit)]
      if value > 63 { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
  }

  /// The next byte; 0 after the end.
  mutating func byte() -> UInt8 {
    if position == bytes.count { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next bytes as the bits of a number, the lowest first; at most eight.
  mutating func mask(size: Int) -> UInt64 {
    var mask: UInt64 = 0
    for index in 0..<size { mask |= UInt64(byte()) << UInt64(8 * index) }
    return mask
  }

  /// The next number, lowest seven bits first; 0 after the end.
  mutating func number() -> Int {
    var value = 0
    var shift = 0
    while position < bytes.count, shift < 63 {
      let byte = byte()
      value |= Int(byte & 0x7f) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// The value of each digit of Base64; 64 for other characters.
  private static let sextets: [UInt32] = {
    var sextets = [UInt32](repeating: 64, count: 256)
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, digit) in digits.utf8.enumerated() { sextets[Int(digit)] = UInt32(value) }
    return sextets
  }()
}
