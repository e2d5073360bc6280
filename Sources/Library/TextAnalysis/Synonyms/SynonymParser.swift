/// Parses the lines of a synonym table.
struct SynonymParser: ~Copyable {
  /// The synonyms of one line.
  enum Rule {
    case group([[UInt8]])
    case oneWay([UInt8], [[UInt8]])
  }

  private var analyzer = SittaAnalyzer()

  /// Parses a line; returns nil for an empty line or a comment.
  mutating func parse(_ line: Substring, number: Int) throws(AnalysisError) -> Rule? {
    let text = Self.trim(line.prefix { $0 != "#" })
    if text.isEmpty { return nil }
    if let arrow = text.firstRange(of: "=>") {
      let left = try words(text[..<arrow.lowerBound], line: number)
      guard left.count == 1 else {
        throw error(number, "write exactly one word before '=>'")
      }
      return .oneWay(left[0], try words(text[arrow.upperBound...], line: number))
    }
    let group = try words(text, line: number)
    if group.count == 1 {
      throw error(number, "'\(text)' has no synonym; add ',' or '=>' and another word")
    }
    return .group(group)
  }

  private mutating func words(_ text: Substring, line: Int) throws(AnalysisError) -> [[UInt8]] {
    var words: [[UInt8]] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      try words.append(word(Self.trim(part), line: line))
    }
    return words
  }

  private mutating func word(_ text: Substring, line: Int) throws(AnalysisError) -> [UInt8] {
    var tokens: [[UInt8]] = []
    analyzer.analyze(Array(text.utf8).span, for: .query) { token, _, flags in
      if !flags.contains(.colocated) { tokens.append(token.indices.map { token[$0] }) }
    }
    if text.isEmpty { throw error(line, "a word is missing before or after ',' or '=>'") }
    guard tokens.count == 1 else {
      let kind = tokens.isEmpty ? "not a word" : "more than one word"
      throw error(line, "'\(text)' is \(kind) in the index; each synonym must be one word")
    }
    return tokens[0]
  }

  private func error(_ line: Int, _ problem: String) -> AnalysisError {
    AnalysisError(.synonymSyntax, line: line, "Synonyms, line \(line): \(problem).")
  }

  private static func trim(_ text: Substring) -> Substring {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return text[first...last]
  }
}
