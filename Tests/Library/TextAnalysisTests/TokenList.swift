import TextAnalysis

/// The tokens of a text in a compact form for tables of expectations.
///
/// Spaces separate tokens. A `+` before a token means colocated, a `*` after it means prefix.
func tokens<A: Analyzer & ~Copyable>(
  of text: String, for purpose: AnalysisPurpose = .document, with analyzer: inout A
) -> String {
  tokens(of: Array(text.utf8), for: purpose, with: &analyzer)
}

/// The tokens of bytes, which may be invalid UTF-8, in the same form.
func tokens<A: Analyzer & ~Copyable>(
  of bytes: [UInt8], for purpose: AnalysisPurpose = .document, with analyzer: inout A
) -> String {
  var list: [String] = []
  analyzer.analyze(bytes.span, for: purpose) { token, _, flags in
    list.append(
      (flags.contains(.colocated) ? "+" : "") + string(token)
        + (flags.contains(.prefix) ? "*" : ""))
  }
  return list.joined(separator: " ")
}

/// The tokens of a text by Sitta's analyzer.
func sittaTokens(
  of text: String, for purpose: AnalysisPurpose = .document,
  _ options: SittaAnalyzer.Options = .init()
) -> String {
  var analyzer = SittaAnalyzer(options: options)
  return tokens(of: text, for: purpose, with: &analyzer)
}

/// The bytes of a token as a string.
func string(_ token: Span<UInt8>) -> String {
  String(decoding: token.indices.map { token[$0] }, as: UTF8.self)
}

extension String {
  /// Whether the string has exactly the same code points.
  func hasSameScalars(as other: String) -> Bool {
    unicodeScalars.elementsEqual(other.unicodeScalars)
  }
}
