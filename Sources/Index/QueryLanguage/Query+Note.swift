import MediaTypes

extension Query {
  /// A part of the input that may have been read otherwise than its author meant it.
  public struct Note: Equatable, Sendable {
    /// The reason for the note.
    public enum Kind: Equatable, Sendable {
      /// `foo:bar` is searched as words, because there is no field of this name.
      case unknownField(String)
      /// `size:big` is searched as words, because `big` is not a valid value of the field.
      case unreadableValue(field: String, examples: String)
      /// `date:1/11/2026` can mean either of two days, which are given in ISO 8601.
      case ambiguousDate(field: String, String, String)
      /// No file has the type `type:foo`.
      case unknownType(String)
      /// `or` and `not` are read as words, because they are not in capitals.
      case operatorInLowercase(String)
      /// An operator of another program, such as `!`, is read as one of this language, such as `-`.
      case readAs(String, String)
      /// A quote that is not closed belongs to its word.
      case unclosedQuote
      /// A parenthesis that is not closed extends to the end.
      case unclosedParenthesis
      /// `OR`, `NEAR` and the like are read as words, because an operand is missing.
      case operatorAsWord(String)
      /// Parentheses beyond the deepest level are ignored.
      case nestedTooDeeply
      /// Everything from here on is ignored; see ``Query/termLimit``.
      case leftOut
    }

    /// The reason for the note.
    public let kind: Kind
    /// Its range in the input.
    public let range: Range<Int>

    /// Makes a note.
    public init(_ kind: Kind, _ range: Range<Int>) {
      self.kind = kind
      self.range = range
    }
  }
}

extension Query.Note: CustomStringConvertible {
  /// The sentence for people; it counts characters from 1.
  public var description: String {
    switch kind {
    case .unknownField(let name):
      "There is no field '\(name)'; this part is searched as words."
    case .unreadableValue(let field, let examples):
      "'\(field):' does not take this value; this part is searched as words. It takes \(examples)."
    case .ambiguousDate(let field, let first, let second):
      """
      '\(field):' does not take a date that can be two days; this part is searched as words. Type \
      \(first) or \(second).
      """
    case .unknownType("folder"), .unknownType("folders"):
      "Only files are found, not folders. Type in:NAME for what is in a folder."
    case .unknownType(let name):
      """
      No file has the type '\(name)'. Types are \(TypeName.kindNames.joined(separator: ", ")), and \
      suffixes such as pdf.
      """
    case .operatorInLowercase(let word):
      "'\(word)' is searched as a word; the operator is \(word.uppercased())."
    case .readAs(let sign, let meaning):
      "'\(sign)' is read as \(meaning); put it in quotes to search it as it is."
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
