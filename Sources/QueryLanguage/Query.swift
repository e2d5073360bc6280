/// What a person asked for, as a tree.
///
/// Every element knows where it stands in the input: `position` counts Unicode scalars from 0.
public struct Query: Equatable, Sendable {
  /// One thing to look for.
  public struct Term: Equatable, Sendable {
    /// How the text is meant.
    public enum Kind: Equatable, Sendable {
      /// A word.
      case word
      /// The beginning of a word: `permiss*`.
      case prefix
      /// Words that follow each other: `"page cache"`.
      case phrase
    }

    /// How the text is meant.
    public let kind: Kind
    /// The text, without its quotes and operators.
    public let text: String
    /// Where the term begins, its operator included.
    public let position: Int

    /// Makes a term.
    public init(_ kind: Kind, _ text: String, position: Int) {
      self.kind = kind
      self.text = text
      self.position = position
    }
  }

  /// What every hit must contain; never empty.
  public let required: [Term]
  /// What no hit may contain.
  public let forbidden: [Term]

  /// Makes a query.
  public init(required: [Term], forbidden: [Term] = []) {
    self.required = required
    self.forbidden = forbidden
  }
}
