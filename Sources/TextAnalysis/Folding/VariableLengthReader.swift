/// Reads the tables that the table generator writes: Base64, integers of seven bits a byte, runs.
struct VariableLengthReader {
  private let bytes: [UInt8]
  private var position = 0

  init(base64 text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for digit in text.utf8 {
      guard let value = Self.sextet(digit) else { continue }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    self.bytes = bytes
  }

  /// The next number, or 0 behind the end.
  mutating func number() -> Int {
    var value = 0
    var shift = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      value |= Int(byte & 0x7f) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return value
  }

  /// The next bytes, as many as asked for.
  mutating func bytes(count: Int) -> ArraySlice<UInt8> {
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// A row of integers: their count, then runs of equal or rising values.
  mutating func runs() -> [UInt16] {
    let count = number()
    var values: [UInt16] = []
    values.reserveCapacity(count)
    while values.count < count {
      let header = number()
      var value = UInt16(truncatingIfNeeded: number())
      for _ in 0..<header / 2 {
        values.append(value)
        value &+= UInt16(header & 1)
      }
    }
    return values
  }

  private static func sextet(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
