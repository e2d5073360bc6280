import QueryLanguage

extension Query.Node {
  /// The node in FTS5's language; nil where FTS5 alone cannot answer it.
  ///
  /// Every text is quoted, so nothing in it can be an operator. FTS5 binds the blank first, then
  /// NOT, AND and OR. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  func matchExpression(_ words: QueryWords) -> String? {
    switch self {
    case .term(let term):
      return term.matchExpression(words)
    case .near(let terms, let distance):
      return terms.matchExpression(words, distance: distance)
    case .filter, .not:
      return nil
    case .any(let nodes):
      let parts = nodes.compactMap { $0.matchExpression(words) }
      return parts.count == nodes.count ? parts.joined(separator: " OR ") : nil
    case .all(let nodes):
      let parted = PartedConjunction(nodes, words)
      return parted.rest.isEmpty ? parted.match : nil
    }
  }

  /// The texts of which other words with the same stem, and synonyms, are looked for as well.
  var inexactTexts: [String] {
    switch self {
    case .term(let term): term.kind == .word ? [term.text] : []
    case .near(let terms, _): terms.filter { $0.kind == .word }.map(\.text)
    case .filter: []
    case .not(let node): node.inexactTexts
    case .any(let nodes), .all(let nodes): nodes.flatMap(\.inexactTexts)
    }
  }

  /// The texts that a hit may show, in FTS5's language: any of those that are not forbidden.
  func highlightExpressions(_ words: QueryWords) -> [String] {
    switch self {
    case .term, .near: [matchExpression(words)].compactMap(\.self)
    case .filter, .not: []
    case .any(let nodes), .all(let nodes): nodes.flatMap { $0.highlightExpressions(words) }
    }
  }
}

/// Parts that must all hold, parted into what FTS5 answers and the rest.
struct PartedConjunction {
  /// FTS5's part; nil where it would have nothing but negations.
  let match: String?
  /// The others.
  let rest: [Query.Node]

  init(_ nodes: [Query.Node], _ words: QueryWords) {
    var texts: [String] = []
    var groups: [String] = []
    var forbidden: [String] = []
    var rest: [Query.Node] = []
    for node in nodes {
      switch node {
      case .not(let inner):
        if let expression = inner.matchExpression(words) {
          forbidden.append(expression)
        } else {
          rest.append(node)
        }
      case .term, .near: texts += node.highlightExpressions(words)
      case .all, .any, .filter:
        if let expression = node.matchExpression(words) {
          groups.append(nodes.count > 1 ? "(\(expression))" : expression)
        } else {
          rest.append(node)
        }
      }
    }
    // Side by side, not joined by AND, because only there FTS5 passes over a text in which its
    // tokenizer finds no token.
    var wanted = (texts.isEmpty ? [] : [texts.joined(separator: " ")]) + groups
    if wanted.isEmpty {
      match = nil
      self.rest = nodes
    } else {
      if !forbidden.isEmpty { wanted[0] += " NOT (\(forbidden.joined(separator: " OR ")))" }
      match = wanted.joined(separator: " AND ")
      self.rest = rest
    }
  }
}

extension [Query.Term] {
  /// Terms of one column that stand near each other, in FTS5's language.
  func matchExpression(_ words: QueryWords, distance: Int) -> String {
    let texts = map { $0.matchText(words) }.joined(separator: " ")
    return (first?.columnFilter ?? "") + "NEAR(\(texts), \(distance))"
  }
}

extension Query.Term {
  /// The term in FTS5's language.
  func matchExpression(_ words: QueryWords) -> String {
    columnFilter + matchText(words)
  }

  fileprivate var columnFilter: String {
    switch column {
    case nil: ""
    case .title: "{title} : "
    case .name: "{name} : "
    case .tag: "{tags} : "
    case .body: "{body} : "
    }
  }

  fileprivate func matchText(_ words: QueryWords) -> String {
    let mark = kind == .word ? String(QueryWords.marker) : ""
    let isPrefix = kind == .prefix || words.needsStar(text)
    return "\"\(mark)\(quoted(text))\"" + (isPrefix ? " *" : "")
  }

  /// The text as it stands in a string of FTS5.
  private func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, scalar in
      switch scalar {
      case "\"": quoted += "\"\""
      // A NUL would end the expression, and the marker is ours; a blank separates just as well.
      case "\0", QueryWords.marker: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }
}
