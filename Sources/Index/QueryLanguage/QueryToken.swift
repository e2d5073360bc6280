/// A part of the input that the lexer gives to the parser.
///
/// A group has at least one token, and a minus belongs to the operand that it negates. So the parser
/// can parse every tree of tokens.
indirect enum QueryToken {
  /// An operator; `word` is its meaning if it connects nothing.
  case keyword(QueryLexer.Keyword, word: Query.Term)
  /// Something to search for, perhaps after a minus.
  case operand(Operand, isNegated: Bool)

  enum Operand {
    case node(Query.Node)
    case group(Group)
  }

  /// The tokens between two parentheses, or of the whole input.
  struct Group {
    let first: QueryToken
    let rest: [QueryToken]

    /// Makes a group; nil if there are no tokens.
    init?(_ tokens: [QueryToken]) {
      guard let first = tokens.first else { return nil }
      self.first = first
      rest = Array(tokens.dropFirst())
    }
  }
}
