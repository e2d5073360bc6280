/// Counts the kinds of bytes in a sample.
struct ByteCensus {
  /// NULs.
  private(set) var nulls = 0
  /// Control characters that do not occur in text.
  private(set) var controls = 0
  /// Escape characters.
  private(set) var escapes = 0
  /// Bytes beyond ASCII.
  private(set) var high = 0
  /// Characters of UTF-8 with more than one byte.
  private(set) var multibyte = 0
  /// Bytes beyond ASCII that are not UTF-8.
  private(set) var invalid = 0
  private let count: Int

  /// Whether the bytes are no text: one in 50 is a control character.
  var isBinary: Bool { controls * 50 > count }

  /// Counts.
  ///
  /// O(bytes).
  init(_ sample: Span<UInt8>) {
    count = sample.count
    var index = 0
    while index < sample.count {
      let byte = sample[index]
      if byte >= 0x80 {
        let length = Self.length(ofCharacterAt: index, in: sample)
        high += max(1, length)
        if length > 0 { multibyte += 1 } else { invalid += 1 }
        index += max(1, length)
        continue
      }
      switch byte {
      case 0: nulls += 1
      case 0x1b: escapes += 1
      // Backspace overstrikes in formatted manuals; form feeds end pages; 0x1a ended files of DOS.
      case 0x01...0x07, 0x0b, 0x0e...0x19, 0x1c...0x1f, 0x7f: controls += 1
      default: break
      }
      index += 1
    }
  }

  /// - Returns: 0 for an invalid character.
  private static func length(ofCharacterAt start: Int, in sample: Span<UInt8>) -> Int {
    let (length, range): (Int, ClosedRange<UInt8>) =
      switch sample[start] {
      case 0xc2...0xdf: (2, 0x80...0xbf)
      case 0xe0: (3, 0xa0...0xbf)
      case 0xed: (3, 0x80...0x9f)
      case 0xe1...0xef: (3, 0x80...0xbf)
      case 0xf0: (4, 0x90...0xbf)
      case 0xf1...0xf3: (4, 0x80...0xbf)
      case 0xf4: (4, 0x80...0x8f)
      default: (0, 0x80...0xbf)
      }
    for offset in 1..<max(1, length) {
      if start + offset >= sample.count { return 0 }
      let byte = sample[start + offset]
      if offset == 1 ? !range.contains(byte) : byte & 0xc0 != 0x80 { return 0 }
    }
    return length
  }
}
