/// Unpacks the compression of Mobipocket with Huffman codes for phrases, which consist of codes themselves.
///
/// Source: <https://wiki.mobileread.com/wiki/MOBI#HUFF_.26_CDIC>, and the behaviour of readers.
struct HuffmanText {
  /// A range of codes with the same first byte, or with the same length.
  private struct Codes {
    var length = 0
    var isFinal = false
    var last: UInt32 = 0
  }

  private struct Phrase {
    var range: Range<Int>
    var isPlain: Bool
  }

  /// The longest unpacked phrase and record in bytes; a record has 4 KiB of text, at most 64.
  private static let longest = 64 << 10
  /// How deeply phrases consist of other phrases.
  private static let deepest = 32
  /// The number of bytes that unpacking phrases may make.
  private static let mostBytes = 64 << 20

  private var byFirstByte: [Codes] = []
  /// The least and the greatest code of each length, at the beginning of 32 bits.
  private var byLength: [(first: UInt32, last: UInt32)] = [(0, 0)]
  private var phrases: [Phrase] = []
  /// The packed phrases, and after them those that were unpacked.
  private var bytes: [UInt8] = []
  private var budget = mostBytes

  /// Reads the tables; nil if they are damaged.
  ///
  /// - Parameters:
  ///   - records: the ranges of the record with the codes, and of those with the phrases.
  ///   - file: the file.
  init?(_ records: [Range<Int>], _ file: Span<UInt8>) {
    guard let first = records.first, readCodes(file.extracting(first)) else { return nil }
    for range in records.dropFirst() where !readPhrases(file.extracting(range)) { return nil }
  }

  private mutating func readCodes(_ record: Span<UInt8>) -> Bool {
    guard record.hasBytes("HUFF", at: 0), let first = record.big(8, 4),
      let second = record.big(12, 4), first <= record.count - 1_024,
      second <= record.count - 256
    else { return false }
    for index in 0..<256 {
      guard let value = record.big(first + 4 * index, 4) else { return false }
      let length = value & 0x1f
      guard length > 0 else { return false }
      byFirstByte.append(
        Codes(
          length: length, isFinal: value & 0x80 != 0,
          last: Self.last(UInt32(value >> 8), length)))
    }
    for length in 1...32 {
      guard let least = record.big(second + 8 * (length - 1), 4),
        let most = record.big(second + 8 * (length - 1) + 4, 4)
      else { return false }
      let start = UInt32(truncatingIfNeeded: UInt64(least) << UInt64(32 - length))
      byLength.append((start, Self.last(UInt32(truncatingIfNeeded: most), length)))
    }
    return true
  }

  /// The greatest number of 32 bits that begins with a code.
  private static func last(_ code: UInt32, _ length: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: (UInt64(code) + 1) << UInt64(32 - length) &- 1)
  }

  private mutating func readPhrases(_ record: Span<UInt8>) -> Bool {
    guard record.hasBytes("CDIC", at: 0), let all = record.big(8, 4), let bits = record.big(12, 4),
      bits < 32
    else { return false }
    for index in 0..<max(0, min(1 << bits, all - phrases.count)) {
      guard let offset = record.big(16 + 2 * index, 2), let size = record.big(16 + offset, 2)
      else { return true }
      let range = record.clamped(18 + offset, size & 0x7fff)
      let start = bytes.count
      bytes.append(record.extracting(range))
      phrases.append(Phrase(range: start..<bytes.count, isPlain: size & 0x8000 != 0))
      budget -= range.count
      if budget < 0 { return false }
    }
    return true
  }

  /// Unpacks a record.
  ///
  /// - Returns: false if it is damaged; then its beginning is unpacked.
  mutating func unpack(_ record: Span<UInt8>, into text: inout [UInt8]) -> Bool {
    guard let unpacked = unpacked(record.copied()[...], depth: 0) else { return false }
    text += unpacked
    return true
  }

  private mutating func unpacked(_ packed: ArraySlice<UInt8>, depth: Int) -> [UInt8]? {
    guard depth < Self.deepest else { return nil }
    var text: [UInt8] = []
    var (window, available, index) = (UInt64(0), 0, packed.startIndex)
    var rest = packed.count * 8
    while rest > 0, text.count < Self.longest {
      while available <= 32 {
        window = window << 8 | UInt64(index < packed.endIndex ? packed[index] : 0)
        index += 1
        available += 8
      }
      let code = UInt32(truncatingIfNeeded: window >> UInt64(available - 32))
      var codes = byFirstByte[Int(code >> 24)]
      if !codes.isFinal {
        while codes.length < 32, code < byLength[codes.length].first { codes.length += 1 }
        codes.last = byLength[codes.length].last
      }
      available -= codes.length
      rest -= codes.length
      if rest < 0 { break }
      let number = Int((codes.last &- code) >> UInt32(32 - codes.length))
      guard number < phrases.count, let phrase = phrase(number, depth: depth) else { return nil }
      text += bytes[phrase]
    }
    return text
  }

  /// Returns the range of an unpacked phrase; nil if it is damaged, or contains itself.
  private mutating func phrase(_ number: Int, depth: Int) -> Range<Int>? {
    let phrase = phrases[number]
    if phrase.isPlain { return phrase.range }
    guard let text = unpacked(bytes[phrase.range], depth: depth + 1) else { return nil }
    budget -= text.count
    guard budget >= 0 else { return nil }
    phrases[number] = Phrase(range: bytes.count..<bytes.count + text.count, isPlain: true)
    bytes += text
    return phrases[number].range
  }
}
