/// Replaces probable keys and passwords in texts.
///
/// Files that are secret as a whole are not indexed; this type is for secrets inside other files. It finds
/// private keys, tokens of known issuers, values of names such as `password` in configurations, commands and
/// sentences, and random text as long as a key. In doubt, it masks. Paths are not masked, because people must
/// be able to use them.
public struct SecretMask: Sendable {
  /// The number of secrets that were masked so far.
  public private(set) var count = 0

  private static let replacement = Array("[masked]".utf8)
  /// How many bytes on each side of a part are examined for words.
  private static let nearby = 320
  /// How many bytes on each side are examined if the part may be in a key; a private key is shorter.
  private static let surroundings = 4 << 10

  /// Creates a mask; nothing was masked yet.
  public init() {}

  /// Returns a text with its secrets masked; line feeds are kept.
  ///
  /// O(length of the text), also for hostile texts.
  public mutating func mask(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return mask(bytes.indices, of: bytes) ?? text
  }

  /// Masks a part of a text in the same way as in the whole text.
  ///
  /// If the part begins or ends inside a key, no byte of the key is shown.
  ///
  /// - Parameters:
  ///   - part: the range of the part.
  ///   - text: the whole text; up to 4 KiB on each side of the part are examined.
  /// - Returns: the masked part; nil if the part contains no secrets.
  public mutating func mask(_ part: Range<Int>, of text: [UInt8]) -> String? {
    let ranges = Self.secrets(in: part, of: text)
    if ranges.isEmpty { return nil }
    var masked: [UInt8] = []
    var end = part.lowerBound
    for range in ranges {
      masked += text[end..<range.lowerBound]
      masked += Self.replacement
      masked += text[range].lazy.filter { $0 == 0x0a }
      end = range.upperBound
      count += 1
    }
    return String(decoding: masked + text[end..<part.upperBound], as: UTF8.self)
  }

  /// Returns the ranges of the secrets in a text, in order; the ranges do not touch.
  public static func secrets(in text: [UInt8]) -> [Range<Int>] {
    let folded = FoldedText(text)
    var finder = SecretFinder(folded.bytes)
    finder.run()
    let ranges = finder.ranges.map(folded.original).filter { !$0.isEmpty }
      .map { wholeCharacters($0, of: text) }
    return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
      .reduce(into: []) { merged, range in
        guard let last = merged.last, range.lowerBound <= last.upperBound else {
          merged.append(range)
          return
        }
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      }
  }

  /// Extends a range to the end of its last character, which may have several bytes.
  private static func wholeCharacters(_ range: Range<Int>, of text: [UInt8]) -> Range<Int> {
    let rest = text[range.upperBound...].prefix(3).prefix { $0 & 0xc0 == 0x80 }
    return range.lowerBound..<rest.endIndex
  }

  /// Returns the ranges of the secrets in a part of a text, clamped to the part.
  private static func secrets(in part: Range<Int>, of text: [UInt8]) -> [Range<Int>] {
    if part == text.indices { return secrets(in: text) }
    let near = max(0, part.lowerBound - nearby)..<min(text.count, part.upperBound + nearby)
    let length = mayBeInKey(text[near]) ? surroundings : nearby
    let start = max(0, part.lowerBound - length)
    let end = min(text.count, part.upperBound + length)
    let title = columnTitles(of: text, before: start)
    return secrets(in: title + text[start..<end])
      .map { range in
        let offset = start - title.count
        return (range.lowerBound + offset..<range.upperBound + offset).clamped(to: part)
      }
      .filter { !$0.isEmpty }
  }

  /// Whether there is a long run of letters and digits, as in keys.
  private static func mayBeInKey(_ text: ArraySlice<UInt8>) -> Bool {
    var (count, digits, letters) = (0, 0, 0)
    for byte in text {
      guard byte.isKeyCharacter, byte != 0x2f else {
        (count, digits, letters) = (0, 0, 0)
        continue
      }
      count += 1
      if byte.isDigit { digits += 1 } else if byte.isLetter { letters += 1 }
      if count >= 16, digits > 0, letters > 0 { return true }
    }
    return false
  }

  /// Returns the text's first line if it has column titles, and one names a password; else no bytes.
  private static func columnTitles(of text: [UInt8], before start: Int) -> [UInt8] {
    let line = text.prefix(400).prefix { $0 != 0x0a }
    guard start > line.count, line.endIndex < 400,
      line.contains(where: { [0x2c, 0x3b, 0x09].contains($0) }),
      SecretFinder(Array(line)).hasPasswordColumn
    else { return [] }
    return Array(line) + [0x0a]
  }
}
