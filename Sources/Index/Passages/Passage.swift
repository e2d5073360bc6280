/// A piece of a text that shows words of a query.
package struct Passage: Equatable, Sendable {
  /// Its bytes in the text; an end can be inside a character.
  package let bytes: Range<Int>
  /// The bytes that match, in no order; some can overlap, or reach out of ``bytes``.
  package let matches: [Range<Int>]
  /// The offset of its first match in the text; nil if it shows no match.
  package let matchOffset: Int?
  /// The number of the line with its first match, from 1 on; nil if it shows no match.
  package let line: Int?
  /// Whether it begins inside a sentence.
  package let isCutBefore: Bool
  /// Whether it ends inside a sentence.
  package let isCutBehind: Bool
  /// Whether it is the best passage of its text.
  package let isBest: Bool
}
