/// A part of the score of a hit; the score is the sum of its parts.
public struct ScorePart: Equatable, Sendable {
  /// The kind of a part of the score.
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
    /// The document and the query are in different languages.
    case language
    /// The depth of the folder.
    case depth
    /// The document was opened before.
    case opened
  }

  /// The kind.
  public let kind: Kind
  /// The amount that it adds; negative for a deduction.
  public let value: Double

  /// Makes a part.
  public init(_ kind: Kind, _ value: Double) {
    (self.kind, self.value) = (kind, value)
  }
}
