import TextAnalysis

/// The names in code, and parts of them, that the words of a query mean.
///
/// The index has two to four words that follow each other in a name as one token; see
/// `SittaAnalyzer.Options.splitsNames`.
struct QueryNames: ~Copyable {
  private var analyzer = SittaAnalyzer(options: SittaAnalyzer.Options(splitsNames: true))

  /// The token of a name inside a longer name.
  ///
  /// - Parameter typed: the name as it was typed: `parseHTTP`.
  /// - Returns: the token of its words; none if it is one word or has more than four.
  mutating func parts(of typed: Span<UInt8>) -> [[UInt8]] {
    var whole: [[UInt8]] = []
    analyzer.analyze(typed, for: .document) { token, range, _ in
      if range == typed.indices, token.contains(SittaAnalyzer.nameJoiner) {
        whole.append(token.indices.map { token[$0] })
      }
    }
    return whole
  }

  /// The token of a name that consists of some words.
  ///
  /// - Parameter tokens: the words and their other spellings, which do not count.
  /// - Returns: nothing if the words are too few, too many, or written without blanks.
  borrowing func joined(_ tokens: [QueryWords.Token]) -> [UInt8] {
    let words = tokens.filter { !$0.flags.contains(.colocated) }.map(\.bytes)
    // Chinese, Japanese and Korean have no capitals, and neither have symbols.
    guard (2...SittaAnalyzer.longestNameChain).contains(words.count),
      words.allSatisfy({ $0.first ?? 0xff < 0xe1 })
    else { return [] }
    return Array(words.joined(separator: CollectionOfOne(SittaAnalyzer.nameJoiner)))
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool { indices.contains { self[$0] == byte } }
}
