public import LinuxSystem

/// The documents that a person opened before from searches; they rank a little higher.
public struct OpenedHits: Equatable, Sendable {
  /// A document that was opened.
  public struct Hit: Equatable, Sendable {
    /// The path of the document when it was opened; a file with members counts as a folder.
    public let path: FilePath
    /// Whether the document was opened from the query that is searched now.
    public let isSameQuery: Bool

    /// Describes a document.
    public init(_ path: FilePath, isSameQuery: Bool) {
      (self.path, self.isSameQuery) = (path, isSameQuery)
    }
  }

  /// The most documents that are kept, because each search looks each one up.
  public static let capacity = 32

  /// The documents without repetitions, the most important one first.
  public let hits: [Hit]

  /// Keeps the first ``capacity`` documents.
  public init(_ hits: [Hit] = []) {
    self.hits = Array(hits.prefix(Self.capacity))
  }
}
