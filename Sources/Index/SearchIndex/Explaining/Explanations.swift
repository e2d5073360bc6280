public import QueryLanguage

/// What the index knows of one path.
public struct ExplainedPath: Equatable, Sendable {
  /// The document at the path; nil if there is none.
  public let document: ExplainedDocument?
  /// The number of documents below the path; nil if the index knows no folder there.
  public let documentsBelow: Int64?
  /// How the query matches the document; nil without a query or a document.
  public let match: ExplainedMatch?
  /// The state of the index.
  public let clock: IndexClock

  package init(
    document: ExplainedDocument?, documentsBelow: Int64?, match: ExplainedMatch?,
    clock: IndexClock
  ) {
    self.document = document
    self.documentsBelow = documentsBelow
    self.match = match
    self.clock = clock
  }
}

/// A document with details that only an explanation shows.
public struct ExplainedDocument: Equatable, Sendable {
  /// The document.
  public let document: ListedDocument
  /// The file's metadata when it was read.
  public let file: StoredFile
  /// The number of tokens in each of its searchable parts.
  public let tokens: ColumnCounts
  /// The last commit that changed it; nil if that was too long ago.
  public let lastChange: CommitNumber?
  /// What it consists of.
  public let reading: ExplainedReading

  package init(
    document: ListedDocument, file: StoredFile, tokens: ColumnCounts, lastChange: CommitNumber?,
    reading: ExplainedReading = ExplainedReading()
  ) {
    self.document = document
    self.file = file
    self.tokens = tokens
    self.lastChange = lastChange
    self.reading = reading
  }
}

/// What a document consists of, and what is missing in the index.
public struct ExplainedReading: Equatable, Sendable {
  /// The number of pages, slides and other parts whose offsets are known.
  public var parts = 0
  /// The images in it whose text is not known; nil if there are none.
  public var scan: Document.Scan?
  /// How many of its members, such as attachments, have no text or a part of it for a reason that
  /// ``Document/note`` says.
  public var unreadMembers: Int64 = 0

  /// A document of one part, all of which is in the index.
  public init() {}
}

/// A number for each searchable part of a document.
public struct ColumnCounts: Equatable, Sendable {
  /// Of the title.
  public var title: Int
  /// Of the file's name.
  public var name: Int
  /// Of the tags.
  public var tags: Int
  /// Of the text.
  public var body: Int
  /// Of the authors.
  public var authors: Int
  /// Of the recipients.
  public var recipients: Int

  /// The sum.
  public var total: Int { title + name + tags + body + authors + recipients }

  /// Makes counts.
  public init(
    title: Int = 0, name: Int = 0, tags: Int = 0, body: Int = 0, authors: Int = 0,
    recipients: Int = 0
  ) {
    self.title = title
    self.name = name
    self.tags = tags
    self.body = body
    self.authors = authors
    self.recipients = recipients
  }

  /// Makes counts in the order of the columns; missing ones are 0.
  init(_ columns: [Int]) {
    func count(_ index: Int) -> Int { index < columns.count ? columns[index] : 0 }
    self.init(
      title: count(0), name: count(1), tags: count(2), body: count(3), authors: count(4),
      recipients: count(5))
  }
}

/// How a query matches one document.
public struct ExplainedMatch: Equatable, Sendable {
  /// Whether the document is a hit.
  public var isHit: Bool
  /// Each text of the query, from left to right.
  public var terms: [ExplainedTerm]
  /// Each filter of the query, from left to right.
  public var filters: [ExplainedFilter]
  /// The sum of the scores of ``parts``; nil if the document does not match, or the query has no
  /// text to rank.
  public var score: Double?
  /// What each text adds to ``score``.
  public var parts: [ExplainedRankPart]
  /// The words of the query that it lacks although it is a hit.
  public var lacking: [String] = []
  /// Its position among the hits, from 1; nil if it is no hit, or far behind.
  public var position: Int?
  /// The number of hits.
  public var hitCount: Int

  package init(
    isHit: Bool, terms: [ExplainedTerm], filters: [ExplainedFilter], score: Double?,
    parts: [ExplainedRankPart], position: Int?, hitCount: Int
  ) {
    self.isHit = isHit
    self.terms = terms
    self.filters = filters
    self.score = score
    self.parts = parts
    self.position = position
    self.hitCount = hitCount
  }
}

/// How a text of a query matches one document.
public struct ExplainedTerm: Equatable, Sendable {
  /// The text for people.
  public var reading: String
  /// The only column in which it is searched; nil for all.
  public var column: Query.Column?
  /// Whether a hit must contain it, or must not.
  public var isWanted: Bool
  /// Whether it is a stop word that the search ignores.
  public var isSkipped = false
  /// How often it occurs in each column in which it is searched.
  public var counts = ColumnCounts()
  /// How often it occurs in the other columns.
  public var elsewhere = ColumnCounts()
  /// If it does not occur: its words that the document does not contain.
  public var missing: [MissingWord] = []

  package init(reading: String, column: Query.Column?, isWanted: Bool) {
    self.reading = reading
    self.column = column
    self.isWanted = isWanted
  }
}

/// A word of a query that a document does not contain.
public struct MissingWord: Equatable, Sendable {
  /// The word as the index would contain it.
  public let word: String
  /// The most similar words of the document, the nearest first.
  public let nearest: [String]

  /// Describes a word.
  public init(word: String, nearest: [String]) {
    self.word = word
    self.nearest = nearest
  }
}

/// Whether a filter of a query holds for one document.
public struct ExplainedFilter: Equatable, Sendable {
  /// The filter.
  public let filter: Query.Filter
  /// The filter for people.
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

/// A part of the score of a document.
public struct ExplainedRankPart: Equatable, Sendable {
  /// What adds to the score.
  public let kind: ScorePart.Kind
  /// The number of documents that contain the word; nil if it is no word.
  public let documents: Int?
  /// The weight of the word: larger for rarer ones; nil if it is no word.
  public let rarity: Double?
  /// What it adds; negative for what is taken away.
  public let score: Double

  /// Describes a part.
  public init(_ kind: ScorePart.Kind, documents: Int? = nil, rarity: Double? = nil, score: Double) {
    (self.kind, self.documents, self.rarity, self.score) = (kind, documents, rarity, score)
  }
}
