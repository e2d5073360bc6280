import TextAnalysis

/// A word or phrase of a query, with the properties that the choice of passages needs.
package struct PassageWord: Equatable, Sendable {
  /// The weight of a hit, such as the inverse document frequency; it should be larger than 0.
  package var weight = 1.0
  /// The tokens that match the word; empty if they are not known, and for phrases.
  ///
  /// They allow marking only the part of a compound word that matches.
  package var spellings: [[UInt8]] = []
  /// Whether a token also matches if it only begins with one of ``spellings``.
  package var isPrefix = false
  /// The number of characters that are marked in the last token of a hit; nil for all.
  ///
  /// A query for one Han, kana or hangul character finds pairs of characters.
  package var markedCharacters: Int?

  /// Makes a word whose tokens are not known.
  package init() {}

  /// Whether a token matches.
  func matches(_ token: Span<UInt8>) -> Bool {
    spellings.contains { spelling in
      // A chain of a name's words is not marked as a whole: its first word is a token, too.
      token.begins(with: spelling)
        && (token.count == spelling.count || isPrefix && !token.isChain)
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether the token is a chain: several words of a name in one token.
  fileprivate var isChain: Bool { indices.contains { self[$0] == SittaAnalyzer.nameJoiner } }

  fileprivate func begins(with bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    for index in bytes.indices where self[index] != bytes[index] { return false }
    return true
  }
}
