import TextAnalysis

/// Finds the tokens of names in code, and of parts of names, that match words of a query.
///
/// The index contains each run of two to four words of a name as one token; see
/// `SittaAnalyzer.Options.splitsNames`.
struct QueryNames: ~Copyable {
  private var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))

  /// Returns the token by which a name, as it was typed, is found inside a longer name.
  ///
  /// It is the token of all words of the name; none if the name has one word or more than four.
  mutating func parts(of typed: Span<UInt8>) -> [[UInt8]] {
    var whole: [[UInt8]] = []
    analyzer.analyze(typed, for: .document) { token, range, _ in
      if range == typed.indices, token.contains(SittaAnalyzer.nameJoiner) {
        whole.append(token.indices.map { token[$0] })
      }
    }
    return whole
  }

  /// Returns the token of the name that consists of some words, without their other spellings.
  ///
  /// It is empty if there are too few or too many words, or if their script has no capitals.
  borrowing func joined(_ tokens: [QueryWords.Token]) -> [UInt8] {
    let words = tokens.filter { !$0.flags.contains(.colocated) }.map(\.bytes)
    // Han, kana, hangul and symbols have no capitals, so they cannot form such a name.
    guard (2...SittaAnalyzer.longestNameChain).contains(words.count),
      words.allSatisfy({ $0.first ?? 0xff < 0xe1 })
    else { return [] }
    return Array(words.joined(separator: CollectionOfOne(SittaAnalyzer.nameJoiner)))
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool { indices.contains { self[$0] == byte } }
}
