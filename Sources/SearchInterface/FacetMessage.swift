/// Texts around what matches: `Markers` in the interface.
public struct Markers: Codable, Equatable, Sendable {
  /// What stands before a match.
  public var open: String
  /// What stands behind it.
  public var close: String

  /// Makes markers.
  public init(open: String, close: String) {
    self.open = open
    self.close = close
  }
}

/// A value that documents have in common: `FacetValue` in the interface.
public struct FacetValueMessage: Codable, Equatable, Sendable {
  /// The value, for people.
  public var value: String
  /// What to add to a query to find only documents that have it.
  public var filter: String?
  /// How many documents have it.
  public var count: Int

  /// Makes a message.
  public init(value: String, filter: String?, count: Int) {
    self.value = value
    self.filter = filter
    self.count = count
  }
}

/// How documents are spread over the values of a field: `Facet` in the interface.
public struct FacetMessage: Codable, Equatable, Sendable {
  /// What documents can have in common.
  public enum Field: String, Codable, CaseIterable, Sendable {
    /// The media type.
    case type
    /// The folder they are in or below.
    case folder
    /// A tag.
    case tag
    /// The year in which they were last changed.
    case year
  }

  /// The field.
  public var field: Field
  /// The most frequent values; of years the latest.
  public var values: [FacetValueMessage]
  /// How many more values there are.
  public var others: Int

  /// Makes a message.
  public init(field: Field, values: [FacetValueMessage], others: Int) {
    self.field = field
    self.values = values
    self.others = others
  }
}
