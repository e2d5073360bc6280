import QueryLanguage

extension Query.Node {
  /// Returns the node as an expression for FTS5; nil if FTS5 alone cannot answer it.
  func matchExpression(_ words: QueryWords) -> MatchExpression? {
    switch self {
    case .term(let term):
      let phrase = MatchExpression.Phrase(term, words)
      let names = term.kind == .exact ? [] : [phrase.asName(words)].compactMap(\.self)
      let phrases = [phrase] + names + (term.kind == .word ? phrase.otherSpellings(words) : [])
      return phrases.count == 1 ? .phrase(phrase) : .any(phrases.map { .phrase($0) })
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

  /// The texts that also match words with the same stem, and synonyms.
  var inexactTexts: [String] {
    switch self {
    case .term(let term): term.kind == .word ? [term.text] : []
    case .near(let terms, _): terms.filter { $0.kind == .word }.map(\.text)
    case .filter: []
    case .not(let node): node.inexactTexts
    case .any(let nodes), .all(let nodes): nodes.flatMap(\.inexactTexts)
    }
  }

  /// Returns expressions for the texts that a hit may show: all texts that are not excluded.
  func highlightExpressions(_ words: QueryWords) -> [MatchExpression] {
    switch self {
    case .term, .near: [matchExpression(words)].compactMap(\.self)
    case .filter, .not: []
    case .any(let nodes), .all(let nodes): nodes.flatMap { $0.highlightExpressions(words) }
    }
  }
}

/// The nodes of a conjunction, split into a part for FTS5 and the rest.
struct SplitConjunction {
  /// The part for FTS5; nil if it would consist only of exclusions.
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
  /// The column to search in an older index, in which the text contains the names of people.
  fileprivate var withoutPeople: Query.Column {
    switch self {
    case .author, .recipient, .sender: .body
    case .title, .name, .tag, .body, .subject: self
    }
  }
}

extension MatchExpression.Phrase {
  /// Makes the expression for one term of a query.
  init(_ term: Query.Term, _ words: QueryWords) {
    self.init(
      column: words.hasPeople ? term.column : term.column?.withoutPeople,
      text: Self.withoutReserved(term.text), forms: term.kind == .word ? .all : .typed,
      isPrefix: term.kind == .prefix || words.needsStar(term.text))
  }

  /// Returns the words of the phrase as one name in code, or a part of one; nil if they cannot be one.
  func asName(_ words: QueryWords) -> MatchExpression.Phrase? {
    guard !isPrefix, !words.name(of: text).isEmpty else { return nil }
    var name = self
    name.forms = .joined
    return name
  }

  /// Returns the other ways to write the number or the word with hyphens that the phrase is.
  func otherSpellings(_ words: QueryWords) -> [MatchExpression.Phrase] {
    words.spellings(of: text).map {
      MatchExpression.Phrase(column: column, text: $0, forms: .typed, isPrefix: false)
    }
  }

  /// Returns the text with blanks in place of the characters that have a meaning in an expression.
  ///
  /// NUL would end the expression; the other ones are the marks of ``MatchExpression/Forms`` before words.
  static func withoutReserved(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      let isReserved = scalar.value <= UInt32(MatchExpression.Forms.lastMark.rawValue)
      text.unicodeScalars.append(isReserved ? " " : scalar)
    }
  }
}
