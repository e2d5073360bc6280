public import IndexStorage
public import LinuxSystem
public import Meaning

/// A document in the form in which lists show it.
public struct ListedDocument: DescribedDocument, Equatable, Sendable {
  /// The document's number in this index.
  public let id: DocumentID
  /// Where the document is: a file, or a member of a file.
  public internal(set) var location: DocumentLocation
  /// The properties besides the text.
  public var properties: DocumentProperties
  /// The media type.
  public let type: String
  /// The size in bytes.
  public let size: Int64
  /// When the content was last changed.
  public let modified: FileTime
  /// The state of the text.
  public let state: Document.State
  /// The reason for ``state``, for people.
  public let note: String?
  /// The version of the extractor that made the document.
  public let extractor: Int64
  /// Whether the file is in a folder that cannot be reached now.
  public internal(set) var isAway = false

  /// The path; a file with members counts as a folder.
  public var path: FilePath { location.path }
}

/// The part of a document that contains a match, such as a page.
public struct FoundPart: Equatable, Sendable {
  /// The kind of part.
  public let kind: Document.Part.Kind
  /// The number among the parts of this kind, from 1 on.
  public let number: Int
  /// The label for people: a page's printed number, or a sheet's name.
  public let label: String

  /// Describes a part.
  public init(_ kind: Document.Part.Kind, number: Int, label: String) {
    (self.kind, self.number, self.label) = (kind, number, label)
  }
}

/// A passage of a document's text.
public struct FoundPassage: Equatable, Sendable {
  /// The passage, on one line.
  public let snippet: Snippet
  /// The number of the line with the first match, from 1 on; nil if there is no match.
  public let line: Int?
  /// The part of the document with the first match; nil if there is no match, or the document has no parts.
  public let part: FoundPart?
  /// The number of secrets that are masked in ``snippet``; see ``SearchOptions/masksSecrets``.
  public var masked = 0
}

/// A document that matches a query.
public struct SearchHit: Equatable, Sendable {
  /// The document.
  public internal(set) var document: ListedDocument
  /// The score for relevance; larger is better.
  ///
  /// It is 0 if the hits are not sorted by relevance.
  public let score: Double
  /// The passages of the text that match best: first the best one, then the others in the order of the text.
  public internal(set) var passages: [FoundPassage]
  /// The words of the query that the document lacks, as they were typed.
  public internal(set) var missing: [String] = []
  /// Words of the query and of the document that are near in meaning; nil unless it was found by meaning.
  public internal(set) var similar: [WordPair]?
  /// Other documents with the same content, or other versions of it, the newest first.
  public internal(set) var copies: [ListedDocument] = []
  /// Other messages of the conversation of a mail that match, the best first.
  public internal(set) var replies: [ListedDocument] = []

  /// The passage of the text that matches best.
  public var snippet: Snippet { passages.first?.snippet ?? Snippet() }
  /// The part with the first match of ``snippet``; nil if there is no match, or the document has no parts.
  public var part: FoundPart? { passages.first?.part }

  /// Returns the hit with only those documents that meet a condition; nil if none does.
  public func keeping(_ condition: (ListedDocument) -> Bool) -> SearchHit? {
    var hit = self
    hit.copies.removeAll { !condition($0) }
    hit.replies.removeAll { !condition($0) }
    if condition(document) { return hit }
    if let first = hit.copies.first {
      hit.document = first
      hit.copies.removeFirst()
      return hit
    }
    guard let first = hit.replies.first else { return nil }
    (hit.document, hit.passages) = (first, [])
    hit.replies.removeFirst()
    return hit
  }
}

