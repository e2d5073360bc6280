import QueryLanguage

/// A full-text query of FTS5, which prints itself in FTS5's language.
///
/// Every text is quoted, so nothing in it can be an operator. FTS5 binds adjacency first, then NOT,
/// AND and OR. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
indirect enum MatchExpression: Equatable, Sendable {
  /// One phrase.
  case phrase(Phrase)
  /// Phrases of one column with at most `distance` tokens between the first and the last.
  case near([Phrase], distance: Int)
  /// One of the expressions matches.
  case any([MatchExpression])
  /// All parts match.
  case all(Conjunction)

  /// Words that follow each other.
  struct Phrase: Equatable, Sendable {
    /// The only column in which the phrase counts; nil for all.
    let column: Query.Column?
    /// The words.
    let text: String
    /// Which words match for each word; see ``QueryTokenizer``.
    var forms: Forms
    /// Whether the last word may be the beginning of a word.
    let isPrefix: Bool
    /// The word of a ranked query that it represents; nil if it is only a condition.
    var rankedForm: RankedForm?
  }

  /// The words that match for a word.
  enum Forms: UInt8, Sendable {
    /// Only the word itself.
    case typed = 0
    /// The word, words with the same stem, and synonyms.
    case all
    /// Words with the same stem in the language of the query, without the word itself.
    case stems
    /// Synonyms, and words with their stems.
    case synonyms
    /// The word in other Han characters: traditional, simplified, and older Japanese ones.
    case variants
    /// Words with the same stem in other languages of the index only.
    case otherStems
    /// The word itself after a word that declares it; see ``CodeName``.
    case declared
    /// The same words as a part of a longer name: `parseHTTP` in `parseHTTPRequest`.
    case parts
    /// Longer words of which it is a part, in languages that write compounds as one word.
    case compounds
    /// All words of the text as one name or a part of one: `http request` in `parseHTTPRequest`.
    case joined

    /// The highest mark, which no text of a query may contain.
    static let lastMark = joined
  }

  /// A form of a word of a ranked query.
  struct RankedForm: Equatable, Sendable {
    /// The number of the word.
    let word: Int
    /// See ``FullText/RankedWord/Form/factor``.
    let factor: Double
    /// Whether it is no form of its own, but adds to the score of the others; see
    /// ``FullText/RankedWord/Addition``.
    var isAddition = false
  }

  /// Expressions that must all match, and expressions that must not match.
  struct Conjunction: Equatable, Sendable {
    /// Phrases and NEAR groups, printed side by side.
    ///
    /// They are not joined by AND, because only side by side does FTS5 skip a phrase in which its
    /// tokenizer finds no token.
    var phrases: [MatchExpression] = []
    /// Other expressions, printed in parentheses.
    var groups: [MatchExpression] = []
    /// Expressions that must not match.
    var excluded: [MatchExpression] = []
  }
}

// MARK: - Printing

extension MatchExpression: CustomStringConvertible {
  /// The expression in FTS5's language.
  var description: String { printed.text }

  /// The phrases, in the order in which FTS5 numbers them.
  var phrases: [Phrase] { printed.phrases }

  private var printed: Printer {
    var printer = Printer()
    printer.print(self)
    return printer
  }

  /// Prints an expression and collects its phrases in one pass, so that both have one order.
  private struct Printer {
    private(set) var text = ""
    private(set) var phrases: [Phrase] = []

    mutating func print(_ expression: MatchExpression) {
      switch expression {
      case .phrase(let phrase):
        text += phrase.columnFilter
        print(phrase)
      case .near(let phrases, let distance):
        text += (phrases.first?.columnFilter ?? "") + "NEAR("
        join(phrases, with: " ") { $0.print($1) }
        text += ", \(distance))"
      case .any(let expressions):
        join(expressions, with: " OR ") { $0.print($1) }
      case .all(let conjunction):
        print(conjunction)
      }
    }

    private mutating func print(_ conjunction: Conjunction) {
      join(conjunction.phrases, with: " ") { $0.print($1) }
      var groups = conjunction.groups[...]
      if conjunction.phrases.isEmpty, let first = groups.popFirst() { parenthesize([first]) }
      if !conjunction.excluded.isEmpty {
        text += " NOT "
        parenthesize(conjunction.excluded)
      }
      for group in groups {
        text += " AND "
        parenthesize([group])
      }
    }

    private mutating func parenthesize(_ alternatives: [MatchExpression]) {
      text += "("
      print(.any(alternatives))
      text += ")"
    }

    private mutating func print(_ phrase: Phrase) {
      phrases.append(phrase)
      text += phrase.quotedText
    }

    private mutating func join<Element>(
      _ elements: [Element], with separator: String, _ print: (inout Printer, Element) -> Void
    ) {
      for (index, element) in elements.enumerated() {
        if index > 0 { text += separator }
        print(&self, element)
      }
    }
  }
}

extension MatchExpression.Phrase: CustomStringConvertible {
  /// The phrase in FTS5's language, as it is printed outside of a NEAR group.
  var description: String { columnFilter + quotedText }

  fileprivate var columnFilter: String {
    switch column {
    case nil: ""
    case .title, .subject: "{title} : "
    case .name: "{name} : "
    case .tag: "{tags} : "
    case .body: "{body} : "
    case .author, .sender: "{authors} : "
    case .recipient: "{recipients} : "
    }
  }

  fileprivate var quotedText: String {
    let mark = forms == .typed ? "" : String(Unicode.Scalar(forms.rawValue))
    // By scalars, because a quote and a mark that combines with it are one character.
    let quoted = text.unicodeScalars.reduce(into: "") { quoted, scalar in
      quoted += scalar == "\"" ? "\"\"" : String(scalar)
    }
    return "\"\(mark)\(quoted)\"" + (isPrefix ? " *" : "")
  }
}
