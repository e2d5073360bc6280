/// Reads the generated tables, which are Base64 of integers with seven bits a byte, and of runs of integers.
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

  /// Reads a number; returns 0 at the end.
  mutating func readNumber() -> Int {
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

  mutating func readBytes(count: Int) -> ArraySlice<UInt8> {
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads a list of integers: the count, then runs of equal or consecutive values.
  mutating func readRuns() -> [UInt16] {
    let count = readNumber()
    var values: [UInt16] = []
    values.reserveCapacity(count)
    while values.count < count {
      let header = readNumber()
      var value = UInt16(truncatingIfNeeded: readNumber())
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
