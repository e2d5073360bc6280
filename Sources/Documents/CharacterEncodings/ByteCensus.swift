/// Counts the kinds of bytes in a sample.
struct ByteCensus {
  /// NUL bytes.
  private(set) var nulls = 0
  /// Runs of NUL bytes.
  private(set) var nullRuns = 0
  /// Line feeds.
  private(set) var lines = 0
  /// Control characters that do not occur in text.
  private(set) var controls = 0
  /// ESC characters.
  private(set) var escapes = 0
  /// Bytes from 0x80 on.
  private(set) var high = 0
  /// Valid UTF-8 characters of two or more bytes.
  private(set) var multibyte = 0
  /// Bytes from 0x80 on that are not part of valid UTF-8.
  private(set) var invalid = 0
  private let count: Int

  /// Whether the bytes are not text: more than one byte in 50 is a control character.
  var isBinary: Bool { controls * 50 > count }

  /// Whether the bytes are text with holes: a log that was truncated while a program had it open, or whose last
  /// page was not written when power failed.
  var isTextWithNulls: Bool {
    let others = count - nulls
    guard nullRuns > 0, lines > 0, others >= 32, nullRuns * 32 <= others, controls == 0 else {
      return false
    }
    return nullRuns == 1 || invalid * 8 <= others
  }

  /// Counts the bytes of a sample.
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
      case 0:
        nulls += 1
        if index == 0 || sample[index - 1] != 0 { nullRuns += 1 }
      case 0x0a: lines += 1
      case 0x1b: escapes += 1
      // Not counted: backspace (overstrikes in manuals), form feed (end of page), 0x1a (end of a DOS file).
      case 0x01...0x07, 0x0b, 0x0e...0x19, 0x1c...0x1f, 0x7f: controls += 1
      default: break
      }
      index += 1
    }
  }

  /// - Returns: the length in bytes; 0 for an invalid character.
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