/// The answer to a query, from one state of the index.
public struct SearchPage: Equatable, Sendable {
  /// The hits in the requested order.
  public var hits: [SearchHit] = []
  /// Whether there are more hits after these.
  public internal(set) var hasMore = false
  /// The number of documents that match.
  public internal(set) var count = 0
  /// The number of further documents that match a part of the query; 0 if they were not searched.
  public internal(set) var partialCount = 0
  /// Whether all matches were seen before the deadline; otherwise better ones may be missing.
  public internal(set) var isComplete = true
  /// The facets of all documents that match, if they were requested.
  public internal(set) var facets: Facets?
  /// Whether ``SearchOptions/since`` belongs to another index; then all hits are returned.
  public internal(set) var isReset = false
  /// What is needed to rank the hits together with those of other indexes; nil if this is not needed.
  package internal(set) var ranking: SearchRanking?
  /// The state of the index that was searched.
  public let clock: IndexClock
}

/// A page of a list of documents.
public struct ListPage: Equatable, Sendable {
  /// The documents, by ascending number.
  public let documents: [ListedDocument]
  /// The number with which to request the next page; nil if this is the last page.
  public let next: DocumentID?
  /// Whether the clock of the request belongs to another index; then all documents are listed.
  public let isReset: Bool
  /// The state of the index that was listed.
  public let clock: IndexClock
}

/// How a search is done.
public struct SearchOptions: Equatable, Sendable {
  /// An order of hits.
  public enum Order: String, CaseIterable, Sendable {
    /// The best match first; the newest first if the query has no text to rank.
    case relevance
    /// The newest first.
    case modified
    /// The one that was created or sent last first, according to the contents; the others come last.
    case created
    /// The latest first, by the time of ``created``, or else by that of ``modified``.
    case date
    /// By the bytes of the file name.
    case name
    /// The largest first.
    case size

    /// The time in seconds by which the hits are ordered, as SQL for a row of `document`; NULL if there is none.
    var timeColumn: String {
      switch self {
      case .created: "document.created"
      case .date: "coalesce(document.created, document.modified / 1000000000)"
      case .relevance, .modified, .name, .size: "NULL"
      }
    }
  }

  /// The largest number of hits.
  public var limit = 20
  /// The number of hits to skip.
  public var offset = 0
  /// The order of the hits.
  public var order = Order.relevance
  /// The number of words in a snippet, at most 64; 0 for no snippets.
  public var snippetWords = 32
  /// The largest number of passages of a document.
  public var passages = 1
  /// Whether keys and passwords in passages are replaced by `[masked]`; they are found in the whole text.
  ///
  /// A passage with a masked text has no matches.
  public var masksSecrets = false
  /// The vector of the query by the sentence encoder that makes those of documents; nil for that of the table.
  public var encodedQuery: MeaningVector?
  /// The folder that `~` means in the paths of a query.
  public var home: FilePath?
  /// Whether documents in folders that cannot be reached now are found, too.
  public var includesAway = false
  /// How much each part of the score counts.
  public var weights = RankingWeights()
  /// Whether every hit must match the whole query, without help of its folders' names.
  public var isStrict = false
  /// The language, as an ISO 639-1 code, for a query in which no stop word shows its language.
  public var language = "en"
  /// Whether copies and versions of a document are separate hits.
  public var showsCopies = false
  /// Whether the messages of a conversation are separate hits.
  public var showsMessages = false
  /// The numbers on which scores depend, summed over several indexes; nil for the numbers of this index.
  ///
  /// With them the page has a ``SearchPage/ranking``.
  public var statistics: QueryStatistics?
  /// The only documents that may be hits; nil for any.
  ///
  /// Without ``statistics``, the documents are results of a former search: they are only looked up, and get
  /// no score and no passages.
  public var documents: Set<DocumentID>?
  /// Whether ``documents`` are only looked up, without a search.
  public var isLookup: Bool { documents != nil && statistics == nil }
  /// The documents that were opened before, which rank higher; a strict search ignores them.
  public var opened = OpenedHits()
  /// The state after which documents must have been added, changed or moved; nil for all documents.
  public var since: IndexClock?
  /// The folders or files that contain every hit, even if the query names others; nil for everywhere.
  ///
  /// The paths must not contain symbolic links. The members of a file belong to it.
  public var within: [FilePath]?
  /// The facets to count in all documents that match; nil for none.
  public var facets: FacetRequest?

  /// Makes options for the first twenty hits by relevance.
  public init() {}
}
