public import IndexStorage
public import Meaning
public import QueryLanguage

/// What the index contains about one path, and how a query matches it.
public struct ExplainedPath: Equatable, Sendable {
  /// The document at the path; nil if there is none.
  public var document: ExplainedDocument?
  /// The number of documents below the path; nil if the index has no folder there.
  public var documentsBelow: Int64?
  /// How the query matches the document; nil if there is no query or no document.
  public var match: ExplainedMatch?
  /// The state of the index.
  public let clock: IndexClock

  package init(_ document: ExplainedDocument?, clock: IndexClock) {
    (self.document, self.clock) = (document, clock)
  }
}

/// A document with the details that only an explanation shows.
public struct ExplainedDocument: Equatable, Sendable {
  /// The document.
  public let document: ListedDocument
  /// The file's metadata when it was read.
  public let file: StoredFile
  /// The number of tokens in each searchable part of the document.
  public var tokens = ColumnCounts()
  /// The last commit that changed the document; nil if that was too long ago.
  public var lastChange: CommitNumber?
  /// The number of pages, slides and other parts whose offsets are known.
  public var parts = 0
  /// The images in the document whose text is not known yet; nil if there are none.
  public var scan: Document.Scan?
  /// The number of its members, such as attachments, whose text is missing or incomplete; their
  /// ``Document/note`` says why.
  public var unreadMembers: Int64 = 0

  package init(_ document: ListedDocument, _ file: StoredFile) {
    (self.document, self.file) = (document, file)
  }
}

/// A number for each searchable part of a document.
public struct ColumnCounts: Equatable, Sendable {
  /// The number for the title.
  public var title: Int
  /// The number for the file's name.
  public var name: Int
  /// The number for the tags.
  public var tags: Int
  /// The number for the text.
  public var body: Int
  /// The number for the authors.
  public var authors: Int
  /// The number for the recipients.
  public var recipients: Int

  /// The sum of all numbers.
  public var total: Int { title + name + tags + body + authors + recipients }

  package init(
    title: Int = 0, name: Int = 0, tags: Int = 0, body: Int = 0, authors: Int = 0,
    recipients: Int = 0
  ) {
    (self.title, self.name, self.tags) = (title, name, tags)
    (self.body, self.authors, self.recipients) = (body, authors, recipients)
  }

  /// Makes counts in the order of the columns; missing ones are 0.
  init(_ columns: [Int]) {
    let counts = columns + Array(repeating: 0, count: 6)
    self.init(
      title: counts[0], name: counts[1], tags: counts[2], body: counts[3], authors: counts[4],
      recipients: counts[5])
  }
}

/// How a query matches one document.
public struct ExplainedMatch: Equatable, Sendable {
  /// Whether the document is a hit.
  public var isHit = true
  /// The texts of the query, from left to right.
  public var terms: [ExplainedTerm] = []
  /// The filters of the query, from left to right.
  public var filters: [ExplainedFilter] = []
  /// The sum of ``parts``; nil if the document does not match, or the query has no text to rank.
  public var score: Double?
  /// The part of ``score`` that each text adds.
  public var parts: [ExplainedRankPart] = []
  /// The words of the query that the document lacks, although it is a hit.
  public var lacking: [String] = []
  /// The words that are near in meaning; nil unless the document is a hit by meaning.
  public var similar: [WordPair]?
  /// The position among the hits, from 1 on; nil if it is not a hit, or not among the first ones.
  public var position: Int?
  /// The number of hits.
  public var hitCount = 0

  package init() {}
}

/// How a text of a query matches one document.
public struct ExplainedTerm: Equatable, Sendable {
  /// The text, as it is shown to people.
  public var reading: String
  /// The only column in which the text is searched; nil for all.
  public var column: Query.Column?
  /// Whether a hit must contain the text; if false, a hit must not contain it.
  public var isWanted: Bool
  /// Whether the text is a stop word that the search ignores.
  public var isSkipped = false
  /// How often the text occurs in each column in which it is searched.
  public var counts = ColumnCounts()
  /// How often the text occurs in the other columns.
  public var elsewhere = ColumnCounts()
  /// The words of the text that the document does not contain; empty if the text occurs.
  public var missing: [MissingWord] = []

  package init(reading: String, column: Query.Column?, isWanted: Bool) {
    (self.reading, self.column, self.isWanted) = (reading, column, isWanted)
  }
}

/// A word of a query that a document does not contain, and similar words of the document.
public struct MissingWord: Equatable, Sendable {
  /// The word in the form in which the index would contain it.
  public let word: String
  /// The most similar words of the document, the nearest first.
  public let nearest: [String]

  package init(word: String, nearest: [String]) {
    (self.word, self.nearest) = (word, nearest)
  }
}

/// Whether a filter of a query holds for one document.
public struct ExplainedFilter: Equatable, Sendable {
  /// The filter.
  public let filter: Query.Filter
  /// The filter, as it is shown to people.
  public let reading: String
  /// Whether the filter must hold for a hit; if false, it must not hold.
  public let isWanted: Bool
  /// Whether the filter holds for the document.
  public let holds: Bool

  package init(_ filter: Query.Filter, reading: String, isWanted: Bool, holds: Bool) {
    (self.filter, self.reading) = (filter, reading)
    (self.isWanted, self.holds) = (isWanted, holds)
  }
}

/// A part of the score of a document.
public struct ExplainedRankPart: Equatable, Sendable {
  /// What adds this part to the score.
  public let kind: ScorePart.Kind
  /// The number of documents that contain the word; nil if the part is not for a word.
  public let documents: Int?
  /// The weight of the word, larger for rarer words; nil if the part is not for a word.
  public let rarity: Double?
  /// The amount that is added to the score; negative for a deduction.
  public let score: Double

  package init(_ kind: ScorePart.Kind, documents: Int? = nil, rarity: Double? = nil, score: Double)
  {
    (self.kind, self.documents, self.rarity, self.score) = (kind, documents, rarity, score)
  }
}
