/// Replaces probable keys and passwords in texts.
///
/// Files that are secrets as a whole are not indexed; this is for secrets inside other files. It
/// finds private keys, tokens of known issuers, values beside names such as `password` in
/// configurations, commands and sentences, and random text as long as a key. It errs on the side of
/// masking. Paths are not masked, because they have to be usable.
public struct SecretMask: Sendable {
  /// The number of places that were masked so far.
  public private(set) var count = 0

  private static let replacement = Array("[masked]".utf8)
  /// How much text on each side of a part decides about words in the part.
  private static let nearby = 320
  /// How much text on each side decides if the part may be in a key: more than a private key has.
  private static let surroundings = 4 << 10

  /// Creates a mask that has masked nothing.
  public init() {}

  /// Masks a text; its line feeds stay.
  ///
  /// O(length of the text), also for hostile texts.
  public mutating func mask(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return mask(bytes.indices, of: bytes) ?? text
  }

  /// Masks a part of a text as it would be masked in the whole text.
  ///
  /// A part that begins or ends inside a key shows nothing of the key.
  ///
  /// - Parameters:
  ///   - part: the part.
  ///   - text: the text; up to 4 KiB on each side of the part are examined.
  /// - Returns: the masked part; nil if it has nothing to mask.
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

  /// Where secrets are in a text, in order; the ranges do not touch.
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

  /// A range up to the end of its last character: a sign that counts as one of ASCII can have more bytes.
  private static func wholeCharacters(_ range: Range<Int>, of text: [UInt8]) -> Range<Int> {
    let rest = text[range.upperBound...].prefix(3).prefix { $0 & 0xc0 == 0x80 }
    return range.lowerBound..<rest.endIndex
  }

  /// Where secrets are in a part of a text, clamped to the part.
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

  /// Whether there is a run of characters as keys have it.
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

  /// The first line of a text with a line feed, if it has the titles of columns with one of passwords.
  private static func columnTitles(of text: [UInt8], before start: Int) -> [UInt8] {
    let line = text.prefix(400).prefix { $0 != 0x0a }
    guard start > line.count, line.endIndex < 400,
      line.contains(where: { [0x2c, 0x3b, 0x09].contains($0) }),
      SecretFinder(Array(line)).hasPasswordColumn
    else { return [] }
    return Array(line) + [0x0a]
  }
}
