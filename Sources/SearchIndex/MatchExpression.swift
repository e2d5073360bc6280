import QueryLanguage

extension Query {
  /// The query in FTS5's language: every text is quoted, so nothing in it can be an operator.
  ///
  /// Terms stand side by side, not joined by AND, because FTS5 passes over one in which its
  /// tokenizer finds no token only there. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  ///
  /// - Parameter words: knows what the words stand for; stop words are left out beside others.
  /// - Returns: the expression.
  func matchExpression(_ words: QueryWords) -> String {
    let telling = required.filter { $0.kind != .word || !words.isStopWord($0.text) }
    let wanted = (telling.isEmpty ? required : telling).map { $0.matchExpression(words) }
      .joined(separator: " ")
    if forbidden.isEmpty { return wanted }
    let unwanted = forbidden.map { $0.matchExpression(words) }.joined(separator: " OR ")
    return "(\(wanted)) NOT (\(unwanted))"
  }

  /// The texts of which other words with the same stem, and synonyms, are looked for as well.
  var inexactTexts: [String] {
    (required + forbidden).filter { $0.kind == .word }.map(\.text)
  }
}

extension Query.Term {
  fileprivate func matchExpression(_ words: QueryWords) -> String {
    var quoted = "\""
    if kind == .word { quoted.unicodeScalars.append(QueryWords.marker) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\"\""
      // A NUL would end the expression, and the marker is ours; a blank separates just as well.
      case "\0", QueryWords.marker: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + (kind == .prefix || words.needsStar(text) ? "\" *" : "\"")
  }
}
