/// A part of the input, as the lexer hands it to the parser.
///
/// The types hold what the parser needs: a group has at least one token, and a minus belongs to the
/// operand that it negates. Every tree of tokens can be parsed.
indirect enum QueryToken {
  /// What may join operands; `word` is what it means where it joins nothing.
  case keyword(QueryLexer.Keyword, word: Query.Term)
  /// Something to search for, perhaps with a minus in front.
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
