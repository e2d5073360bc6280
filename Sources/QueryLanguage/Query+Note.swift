extension Query {
  /// Something in the input that was read otherwise than its author may have meant it.
  public struct Note: Equatable, Sendable {
    /// What was found.
    public enum Kind: Equatable, Sendable {
      /// `foo:bar` is searched as words, because there is no field of this name.
      case unknownField(String)
      /// `size:big` is searched as words, because the value is none of this field.
      case unreadableValue(field: String)
      /// A quote without its partner belongs to its word.
      case unclosedQuote
      /// A parenthesis without its partner reaches to the end.
      case unclosedParenthesis
      /// `OR`, `NEAR` and the like are words where they do not stand between what they join.
      case operatorAsWord(String)
      /// Parentheses below the deepest level are passed over.
      case nestedTooDeeply
      /// Everything from here on is left out; see ``Query/termLimit``.
      case leftOut
    }

    /// What was found.
    public let kind: Kind
    /// Where it stands in the input.
    public let range: Range<Int>

    /// Makes a note.
    public init(_ kind: Kind, _ range: Range<Int>) {
      self.kind = kind
      self.range = range
    }
  }
}

extension Query.Note: CustomStringConvertible {
  /// A sentence for people; it counts characters from 1.
  public var description: String {
    switch kind {
    case .unknownField(let name):
      "There is no field '\(name)'; this part is searched as words."
    case .unreadableValue(let field):
      "'\(field):' does not take this value; this part is searched as words."
    case .unclosedQuote:
      "The quote at character \(range.lowerBound + 1) is not closed; it is part of its word."
    case .unclosedParenthesis:
      "The parenthesis at character \(range.lowerBound + 1) is not closed; it extends to the end."
    case .operatorAsWord(let name):
      "'\(name)' at character \(range.lowerBound + 1) connects nothing; it is searched as a word."
    case .nestedTooDeeply:
      "Parentheses more than \(Query.depthLimit) levels deep are ignored."
    case .leftOut:
      "The query has more than \(Query.termLimit) terms; the others are ignored."
    }
  }
}
