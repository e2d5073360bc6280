public import IndexStorage
public import LinuxSystem

/// A document as it is shown in a list.
public struct ListedDocument: DescribedDocument, Equatable, Sendable {
  /// The document's number in this index.
  public let id: DocumentID
  /// Where it is: a file, or a member of one.
  public internal(set) var location: DocumentLocation
  /// Its properties besides its text.
  public var properties: DocumentProperties
  /// The media type.
  public let type: String
  /// The size in bytes.
  public let size: Int64
  /// When the content was last changed.
  public let modified: FileTime
  /// The state of its text.
  public let state: Document.State
  /// The reason for ``state``, for people.
  public let note: String?
  /// The version of the extractor that made it.
  public let extractor: Int64
  /// Whether its file is in a folder that cannot be reached now.
  public internal(set) var isAway = false

  /// Its path, in which a container counts as a folder.
  public var path: FilePath { location.path }
}

/// The part of a document in which a hit is.
public struct FoundPart: Equatable, Sendable {
  /// The kind of part.
  public let kind: Document.Part.Kind
  /// Its number among the parts of its kind, from 1 on.
  public let number: Int
  /// Its label for people: a page's number as printed, a sheet's name.
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
  /// The line of the indexed text with the first match, from 1 on; nil without a match.
  public let line: Int?
  /// The part of the document with the first match; nil without parts or a match.
  public let part: FoundPart?
  /// The number of secrets that are masked in ``snippet``; see ``SearchOptions/masksSecrets``.
  public var masked = 0
}

/// A document that matches a query.
public struct SearchHit: Equatable, Sendable {
  /// The document.
  public internal(set) var document: ListedDocument
  /// How well it matches; larger is better.
  ///
  /// 0 if the hits are not sorted by relevance.
  public let score: Double
  /// The passages of the text that show the query best: the best one, then the others in the order
  /// of the text.
  public internal(set) var passages: [FoundPassage]
  /// The words of the query that it lacks, as they were typed.
  public internal(set) var missing: [String] = []
  /// Other documents with the same content, or other versions of it, the newest first.
  public internal(set) var copies: [ListedDocument] = []

  /// The passage of the text that matches best.
  public var snippet: Snippet { passages.first?.snippet ?? Snippet() }
  /// The part of the document with the first match of ``snippet``; nil without parts or a match.
  public var part: FoundPart? { passages.first?.part }

  /// The hit with only the documents that meet a condition; nil if none does.
  public func keeping(_ condition: (ListedDocument) -> Bool) -> SearchHit? {
    var hit = self
    hit.copies.removeAll { !condition($0) }
    if condition(document) { return hit }
    guard let first = hit.copies.first else { return nil }
    hit.document = first
    hit.copies.removeFirst()
    return hit
  }
}

/// The answer to a query, from one state of the index.
public struct SearchPage: Equatable, Sendable {
  /// The hits in the requested order.
  public var hits: [SearchHit] = []
  /// Whether there are more hits after these.
  public internal(set) var hasMore = false
  /// How many documents match.
  public internal(set) var count = 0
  /// How many more documents match a part of the query; 0 if they were not searched.
  public internal(set) var partialCount = 0
  /// Whether all matches were seen before the deadline; otherwise better ones may be missing.
  public internal(set) var isComplete = true
  /// The facets of all documents that match, if they were requested.
  public internal(set) var facets: Facets?
  /// Whether ``SearchOptions/since`` belongs to another index, so that all hits are returned.
  public internal(set) var isReset = false
  /// The ranking that decides the order of the hits, if several indexes rank as one.
  package internal(set) var ranking: SearchRanking?
  /// The state of the index that was searched.
  public let clock: IndexClock
}

/// A part of the documents in a folder.
public struct ListPage: Equatable, Sendable {
  /// The documents, by ascending number.
  public let documents: [ListedDocument]
  /// The last number on this page, to ask for the next page; nil if this is the last page.
  public let next: DocumentID?
  /// Whether the clock of the request belongs to another index, so that all documents are listed.
  public let isReset: Bool
  /// The state of the index.
  public let clock: IndexClock
}

/// How a search is done.
public struct SearchOptions: Equatable, Sendable {
  /// How hits are sorted.
  public enum Order: String, CaseIterable, Sendable {
    /// The best match first; the newest first if the query has no text to rank.
    case relevance
    /// The newest first.
    case modified
    /// By the bytes of the file name.
    case name
    /// The largest first.
    case size
  }

  /// The largest number of hits.
  public var limit = 20
  /// How many hits are skipped.
  public var offset = 0
  /// How hits are sorted.
  public var order = Order.relevance
  /// The number of words in a snippet, at most 64; 0 for no snippets.
  public var snippetWords = 16
  /// The largest number of passages of a document.
  public var passages = 1
  /// Whether passages have `[masked]` instead of keys and passwords, as in the whole text.
  ///
  /// A passage with such a text has no matches.
  public var masksSecrets = false
  /// The folder that `~` means in the paths of a query.
  public var home: FilePath?
  /// Whether documents are found in folders that cannot be reached now.
  public var includesAway = false
  /// How much each part of the score counts.
  public var weights = RankingWeights()
  /// Whether every hit matches the whole query, and folders' names do not count.
  public var isStrict = false
  /// The language of a query that has no stop words, as an ISO 639-1 code.
  public var language = "en"
  /// Whether copies and versions of a document are hits of their own.
  public var showsCopies = false
  /// The numbers on which scores depend; nil for the numbers of this index.
  ///
  /// With them the page has a ``SearchPage/ranking``.
  public var statistics: QueryStatistics?
  /// The documents to return as hits; nil for the best ones.
  ///
  /// Without ``statistics`` they are only looked up, as the results of a former search: they have
  /// no score and no passages.
  public var documents: Set<DocumentID>?
  /// Whether known documents are looked up and nothing is searched for.
  public var isLookup: Bool { documents != nil && statistics == nil }
  /// The documents that were opened before; a strict search ignores them.
  public var opened = OpenedHits()
  /// Finds only documents that were added, changed or moved after this state.
  public var since: IndexClock?
  /// The folders or files that contain every hit, even if the query names others; nil for
  /// everywhere.
  ///
  /// The paths have no symbolic links. The members of a file belong to it.
  public var within: [FilePath]?
  /// The facets to count in all documents that match; nil for none.
  public var facets: FacetRequest?

  /// Twenty hits by relevance.
  public init() {}
}
