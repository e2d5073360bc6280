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

/// The facets to count in all documents that match a query.
public struct FacetRequest: Equatable, Sendable {
  /// The fields to count.
  public var fields: [FacetField]
  /// The largest number of values of each field.
  public var limit = 10
  /// Whether the sizes of files are summed as well.
  public var sumsSizes = false
  /// The folders whose subfolders are counted, unless the query names folders.
  public var folders: [FilePath] = []
  /// The time zone that decides the year of a document.
  public var clock = LocalClock.utc

  /// Makes a request for these fields.
  public init(_ fields: [FacetField]) {
    self.fields = fields
  }

  /// Whether two requests are equal, apart from their clocks.
  public static func == (first: FacetRequest, second: FacetRequest) -> Bool {
    (first.fields, first.limit, first.sumsSizes, first.folders)
      == (second.fields, second.limit, second.sumsSizes, second.folders)
  }
}

/// The values of one field in all documents that match.
public struct Facet: Equatable, Sendable {
  /// A value, and the number of documents that have it.
  public struct Value: Equatable, Sendable {
    /// The value, for people.
    public let text: String
    /// The filter that, added to the query, finds only these documents; nil if no query can express it.
    public let filter: String?
    /// The number of documents with this value.
    public let count: Int
    /// The size of their files in bytes; nil if sizes were not requested.
    public let bytes: Int64?
  }

  /// The field.
  public let field: FacetField
  /// The values: years from the latest on, others from the most frequent on.
  public let values: [Value]
  /// The number of different values that are not in ``values``.
  public let others: Int
}

/// The facets of all documents that match.
public struct Facets: Equatable, Sendable {
  /// The fields in the order of the request.
  public let fields: [Facet]
  /// Whether all documents that match were counted before the deadline.
  public let isComplete: Bool
  /// The size of the files that match in bytes; nil if sizes were not requested.
  public let bytes: Int64?
}

/// The number of documents that match.
public struct SearchCount: Equatable, Sendable {
  /// The number of documents.
  public let count: Int
  /// Whether all documents that match were counted before the deadline.
  public let isComplete: Bool
  /// The facets, if they were requested.
  public let facets: Facets?
  /// Whether ``SearchOptions/since`` belongs to another index; then all documents that match are counted.
  public let isReset: Bool
  /// The state of the index that was searched.
  public let clock: IndexClock
}
