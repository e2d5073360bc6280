/// A part of the score of a hit; the score is the sum of all parts.
public struct ScorePart: Equatable, Sendable {
  /// What adds a part to the score.
  public enum Kind: Equatable, Sendable {
    /// A word of the query, in the fields of the document and in the names of its folders.
    case word(String)
    /// Words of the query that follow each other.
    case proximity
    /// The title contains the words of the query.
    case title
    /// The file's name contains the words of the query.
    case name
    /// A deduction: the document is a copy, a draft, a backup, or in an archive.
    case copy
    /// A deduction: the document is a generated list, in a cache, or a header file.
    case generated
    /// A deduction: the document and the query are in different languages.
    case language
    /// A deduction for each folder above the file.
    case depth
    /// A bonus: the document was written by itself, and did not come with many others.
    case alone
    /// A bonus: the document was opened before.
    case opened
    /// A bonus: the document is about the same as the query.
    case meaning
  }

  /// What adds this part.
  public let kind: Kind
  /// The amount that is added; negative for a deduction.
  public let value: Double

  /// Makes a part of a score.
  public init(_ kind: Kind, _ value: Double) {
    (self.kind, self.value) = (kind, value)
  }
}
