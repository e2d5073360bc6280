import QueryLanguage

extension Query {
  /// The query in FTS5's language: every text is quoted, so nothing in it can be an operator.
  ///
  /// Terms stand side by side, not joined by AND, because FTS5 passes over one in which its
  /// tokenizer finds no token only there. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  var matchExpression: String {
    let wanted = required.map(\.matchExpression).joined(separator: " ")
    if forbidden.isEmpty { return wanted }
    return "(\(wanted)) NOT (\(forbidden.map(\.matchExpression).joined(separator: " OR ")))"
  }
}

extension Query.Term {
  fileprivate var matchExpression: String {
    let text = text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
      // A NUL would end the expression; to the tokenizer a blank separates just as well.
      switch scalar {
      case "\"": quoted += "\"\""
      case "\0": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return text + (kind == .prefix ? "\"*" : "\"")
  }
}
