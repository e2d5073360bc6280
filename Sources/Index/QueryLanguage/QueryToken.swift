/// A token of a query, which the lexer passes to the parser.
///
/// A group has at least one token, and a minus is a part of the operand that it negates. So every tree of
/// tokens can be parsed.
indirect enum QueryToken {
  /// An operator; `word` replaces it if it has no operand on one side.
  case keyword(QueryLexer.Keyword, word: Query.Term)
  /// An operand: a part to search for, perhaps after a minus.
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
