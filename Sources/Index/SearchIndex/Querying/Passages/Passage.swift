import FullText

/// A piece of a text that shows words of a query.
struct Passage: Equatable, Sendable {
  /// Its place in the text; the parts can be larger by the rest of a character.
  let bytes: Range<Int>
  /// The parts in their order; none is empty.
  let parts: [TextSnippet.Part]
  /// The offset of its first match in the text; nil if it shows no match.
  let matchOffset: Int?
  /// The number of the line with its first match, from 1 on; nil if it shows no match.
  let line: Int?
  /// Whether it begins inside a sentence.
  let isCutBefore: Bool
  /// Whether it ends inside a sentence.
  let isCutBehind: Bool
  /// Whether it is the best passage of its text.
  let isBest: Bool
}
