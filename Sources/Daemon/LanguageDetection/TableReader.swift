import FoundationEssentials

/// Reads a generated table in Base64, with integers of seven bits per byte.
struct TableReader {
  private let bytes: [UInt8]
  private var position = 0

  init(base64 text: String) {
    bytes = Data(base64Encoded: text).map { [UInt8]($0) } ?? []
  }

  /// Returns the next byte; 0 at the end.
  mutating func byte() -> UInt8 {
    if position == bytes.count { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// Returns the next `size` bytes, at most eight, as a little-endian number.
  mutating func mask(size: Int) -> UInt64 {
    var mask: UInt64 = 0
    for index in 0..<size { mask |= UInt64(byte()) << UInt64(8 * index) }
    return mask
  }

  /// Returns the next integer, the lowest seven bits first; 0 at the end.
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
}
