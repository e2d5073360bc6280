import QueryLanguage

extension Query.Node {
  /// The node in FTS5's language; nil where FTS5 alone cannot answer it.
  ///
  /// Every text is quoted, so nothing in it can be an operator. FTS5 binds the blank first, then
  /// NOT, AND and OR. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  var matchExpression: String? {
    switch self {
    case .term(let term):
      return term.columnFilter + term.matchText
    case .near(let terms, let distance):
      let texts = terms.map(\.matchText).joined(separator: " ")
      return (terms.first?.columnFilter ?? "") + "NEAR(\(texts), \(distance))"
    case .filter, .not:
      return nil
    case .any(let nodes):
      let parts = nodes.compactMap(\.matchExpression)
      return parts.count == nodes.count ? parts.joined(separator: " OR ") : nil
    case .all(let nodes):
      let parted = PartedConjunction(nodes)
      return parted.rest.isEmpty ? parted.match : nil
    }
  }

  /// The texts that a hit may show, in FTS5's language: any of those that are not forbidden.
  var highlightExpressions: [String] {
    switch self {
    case .term, .near: [matchExpression].compactMap(\.self)
    case .filter, .not: []
    case .any(let nodes), .all(let nodes): nodes.flatMap(\.highlightExpressions)
    }
  }
}

/// Parts that must all hold, parted into what FTS5 answers and the rest.
struct PartedConjunction {
  /// FTS5's part; nil where it would have nothing but negations.
  let match: String?
  /// The others.
  let rest: [Query.Node]

  init(_ nodes: [Query.Node]) {
    var texts: [String] = []
    var groups: [String] = []
    var forbidden: [String] = []
    var rest: [Query.Node] = []
    for node in nodes {
      switch node {
      case .not(let inner):
        if let expression = inner.matchExpression {
          forbidden.append(expression)
        } else {
          rest.append(node)
        }
      case .term, .near: texts += node.highlightExpressions
      case .all, .any, .filter:
        if let expression = node.matchExpression {
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

extension Query.Term {
  fileprivate var columnFilter: String {
    switch column {
    case nil: ""
    case .title: "{title} : "
    case .name: "{name} : "
    case .tag: "{tags} : "
    case .body: "{body} : "
    }
  }

  fileprivate var matchText: String {
    quoted(text) + (kind == .prefix ? "*" : "")
  }

  /// The text as a string of FTS5.
  private func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
      // A NUL would end the expression; to the tokenizer a blank separates just as well.
      switch scalar {
      case "\"": quoted += "\"\""
      case "\0": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    } + "\""
  }
}
