import TextAnalysis

@testable import Passages

/// A text and a query, with the hits that the index would find.
///
/// The query's words are separated by spaces. `a/b` is a word with two forms, `a_b` a phrase, `a*` a
/// prefix, and `a^0.1` a word of weight 0.1.
struct PassageSample {
  let text: [UInt8]
  let finder: PassageFinder
  private(set) var hits: [PassageHit] = []

  init(_ text: String, _ query: String, length: Int = 16, count: Int = 1) {
    self.init(Array(text.utf8), query, length: length, count: count)
  }

  init(_ text: [UInt8], _ query: String, length: Int = 16, count: Int = 1) {
    self.text = text
    let terms = query.split(separator: " ").map { Term(String($0)) }
    finder = PassageFinder(words: terms.map(\.word), length: length, count: count)
    // All tokens of each position.
    var tokens: [[[UInt8]]] = []
    Self.tokenize(text.span) { token, _, isColocated in
      if !isColocated { tokens.append([]) }
      tokens[tokens.count - 1].append(token.indices.map { token[$0] })
    }
    for (number, term) in terms.enumerated() {
      for position in tokens.indices where term.occurs(at: position, of: tokens) {
        hits.append(PassageHit(token: position, count: term.tokens.count, word: number))
      }
    }
    hits.sort { ($0.token, $0.word) < ($1.token, $1.word) }
  }

  /// The passages, with marks around matches and ellipses where a sentence is cut.
  var shown: [String] { passages.map(marked) }

  var passages: [Passage] {
    finder.passages(in: text.span, hits: hits) { positions, receiver in
      var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
      return analyzer.analyze(text.span, at: positions) { position, token, range, flags in
        receiver(position, token, range, flags.contains(.colocated))
      }
    }
  }

  func marked(_ passage: Passage) -> String {
    var (line, position) = ("", passage.bytes.lowerBound)
    for match in merged(passage.matches) {
      let match = match.clamped(to: passage.bytes)
      line += "\(string(position..<match.lowerBound))«\(string(match))»"
      position = match.upperBound
    }
    line += string(position..<passage.bytes.upperBound)
    line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (passage.isCutBefore ? "…" : "") + line + (passage.isCutBehind ? "…" : "")
  }

  func string(_ bytes: Range<Int>) -> String { String(decoding: text[bytes], as: UTF8.self) }

  private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  static func tokenize(
    _ text: Span<UInt8>, _ receive: (Span<UInt8>, Range<Int>, Bool) -> Void
  ) {
    var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
    analyzer.analyze(text, for: .document) { token, range, flags in
      receive(token, range, flags.contains(.colocated))
    }
  }

  /// A word or phrase of the query.
  private struct Term {
    /// The forms of each token.
    private(set) var tokens: [[[UInt8]]] = []
    private(set) var word = PassageWord()

    init(_ text: String) {
      let parts = text.split(separator: "^")
      if parts.count > 1 { word.weight = Double(parts[1]) ?? 1 }
      var text = String(parts[0])
      if text.hasSuffix("*") {
        word.isPrefix = true
        text.removeLast()
      }
      for part in text.split(separator: "_") {
        var forms: [[[UInt8]]] = []
        for form in part.split(separator: "/") {
          var analyzer = SittaAnalyzer()
          var position = -1
          analyzer.analyze(String(form).utf8.span, for: .query) { token, _, flags in
            if !flags.contains(.colocated) { position += 1 }
            while forms.count <= position { forms.append([]) }
            forms[position].append(token.indices.map { token[$0] })
            if flags.contains(.prefix) { (word.isPrefix, word.markedCharacters) = (true, 1) }
          }
        }
        tokens += forms
      }
      if tokens.count == 1 { word.spellings = tokens[0] }
    }

    func occurs(at position: Int, of text: [[[UInt8]]]) -> Bool {
      guard position + tokens.count <= text.count else { return false }
      return tokens.indices.allSatisfy { index in
        text[position + index].contains { token in
          tokens[index].contains { form in
            token == form
              || word.isPrefix && index == tokens.count - 1 && token.starts(with: form)
          }
        }
      }
    }
  }
}

extension PassageFinder {
  /// Chooses the windows, and finds the passages in them.
  func passages(
    in text: Span<UInt8>, hits: [PassageHit], tokenize: PassageTokens.Tokenization
  ) -> [Passage] {
    passages(in: text, hits: hits, windows(around: hits), tokenize: tokenize)
  }
}
