/// How a query meets a document: `Match` in the interface.
public struct MatchMessage: Codable, Equatable, Sendable {
  /// How the query was understood.
  public var reading: String
  /// Each text of the query.
  public var terms: [TermMessage]
  /// Each filter of the query.
  public var filters: [FilterMessage]
  /// The rank: the sum of the scores of ``parts``.
  public var score: Double?
  /// What each text adds to the rank.
  public var parts: [RankPartMessage]
  /// Its place among the hits, from 1.
  public var place: Int?
  /// How many hits there are.
  public var hits: Int

  /// Makes a message.
  public init(
    reading: String, terms: [TermMessage], filters: [FilterMessage], score: Double?,
    parts: [RankPartMessage], place: Int?, hits: Int
  ) {
    self.reading = reading
    self.terms = terms
    self.filters = filters
    self.score = score
    self.parts = parts
    self.place = place
    self.hits = hits
  }
}

/// How a text of a query meets a document: `Term` in the interface.
public struct TermMessage: Codable, Equatable, Sendable {
  /// The text, as it was understood.
  public var text: String
  /// Whether a hit must hold it, or must not.
  public var wanted: Bool
  /// Whether it is a stop word that the search does without.
  public var passedOver: Bool
  /// How often it occurs where it counts.
  public var counts: CountsMessage
  /// How often it occurs where it does not count.
  public var elsewhere: CountsMessage
  /// Its words that the document does not hold.
  public var missing: [MissingWordMessage]

  /// Makes a message.
  public init(
    text: String, wanted: Bool, passedOver: Bool, counts: CountsMessage,
    elsewhere: CountsMessage, missing: [MissingWordMessage]
  ) {
    self.text = text
    self.wanted = wanted
    self.passedOver = passedOver
    self.counts = counts
    self.elsewhere = elsewhere
    self.missing = missing
  }
}

/// A word that a document does not hold: `MissingWord` in the interface.
public struct MissingWordMessage: Codable, Equatable, Sendable {
  /// The word.
  public var word: String
  /// The document's words that are most like it.
  public var nearest: [String]

  /// Makes a message.
  public init(word: String, nearest: [String]) {
    self.word = word
    self.nearest = nearest
  }
}

/// How a filter meets a document: `Filter` in the interface.
public struct FilterMessage: Codable, Equatable, Sendable {
  /// The filter, as it was understood.
  public var text: String
  /// Whether it must hold, or must not.
  public var wanted: Bool
  /// Whether it holds.
  public var holds: Bool

  /// Makes a message.
  public init(text: String, wanted: Bool, holds: Bool) {
    self.text = text
    self.wanted = wanted
    self.holds = holds
  }
}

/// What a text adds to the rank of a document: `RankPart` in the interface.
public struct RankPartMessage: Codable, Equatable, Sendable {
  /// The text.
  public var text: String
  /// How many documents hold it.
  public var documents: Int
  /// How much it tells that a document holds it.
  public var rarity: Double
  /// How often it occurs.
  public var counts: CountsMessage
  /// How often it occurs, each time by the weight of the place.
  public var frequency: Double
  /// What it adds.
  public var score: Double

  /// Makes a message.
  public init(
    text: String, documents: Int, rarity: Double, counts: CountsMessage, frequency: Double,
    score: Double
  ) {
    self.text = text
    self.documents = documents
    self.rarity = rarity
    self.counts = counts
    self.frequency = frequency
    self.score = score
  }
}
