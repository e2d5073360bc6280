public import LinuxSystem

/// The documents that a person opened before from searches; they rank a little higher.
public struct OpenedHits: Equatable, Sendable {
  /// A document that was opened.
  public struct Hit: Equatable, Sendable {
    /// Where it is, or was; the path of a member has its containers as folders.
    public let path: FilePath
    /// Whether it was opened from the query that is now searched.
    public let isSameQuery: Bool

    /// Describes a document.
    public init(_ path: FilePath, isSameQuery: Bool) {
      (self.path, self.isSameQuery) = (path, isSameQuery)
    }
  }

  /// The most documents; each one is looked up in each search.
  public static let capacity = 32

  /// The documents, each once, the most important one first.
  public let hits: [Hit]

  /// Takes the first ``capacity`` documents.
  public init(_ hits: [Hit] = []) {
    self.hits = Array(hits.prefix(Self.capacity))
  }
}
