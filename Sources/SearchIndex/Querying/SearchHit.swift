public import LinuxSystem

/// A document as it is shown in a list.
public struct ListedDocument: Equatable, Sendable {
  /// The document's number in this index.
  public let id: Int64
  /// Where its file is.
  public let path: FilePath
  /// The title, where the file names one.
  public let title: String?
  /// The tags.
  public let tags: [String]
  /// The media type.
  public let type: String
  /// The size in bytes.
  public let size: Int64
  /// When the content was last changed, in nanoseconds since 1970.
  public let modified: Int64
  /// How its text came about.
  public let state: Document.State
  /// What a person should know of ``state``.
  public let note: String?
  /// Whether its file is in a folder that is not there now.
  public internal(set) var isAway = false
}

/// A document that matches a query.
public struct SearchHit: Equatable, Sendable {
  /// The document.
  public let document: ListedDocument
  /// How well it matches; larger is better.
  ///
  /// 0 where the hits are not sorted by relevance.
  public let score: Double
  /// The place in the text that matches best.
  public let snippet: Snippet
}

/// The answer to a query, from one state of the index.
public struct SearchPage: Equatable, Sendable {
  /// The hits in the order that was asked for.
  public var hits: [SearchHit] = []
  /// Whether there are more behind these.
  public internal(set) var hasMore = false
  /// How many documents match.
  public internal(set) var count = 0
  /// Whether all matches were looked at before the deadline: otherwise better ones may be missing.
  public internal(set) var isComplete = true
  /// What the documents that match have in common, where it was asked for.
  public internal(set) var facets: Facets?
  /// Whether hits were asked for since a state that is none of this index, so that all were given.
  public internal(set) var isFresh = false
  /// The state of the index that was searched.
  public let clock: IndexClock
}

/// A part of the documents in a folder.
public struct ListPage: Equatable, Sendable {
  /// The documents, by ascending number.
  public let documents: [ListedDocument]
  /// Ask for those after this number next; nil where these were the last.
  public let next: Int64?
  /// Whether documents were asked for since a state that is none of this index, so that all were
  /// given.
  public let isFresh: Bool
  /// The state of the index.
  public let clock: IndexClock
}

/// Numbers about an index.
public struct IndexStatistics: Equatable, Sendable {
  /// How many documents there are in each state, without those that are away.
  public let documents: [Document.State: Int64]
  /// How many documents are in folders that are not there now.
  public let away: Int64
  /// The size of the database in bytes, without its write-ahead log.
  public let size: Int64
  /// The state of the index.
  public let clock: IndexClock
}

/// How a search is done.
public struct SearchOptions: Equatable, Sendable {
  /// How hits are sorted.
  public enum Order: String, CaseIterable, Sendable {
    /// The best match first; the newest first for a query that needs no word to match.
    case relevance
    /// The newest first.
    case modified
    /// By the bytes of the file name.
    case name
    /// The largest first.
    case size
  }

  /// How many hits are given at most.
  public var limit = 20
  /// How many hits are passed over first.
  public var offset = 0
  /// How hits are sorted.
  public var order = Order.relevance
  /// How many words a snippet has, at most 64; 0 for no snippets.
  public var snippetWords = 16
  /// What `~` stands for in the paths of a query.
  public var home: FilePath?
  /// Whether documents are found as well that are in folders which are not there now.
  public var includesAway = false
  /// What a word counts where it stands.
  public var weights = ColumnWeights()
  /// Finds only what was put in, changed or moved after this state.
  public var since: IndexClock?
  /// What is counted of all documents that match; nil for nothing.
  public var facets: FacetRequest?

  /// Twenty hits by relevance.
  public init() {}
}

/// What a word counts in each part of a document.
public struct ColumnWeights: Equatable, Sendable {
  /// In the title.
  public var title = 100.0
  /// In the name.
  public var name = 50.0
  /// In a tag.
  public var tags = 10.0
  /// In the text.
  public var body = 1.0

  /// A title tells most, then a name, then a tag.
  public init() {}

  /// In the order of the columns.
  var values: [Double] { [title, name, tags, body] }
}
