public import IndexStorage
public import QueryLanguage

/// A text that could be typed instead of another one.
public struct Suggestion: Equatable, Sendable {
  /// The whole text.
  public let text: String
  /// The words that were put into the text, in the form in which the index contains them.
  public let words: [String]
  /// The number of documents that contain the rarest of ``words``.
  public let documents: Int
  /// The binary logarithm of a correction's likelihood; comparable only with others of the same text.
  public let likelihood: Double
  /// Whether the text has hits.
  public internal(set) var hasHits = true
  /// Whether words that some document contains were replaced, too; a search may only offer such a text.
  public internal(set) var isOffer = false

  init(_ text: [Unicode.Scalar], _ replacements: [Replacement], likelihood: Double = 0) {
    self.likelihood = likelihood
    self.text = text.replacing(replacements.map { ($0.range, $0.bytes) })
    let entries = replacements.flatMap(\.words)
    words = entries.map { String(decoding: $0.word, as: UTF8.self) }
    documents = entries.map(\.documents).min() ?? 0
  }
}

/// Completions and corrections of a text, from one state of the index.
public struct Suggestions: Equatable, Sendable {
  /// Texts in which the last word is completed.
  public var completions: [Suggestion] = []
  /// Texts in which words that are probably wrong are replaced.
  public var corrections: [Suggestion] = []
  /// The state of the index.
  public let clock: IndexClock
}

/// Options for making suggestions.
public struct SuggestionOptions: Sendable {
  /// How a text is read.
  public var reading = Query.ReadingOptions()
  /// How the queries are searched.
  public var search = SearchOptions()
  /// The largest number of completions, and of corrections.
  public var limit = 5
  /// Whether the user is still typing: the last word is completed, and counts as a prefix.
  public var isTyping = true
  /// The largest number of searches that find out which corrections have hits.
  public var probes = 24

  /// Five of each, for texts that are being typed.
  public init() {}
}
