/// Replaces what looks like a key or a password in texts.
///
/// Files that are secrets as a whole are not indexed; this is for secrets inside other files. It
/// finds
/// private keys, tokens of known issuers, values beside names such as `password` in configurations,
/// commands and sentences, and random text as long as a key. It errs on the side of masking. Paths
/// are not masked, because they have to be usable.
public struct SecretMask: Sendable {
  /// The number of places that were masked so far.
  public private(set) var count = 0

  private static let replacement = Array("[masked]".utf8)
  /// How much text on each side of a part decides about the part: more than a private key has.
  private static let surroundings = 6 << 10

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
  ///   - text: the text; 6 KiB on each side of the part are examined.
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
    return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
      .reduce(into: []) { merged, range in
        guard let last = merged.last, range.lowerBound <= last.upperBound else {
          merged.append(range)
          return
        }
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      }
  }

  /// Where secrets are in a part of a text, clamped to the part.
  private static func secrets(in part: Range<Int>, of text: [UInt8]) -> [Range<Int>] {
    if part == text.indices { return secrets(in: text) }
    let start = max(0, part.lowerBound - surroundings)
    let end = min(text.count, part.upperBound + surroundings)
    return secrets(in: Array(text[start..<end]))
      .map { ($0.lowerBound + start..<$0.upperBound + start).clamped(to: part) }
      .filter { !$0.isEmpty }
  }
}
