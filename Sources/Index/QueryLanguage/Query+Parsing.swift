extension Query {
  /// The most bytes of a query.
  public static let byteLimit = 16_384
  /// The most terms, filters and operators; the rest of the input is ignored with a note.
  public static let termLimit = 512
  /// The deepest nesting of parentheses.
  ///
  /// The parsers of SQLite and FTS5, which read the translated query, have stacks of a hundred symbols.
  public static let depthLimit = 8
  /// The most notes of a query.
  public static let noteLimit = 8
  /// The largest and the default distance of `NEAR`, in words.
  static let distances = (most: 1_000, default: 10)

  /// Options for reading a query.
  public struct ReadingOptions: Sendable {
    /// Selects the words that are read as prefixes, for searching while a person types.
    ///
    /// Some words are never prefixes: after a minus, in quotes, after `=`, or if they end in a character
    /// other than a letter or digit. A single letter is none either, unless it can be a word.
    public enum Prefixes: String, Sendable {
      /// Only words with a star.
      case none
      /// The last word too, if the input ends with it.
      case last
      /// All words.
      case all
    }

    /// The words that are read as prefixes.
    public var prefixes = Prefixes.none
    /// The clock for dates; if nil, dates are in UTC, and relative dates are read as words.
    public var clock: LocalClock?
    /// The folder that `in:.`, `in:./notes` and `in:../notes` begin at, as an absolute path; nil if
    /// unknown, and then these are read as words.
    public var folder: String?

    /// The defaults: no prefixes without a star, and no relative dates.
    public init() {}
  }

  /// Reads the text that a person typed.
  ///
  /// All words must occur. `OR` binds weaker than the blank and `AND`; `-` and `NOT` bind stronger. Words are
  /// operators in capitals only. An operator without operands is read as a word. Text without a letter or
  /// digit is ignored. ``notes`` lists such operators and ignored text. O(input).
  ///
  /// - Parameters:
  ///   - input: the text.
  ///   - options: how it is read.
  /// - Throws: an error if the input is too long, or has nothing to search for.
  public init(
    parsing input: String, _ options: ReadingOptions = ReadingOptions()
  ) throws(QuerySyntaxError) {
    guard input.utf8.count <= Self.byteLimit else {
      throw QuerySyntaxError(reason: .tooLong, position: 0)
    }
    var lexer = QueryLexer(QueryText(input), options)
    guard let tokens = lexer.run() else {
      throw QuerySyntaxError(reason: .nothingToSearchFor, position: 0)
    }
    var parser = QueryParser()
    let root = parser.parse(tokens).restrictingToMail
    let end = lexer.scalars.count
    let notes = (lexer.notes + parser.notes + root.lowercaseOperators)
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.init(
      root.reading(words: options.prefixes, endingAt: end),
      notes: Array(notes.prefix(Self.noteLimit)), clock: options.clock ?? .utc)
  }
}

extension Query.Node {
  /// Notes on `or` and `not` in a query of few words: they may be meant as operators.
  ///
  /// In a longer query they are words of a sentence.
  fileprivate var lowercaseOperators: [Query.Note] {
    guard case .all(let nodes) = self, nodes.count <= 4 else { return [] }
    let words = nodes.compactMap { node -> Query.Term? in
      guard case .term(let term) = node, term.kind == .word, term.column == nil else { return nil }
      return term
    }
    guard words.count == nodes.count else { return [] }
    return words.dropFirst().dropLast().filter { ["or", "not"].contains($0.text) }
      .map { Query.Note(.operatorInLowercase($0.text), $0.range) }
  }

  /// Returns the node with the selected words turned into prefixes.
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
      // A single Han, kana or hangul character, from U+2E80 on, can be a word.
      scalars.count > 1 || last.value >= 0x2e80
    else { return self }
    return Query.Term(.prefix, text, in: column, range: range)
  }
}
