/// A part of the score of a hit; the score is the sum of its parts.
public struct ScorePart: Equatable, Sendable {
  /// What adds to the score.
  public enum Kind: Equatable, Sendable {
    /// A word of the query, in the fields of the document and in the names of its folders.
    case word(String)
    /// Words of the query that follow each other.
    case proximity
    /// The title contains the words of the query.
    case title
    /// The name contains the words of the query.
    case name
    /// A copy, a draft, a backup, or a file in an archive.
    case copy
    /// A generated list, a cache or a header file.
    case generated
    /// The language is another one than that of the query.
    case language
    /// The depth of the folder.
    case depth
    /// The document was opened before.
    case opened
  }

  /// What it is.
  public let kind: Kind
  /// What it adds; negative for what is taken away.
  public let value: Double

  /// Makes a part.
  public init(_ kind: Kind, _ value: Double) {
    (self.kind, self.value) = (kind, value)
  }
}
