public import QueryLanguage

/// What the index knows of one path.
public struct ExplainedPath: Equatable, Sendable {
  /// The document of that path; nil where there is none.
  public let document: ExplainedDocument?
  /// How many documents are below the path; nil where the index knows no folder there.
  public let documentsBelow: Int64?
  /// How the query meets the document; nil without a query or a document.
  public let match: ExplainedMatch?
  /// The state of the index.
  public let clock: IndexClock
}

/// A document with what people ask for only when they wonder about it.
public struct ExplainedDocument: Equatable, Sendable {
  /// The document.
  public let document: ListedDocument
  /// What its file was when it was read.
  public let file: StoredFile
  /// How many tokens its title, name, tags and text have.
  public let tokens: ColumnCounts
  /// The last commit that changed it; nil where that is too long ago to be remembered.
  public let lastChange: Int64?
}

/// A number for each part of a document that can be searched.
public struct ColumnCounts: Equatable, Sendable {
  /// Of the title.
  public var title: Int
  /// Of the file's name.
  public var name: Int
  /// Of the tags.
  public var tags: Int
  /// Of the text.
  public var body: Int

  /// The sum.
  public var total: Int { title + name + tags + body }

  /// Makes counts.
  public init(title: Int = 0, name: Int = 0, tags: Int = 0, body: Int = 0) {
    self.title = title
    self.name = name
    self.tags = tags
    self.body = body
  }

  /// Reads counts in the order of the columns; what is missing is 0.
  init(_ columns: [Int]) {
    func count(_ index: Int) -> Int { index < columns.count ? columns[index] : 0 }
    self.init(title: count(0), name: count(1), tags: count(2), body: count(3))
  }
}

/// How a query meets one document.
public struct ExplainedMatch: Equatable, Sendable {
  /// Whether the document is a hit.
  public var isHit: Bool
  /// Each text of the query, from left to right.
  public var terms: [ExplainedTerm]
  /// Each filter of the query, from left to right.
  public var filters: [ExplainedFilter]
  /// The rank: the sum of the scores of ``parts``; nil where the document does not match, or the
  /// query has no text that could rank it.
  public var score: Double?
  /// What each text adds to ``score``.
  public var parts: [ExplainedRankPart]
  /// Its place among the hits, from 1; nil where it is none.
  public var place: Int?
  /// How many hits there are.
  public var hitCount: Int
}

/// How a text of a query meets one document.
public struct ExplainedTerm: Equatable, Sendable {
  /// The text as people read it.
  public var reading: String
  /// The only column in which it counts; nil for all.
  public var column: Query.Column?
  /// Whether a hit must hold it, or must not.
  public var isWanted: Bool
  /// Whether it is a stop word that the search does without.
  public var isPassedOver = false
  /// How often it occurs in each column in which it counts.
  public var counts = ColumnCounts()
  /// How often it occurs where it does not count.
  public var elsewhere = ColumnCounts()
  /// Its words that the document does not hold at all, if it is missing.
  public var missing: [MissingWord] = []
}

/// A word of a query that a document does not hold.
public struct MissingWord: Equatable, Sendable {
  /// The word as the index would hold it.
  public let word: String
  /// The words of the document that are most like it, the nearest first.
  public let nearest: [String]

  /// Describes a word.
  public init(word: String, nearest: [String]) {
    self.word = word
    self.nearest = nearest
  }
}

/// How a filter of a query meets one document.
public struct ExplainedFilter: Equatable, Sendable {
  /// The filter.
  public let filter: Query.Filter
  /// The filter as people read it.
  public let reading: String
  /// Whether it must hold for a hit, or must not.
  public let isWanted: Bool
  /// Whether it holds.
  public let holds: Bool

  /// Describes a filter.
  public init(_ filter: Query.Filter, reading: String, isWanted: Bool, holds: Bool) {
    self.filter = filter
    self.reading = reading
    self.isWanted = isWanted
    self.holds = holds
  }
}

/// What one text of a query adds to the rank of a document.
public struct ExplainedRankPart: Equatable, Sendable {
  /// The text.
  public let text: String
  /// How many documents hold it.
  public let documents: Int
  /// How much it tells that a document holds it: larger for rarer texts.
  public let rarity: Double
  /// How often it occurs in each column.
  public let counts: ColumnCounts
  /// The sum of ``counts``, each by the weight of its column.
  public let frequency: Double
  /// What it adds.
  public let score: Double

  /// Describes a part.
  public init(
    text: String, documents: Int, rarity: Double, counts: ColumnCounts, frequency: Double,
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
