import FullText
import TextAnalysis

/// The tokenizer of a reading connection: it also emits the words that ``QueryWords`` has found for a word.
///
/// SQLite: <https://www.sqlite.org/fts5.html#synonym_support>, the third way.
final class QueryTokenizer: FTS5Tokenizer {
  /// The most tokens of a phrase that are searched for; any further ones are ignored.
  ///
  /// FTS5 takes several KiB for each token of a phrase, and checks for an interruption only between two rows.
  static let phraseLimit = 512

  private let words: QueryWords
  private var analyzer: SittaAnalyzer

  init(_ words: QueryWords, _ options: SittaAnalyzer.Options) {
    self.words = words
    analyzer = SittaAnalyzer(options: options)
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    let purpose = AnalysisPurpose(tokenization)
    let forms =
      (purpose != .document && !text.isEmpty
        ? MatchExpression.Forms(rawValue: text[0]) : nil) ?? .typed
    let isTyped = forms == .typed || forms == .all || forms == .declared
    if forms == .joined {
      let name = words.name(of: String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
      if name.isEmpty { return }
      return try tokenCallback(name.span, flags: [], from: 0, to: text.count)
    }
    var count = 0
    try analyzer.analyze(text, for: purpose) { (token, range, flags) throws(FullTextError) in
      if !flags.contains(.colocated) { count += 1 }
      if purpose != .document, count > Self.phraseLimit { return }
      let (start, end) = (range.lowerBound, range.upperBound)
      if forms == .declared, count == 1, !flags.contains(.colocated) {
        for (index, word) in CodeName.declarators.enumerated() {
          try tokenCallback(word.span, flags: index == 0 ? [] : .colocated, from: start, to: end)
        }
      }
      if isTyped { try tokenCallback(token, flags: FTS5TokenFlags(flags), from: start, to: end) }
      if forms == .typed || !isTyped && flags.contains(.colocated) { return }
      var isFirst = !isTyped
      for word in words.alternatives(for: token, forms) {
        try tokenCallback(word.span, flags: isFirst ? [] : .colocated, from: start, to: end)
        isFirst = false
      }
    }
  }
}
