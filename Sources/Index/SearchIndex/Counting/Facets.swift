public import IndexStorage
public import LinuxSystem
public import QueryLanguage

/// A field by which documents are counted.
public enum FacetField: String, CaseIterable, Sendable {
  /// The media type.
  case type
  /// The folder, with everything below it.
  case folder
  /// A tag.
  case tag
  /// The year of the last change.
  case year
  /// The language of the text.
  case language
  /// An author.
  case author
}

/// The facets to count in all documents that match.
public struct FacetRequest: Equatable, Sendable {
  /// The fields to count.
  public var fields: [FacetField]
  /// The largest number of values of each field.
  public var limit = 10
  /// The folders below which folders are counted, unless the query names some.
  public var folders: [FilePath] = []
  /// The time zone that decides the year of a document.
  public var clock = LocalClock.utc

  /// Counts by these fields.
  public init(_ fields: [FacetField]) {
    self.fields = fields
  }

  /// Whether both are equal except for the clock.
  public static func == (first: FacetRequest, second: FacetRequest) -> Bool {
    (first.fields, first.limit, first.folders) == (second.fields, second.limit, second.folders)
  }
}

/// The values of one field in all documents that match.
public struct Facet: Equatable, Sendable {
  /// A value of some documents.
  public struct Value: Equatable, Sendable {
    /// The value, for people.
    public let text: String
    /// The filter that finds only these documents when it is added to the query; nil if no query
    /// can express it.
    public let filter: String?
    /// The number of documents with it.
    public let count: Int
  }

  /// The field.
  public let field: FacetField
  /// The most frequent values first; years by date.
  public let values: [Value]
  /// The number of other values.
  public let others: Int
}

/// The facets of all documents that match.
public struct Facets: Equatable, Sendable {
  /// The fields in the order of the request.
  public let fields: [Facet]
  /// Whether all documents that match were counted before the deadline.
  public let isComplete: Bool
}

/// The number of documents that match.
public struct SearchCount: Equatable, Sendable {
  /// The number.
  public let count: Int
  /// Whether all documents that match were counted before the deadline.
  public let isComplete: Bool
  /// The facets, if they were requested.
  public let facets: Facets?
  /// Whether ``SearchOptions/since`` belongs to another index, so that all documents are counted.
  public let isReset: Bool
  /// The state of the index.
  public let clock: IndexClock
}
