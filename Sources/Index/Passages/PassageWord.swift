import TextAnalysis

/// A word or phrase of a query, as passages need it.
package struct PassageWord: Equatable, Sendable {
  /// The weight of a hit, such as the inverse document frequency; it should be larger than 0.
  package var weight = 1.0
  /// The tokens that match the word; empty if they are not known, and for phrases.
  ///
  /// With them, only the part of a compound word that matches is marked.
  package var spellings: [[UInt8]] = []
  /// Whether tokens match that only begin with one of ``spellings``.
  package var isPrefix = false
  /// How many characters are marked in the last token of a hit; nil for all.
  ///
  /// A query for one Han, kana or hangul character finds pairs of characters.
  package var markedCharacters: Int?

  /// A word of which no token is known.
  package init() {}

  /// Whether a token matches.
  func matches(_ token: Span<UInt8>) -> Bool {
    spellings.contains { spelling in
      // The first word of a name begins with it, too, and is marked alone.
      token.begins(with: spelling)
        && (token.count == spelling.count || isPrefix && !token.isChain)
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether it is several words of a name in one token.
  fileprivate var isChain: Bool { indices.contains { self[$0] == SittaAnalyzer.nameJoiner } }

  fileprivate func begins(with bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    for index in bytes.indices where self[index] != bytes[index] { return false }
    return true
  }
}
