public import LinuxSystem
public import QueryLanguage

/// What documents can have in common.
public enum FacetField: String, CaseIterable, Sendable {
  /// The media type.
  case type
  /// The folder they are in or below.
  case folder
  /// A tag.
  case tag
  /// The year in which they were last changed.
  case year
}

/// What is counted of all documents that match.
public struct FacetRequest: Equatable, Sendable {
  /// What is counted.
  public var fields: [FacetField]
  /// How many values are given of each.
  public var limit = 10
  /// The folders below which documents are counted by folder, unless the query names some.
  public var folders: [FilePath] = []
  /// By which documents belong to years.
  public var clock = LocalClock.utc

  /// Counts by these fields.
  public init(_ fields: [FacetField]) {
    self.fields = fields
  }

  /// Whether both ask for the same, the clock aside.
  public static func == (first: FacetRequest, second: FacetRequest) -> Bool {
    (first.fields, first.limit, first.folders) == (second.fields, second.limit, second.folders)
  }
}

/// How documents that match are spread over the values of a field.
public struct Facet: Equatable, Sendable {
  /// A value that some of them have.
  public struct Value: Equatable, Sendable {
    /// The value, for people.
    public let text: String
    /// What to add to the query to find only these; nil where no query can say it.
    public let filter: String?
    /// How many documents have it.
    public let count: Int
  }

  /// The field.
  public let field: FacetField
  /// The values that most documents have, those first.
  public let values: [Value]
  /// How many more values there are.
  public let others: Int
}

/// What documents that match have in common, field by field.
public struct Facets: Equatable, Sendable {
  /// The fields in the order that was asked for.
  public let fields: [Facet]
  /// Whether all documents that match were counted before the deadline.
  public let isComplete: Bool
}

/// How many documents match.
public struct SearchCount: Equatable, Sendable {
  /// The number.
  public let count: Int
  /// Whether all documents that match were counted before the deadline.
  public let isComplete: Bool
  /// What they have in common, where it was asked for.
  public let facets: Facets?
  /// Whether documents were counted since a state that is none of this index, so all of them.
  public let isFresh: Bool
  /// The state of the index.
  public let clock: IndexClock
}
