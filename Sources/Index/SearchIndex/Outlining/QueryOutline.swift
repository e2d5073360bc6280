package import QueryLanguage
import TextAnalysis

/// A query as tokens and filters, for an engine that has the same tokens but cannot rank.
///
/// The engine finds candidates and counts documents. An index that has the candidates then ranks them exactly.
package struct QueryOutline: Equatable, Sendable {
  /// A condition that a document meets or does not meet.
  package indirect enum Condition: Equatable, Sendable {
    /// Tokens that follow each other: for each place, the tokens of which one is there.
    case phrase(Phrase)
    /// Phrases in any order, with at most `distance` tokens between the first and the last.
    case near([Phrase], distance: Int)
    /// A property of the document.
    case filter(Query.Filter)
    /// At least one of the conditions is met.
    case any([Condition])
    /// All of the conditions are met.
    case all([Condition])
    /// The condition is not met.
    case not(Condition)
  }

  /// Tokens that follow each other.
  package struct Phrase: Equatable, Sendable {
    /// For each place, the tokens of which one is there.
    package let places: [[[UInt8]]]
    /// The only part of a document in which they are; nil for any.
    package let column: Query.Column?
    /// Whether the last token may be the beginning of a longer one.
    package let isPrefix: Bool

    /// Makes a phrase.
    package init(places: [[[UInt8]]], column: Query.Column?, isPrefix: Bool) {
      (self.places, self.column, self.isPrefix) = (places, column, isPrefix)
    }
  }

  /// A word whose occurrences add to the score.
  package struct Word: Equatable, Sendable {
    /// The forms of the word; each occurrence of one counts.
    package let forms: [Condition]
    /// How much the word counts: the rarer it is, the more.
    package let weight: Double
    /// The number of documents with the word.
    package let documents: Int
    /// Whether a document may lack the word and match fully: it is a stop word.
    package let isOptional: Bool
  }

  /// One of the two searches that a query can need.
  package struct Part: Equatable, Sendable {
    /// What every document has to meet.
    package let condition: Condition
    /// The words that are counted.
    package let words: [Word]
    /// Whether a document needs one of the words besides ``condition``.
    package let needsWord: Bool
  }

  /// The whole query as it was typed: what is counted.
  package let whole: Condition
  /// The documents that match fully.
  package let full: Part
  /// The documents that match a part of the query; nil if there are none but these.
  package let partial: Part?
  /// Whether the documents have no score, because the query has no words.
  package let isUnranked: Bool
}

extension QueryOutline.Condition {
  /// The tokens of which a document has some.
  package var tokens: [[UInt8]] {
    switch self {
    case .phrase(let phrase): phrase.places.flatMap(\.self)
    case .near(let phrases, _): phrases.flatMap { $0.places.flatMap(\.self) }
    case .any(let conditions), .all(let conditions): conditions.flatMap(\.tokens)
    case .not, .filter: []
    }
  }

  /// The condition that every document meets.
  package static var everything: QueryOutline.Condition { .all([]) }

  /// A phrase of a query with the tokens that match it; nil if the phrase has no token.
  init?(_ phrase: MatchExpression.Phrase, _ words: QueryWords) {
    guard let found = QueryOutline.Phrase(phrase, words) else { return nil }
    self = .phrase(found)
  }

  /// An expression with the tokens that match it; nil if it has no token.
  init?(_ expression: MatchExpression, _ words: QueryWords) {
    switch expression {
    case .phrase(let phrase):
      self.init(phrase, words)
    case .near(let phrases, let distance):
      let found = phrases.compactMap { QueryOutline.Phrase($0, words) }
      if found.isEmpty { return nil }
      self = found.count == 1 ? .phrase(found[0]) : .near(found, distance: distance)
    case .any(let expressions):
      let found = expressions.compactMap { Self($0, words) }
      if found.isEmpty { return nil }
      self = found.count == 1 ? found[0] : .any(found)
    case .all(let conjunction):
      let wanted = (conjunction.phrases + conjunction.groups).compactMap { Self($0, words) }
      let unwanted = conjunction.excluded.compactMap { Self($0, words) }.map(Self.not)
      if wanted.isEmpty { return nil }
      let all = wanted + unwanted
      self = all.count == 1 ? all[0] : .all(all)
    }
  }

  /// A part of a query; nil if it has no token.
  init?(_ node: Query.Node, _ words: QueryWords) {
    if let expression = node.matchExpression(words) {
      self.init(expression, words)
      return
    }
    switch node {
    case .filter(let filter, _): self = .filter(filter)
    case .not(let inner):
      guard let inner = Self(inner, words) else { return nil }
      self = .not(inner)
    case .any(let nodes): self = .any(nodes.compactMap { Self($0, words) })
    case .all(let nodes): self = .all(nodes.compactMap { Self($0, words) })
    // The cases with text have an expression.
    case .term, .near: return nil
    }
  }
}

extension QueryOutline.Phrase {
  fileprivate init?(_ phrase: MatchExpression.Phrase, _ words: QueryWords) {
    let places = words.places(of: phrase)
    if places.isEmpty { return nil }
    self.init(places: places, column: phrase.column, isPrefix: phrase.isPrefix)
  }
}

extension QueryWords {
  /// Returns, for each place of a phrase, the tokens of which one has to be there, as ``QueryTokenizer`` emits them.
  func places(of phrase: MatchExpression.Phrase) -> [[[UInt8]]] {
    if phrase.forms == .joined {
      let name = name(of: phrase.text)
      return name.isEmpty ? [] : [[name]]
    }
    let isTyped = phrase.forms == .typed || phrase.forms == .all || phrase.forms == .declared
    var places: [[[UInt8]]] = []
    for token in tokens(of: phrase.text) {
      let isColocated = token.flags.contains(.colocated) && !places.isEmpty
      if !isColocated {
        if places.count == QueryTokenizer.phraseLimit { break }
        places.append([])
      }
      if isTyped { places[places.count - 1].append(token.bytes) }
      if phrase.forms == .typed || !isTyped && isColocated { continue }
      places[places.count - 1] += alternatives(for: token.bytes, phrase.forms)
    }
    return places.contains(where: \.isEmpty) ? [] : places
  }
}
