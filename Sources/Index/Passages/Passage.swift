/// A short part of a text that shows words of a query.
package struct Passage: Equatable, Sendable {
  /// The byte range in the text; it can begin or end inside a character.
  package let bytes: Range<Int>
  /// The byte ranges that match, in no order; they can overlap, and extend beyond ``bytes``.
  package let matches: [Range<Int>]
  /// The offset of the first match in the text; nil if the passage shows no match.
  package let matchOffset: Int?
  /// Whether it begins inside a sentence.
  package let isCutBefore: Bool
  /// Whether the passage ends inside a sentence.
  package let isCutBehind: Bool
  /// Whether this is the best passage of the text.
  package let isBest: Bool
}
