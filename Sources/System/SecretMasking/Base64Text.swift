/// Decodes Base64 if it encodes printable text.
enum Base64Text {
  /// Returns the text; nil if `run` is not Base64, or encodes bytes other than printable ASCII.
  static func decoded(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in run {
      guard let value = value(of: byte) else {
        if byte == UInt8(ascii: "=") { break }
        return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      let decoded = UInt8(truncatingIfNeeded: bits >> UInt32(count))
      guard 0x20...0x7e ~= decoded || decoded == 0x0a else { return nil }
      text.append(decoded)
    }
    return text
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
