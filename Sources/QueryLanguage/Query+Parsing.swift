extension Query {
  /// How many bytes a query may have.
  public static let byteLimit = 16_384
  /// How many terms, filters and operators are read; what follows them is left out with a note.
  public static let termLimit = 512
  /// How deep parentheses may be nested.
  ///
  /// SQLite and FTS5 have stacks of a hundred symbols for what is made of the query.
  public static let depthLimit = 8
  /// How many notes are kept.
  public static let noteLimit = 8
  /// How many words may lie between those of a `NEAR` at most, and where it does not say.
  static let distances = (most: 1_000, default: 10)

  /// What a query is read with, besides its text.
  public struct ReadingOptions: Sendable {
    /// Which words count as the beginning of a word, for searching while a person types.
    ///
    /// That is never a word after a minus, one in quotes or behind `=`, one that ends in another
    /// character than a letter or digit, or a single letter that is no ideograph or the like.
    public enum Prefixes: String, Sendable {
      /// Only those with a star.
      case none
      /// The last word too, if the input ends with it.
      case last
      /// All words.
      case all
    }

    /// Which words count as prefixes.
    public var prefixes = Prefixes.none
    /// What dates are read by; nil for UTC without dates relative to now, which are then words.
    public var clock: LocalClock?

    /// Words are whole and dates absolute.
    public init() {}
  }

  /// Reads what a person typed.
  ///
  /// Words must all occur. `OR` is weaker than the blank and `AND`, `-` or `NOT` is stronger; these
  /// and `NEAR` are operators in capitals only. What cannot be meant as an operator is a word, or is
  /// passed over where it has no letter and no digit; ``notes`` tell of it. O(input).
  ///
  /// - Parameters:
  ///   - input: the text.
  ///   - options: what it is read with.
  /// - Throws: that the input is too long, or has nothing to look for.
  public init(
    parsing input: String, _ options: ReadingOptions = ReadingOptions()
  ) throws(QuerySyntaxError) {
    guard input.utf8.count <= Self.byteLimit else {
      throw QuerySyntaxError(reason: .tooLong, position: 0)
    }
    var lexer = QueryLexer(QueryText(input), clock: options.clock)
    guard let tokens = lexer.run() else {
      throw QuerySyntaxError(reason: .nothingToLookFor, position: 0)
    }
    var parser = QueryParser()
    let root = parser.parse(tokens)
    let end = lexer.scalars.count
    let notes = (lexer.notes + parser.notes).sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.init(
      root.reading(words: options.prefixes, endingAt: end),
      notes: Array(notes.prefix(Self.noteLimit)), clock: options.clock ?? .utc)
  }
}

extension Query.Node {
  /// The same with words as prefixes.
  fileprivate func reading(
    words prefixes: Query.ReadingOptions.Prefixes, endingAt end: Int
  ) -> Query.Node {
    switch self {
    case _ where prefixes == .none, .filter, .not: self
    case .term(let term): .term(term.reading(as: prefixes, endingAt: end))
    case .near(let terms, let distance):
      .near(terms.map { $0.reading(as: prefixes, endingAt: end) }, distance: distance)
    case .all(let nodes): .all(nodes.map { $0.reading(words: prefixes, endingAt: end) })
    case .any(let nodes): .any(nodes.map { $0.reading(words: prefixes, endingAt: end) })
    }
  }
}

extension Query.Term {
  fileprivate func reading(
    as prefixes: Query.ReadingOptions.Prefixes, endingAt end: Int
  ) -> Query.Term {
    let scalars = text.unicodeScalars
    guard kind == .word, prefixes == .all || range.upperBound == end,
      let last = scalars.last, last.isSearchable,
      // Beyond the alphabets one character can be a word.
      scalars.count > 1 || last.value >= 0x2e80
    else { return self }
    return Query.Term(.prefix, text, in: column, range: range)
  }
}
