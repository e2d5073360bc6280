import QueryLanguage

extension Query.Node {
  /// The node as a query of FTS5; nil if FTS5 alone cannot answer it.
  func matchExpression(_ words: QueryWords) -> MatchExpression? {
    switch self {
    case .term(let term):
      let phrase = MatchExpression.Phrase(term, words)
      let name = term.kind == .exact ? nil : phrase.asName(words)
      return name.map { .any([.phrase(phrase), .phrase($0)]) } ?? .phrase(phrase)
    case .near(let terms, let distance):
      return .near(terms.map { MatchExpression.Phrase($0, words) }, distance: distance)
    case .filter, .not:
      return nil
    case .any(let nodes):
      let parts = nodes.compactMap { $0.matchExpression(words) }
      return parts.count == nodes.count ? .any(parts) : nil
    case .all(let nodes):
      let split = SplitConjunction(nodes, words)
      return split.rest.isEmpty ? split.match : nil
    }
  }

  /// The texts for which other words with the same stem, and synonyms, are looked up as well.
  var inexactTexts: [String] {
    switch self {
    case .term(let term): term.kind == .word ? [term.text] : []
    case .near(let terms, _): terms.filter { $0.kind == .word }.map(\.text)
    case .filter: []
    case .not(let node): node.inexactTexts
    case .any(let nodes), .all(let nodes): nodes.flatMap(\.inexactTexts)
    }
  }

  /// The texts that a hit may show: all that are not excluded.
  func highlightExpressions(_ words: QueryWords) -> [MatchExpression] {
    switch self {
    case .term, .near: [matchExpression(words)].compactMap(\.self)
    case .filter, .not: []
    case .any(let nodes), .all(let nodes): nodes.flatMap { $0.highlightExpressions(words) }
    }
  }
}

/// Nodes that must all hold, split into the part that FTS5 answers and the rest.
struct SplitConjunction {
  /// FTS5's part; nil if it would consist of exclusions only.
  let match: MatchExpression?
  /// The other nodes.
  let rest: [Query.Node]

  init(_ nodes: [Query.Node], _ words: QueryWords) {
    var conjunction = MatchExpression.Conjunction()
    var rest: [Query.Node] = []
    for node in nodes {
      let inner = if case .not(let inner) = node { inner } else { node }
      guard let expression = inner.matchExpression(words) else {
        rest.append(node)
        continue
      }
      switch node {
      case .not: conjunction.excluded.append(expression)
      default:
        switch expression {
        case .phrase, .near: conjunction.phrases.append(expression)
        case .any, .all: conjunction.groups.append(expression)
        }
      }
    }
    if conjunction.phrases.isEmpty, conjunction.groups.isEmpty {
      match = nil
      self.rest = nodes
    } else {
      match = nodes.count > 1 ? .all(conjunction) : (conjunction.phrases + conjunction.groups)[0]
      self.rest = rest
    }
  }
}

extension Query.Column {
  /// The column of an older index, which has the names of people in the text.
  fileprivate var withoutPeople: Query.Column {
    switch self {
    case .author, .recipient, .sender: .body
    case .title, .name, .tag, .body, .subject: self
    }
  }
}

extension MatchExpression.Phrase {
  /// One term of a query.
  init(_ term: Query.Term, _ words: QueryWords) {
    self.init(
      column: words.hasPeople ? term.column : term.column?.withoutPeople,
      text: Self.withoutReserved(term.text), forms: term.kind == .word ? .all : .typed,
      isPrefix: term.kind == .prefix || words.needsStar(term.text))
  }

  /// The words of the phrase as one name in code, or a part of one; nil if they cannot be one.
  func asName(_ words: QueryWords) -> MatchExpression.Phrase? {
    guard !isPrefix, !words.name(of: text).isEmpty else { return nil }
    var name = self
    name.forms = .joined
    return name
  }

  /// The text with spaces in place of the characters that have a meaning in an expression.
  ///
  /// A NUL would end the expression, and the marks before words are ours.
  static func withoutReserved(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      let isReserved = scalar.value <= UInt32(MatchExpression.Forms.lastMark.rawValue)
      text.unicodeScalars.append(isReserved ? " " : scalar)
    }
  }
}
