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
  /// A sentence for people; characters count from 1 in it.
  public var description: String {
    switch kind {
    case .unknownField(let name):
      "There is no field '\(name)', so what stands there is searched as words."
    case .unreadableValue(let field):
      "The value of '\(field):' cannot be read, so what stands there is searched as words."
    case .unclosedQuote:
      "The quote at character \(range.lowerBound + 1) is not closed and counts as part of a word."
    case .unclosedParenthesis:
      "The parenthesis at character \(range.lowerBound + 1) is not closed and reaches to the end."
    case .operatorAsWord(let name):
      "'\(name)' at character \(range.lowerBound + 1) joins nothing and is searched as a word."
    case .nestedTooDeeply:
      "Parentheses more than \(Query.depthLimit) deep are passed over."
    case .leftOut:
      "The query has more than \(Query.termLimit) terms; what follows them is left out."
    }
  }
}
