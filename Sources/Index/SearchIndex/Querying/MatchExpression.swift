import QueryLanguage

/// A full-text query; its description is an expression in FTS5's query language.
///
/// Every text is quoted, so no part of it is read as an operator. FTS5 binds adjacency first, then NOT, AND
/// and OR. See <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
indirect enum MatchExpression: Equatable, Sendable {
  /// One phrase.
  case phrase(Phrase)
  /// Phrases of one column with at most `distance` tokens between the first and the last.
  case near([Phrase], distance: Int)
  /// At least one of the expressions matches.
  case any([MatchExpression])
  /// All parts of the conjunction match.
  case all(Conjunction)

  /// Words that follow each other.
  struct Phrase: Equatable, Sendable {
    /// The only column in which the phrase is searched; nil for all.
    let column: Query.Column?
    /// The words.
    let text: String
    /// The words of the index that match each word; see ``QueryTokenizer``.
    var forms: Forms
    /// Whether the last word also matches longer words that begin with it.
    let isPrefix: Bool
    /// The word and form of a ranked query that the phrase is; nil if it is only a condition.
    var rankedForm: RankedForm?
  }

  /// Selects the words of the index that match a word of a query.
  enum Forms: UInt8, Sendable {
    /// Only the word itself.
    case typed = 0
    /// The word, words with the same stem, and synonyms.
    case all
    /// Words with the same stem in the likely language of the query, without the word itself.
    case stems
    /// Synonyms, and the words with their stems.
    case synonyms
    /// The word in other Han characters: traditional, simplified, and older Japanese ones.
    case variants
    /// Words with the same stem in other languages of the index only.
    case otherStems
    /// The word itself, where a word before it declares it; see ``CodeName``.
    case declared
    /// The same words as a part of a longer name: `parseHTTP` in `parseHTTPRequest`.
    case parts
    /// Longer words that contain the word, in languages that write compounds as one word.
    case compounds
    /// All words of the text as one name, or as a part of a name: `http request` in `parseHTTPRequest`.
    case joined

    /// The last raw value; the raw values mark words, so no text of a query may contain these bytes.
    static let lastMark = joined
  }

  /// A form of a word of a ranked query.
  struct RankedForm: Equatable, Sendable {
    /// The number of the word in the query.
    let word: Int
    /// The share of the word's weight; see ``FullText/RankedWord/Form/factor``.
    let factor: Double
    /// Whether the score of the phrase is added to the score of the other forms; see
    /// ``FullText/RankedWord/Addition``.
    var isAddition = false
  }

  /// Expressions that must all match, and expressions that must not match.
  struct Conjunction: Equatable, Sendable {
    /// Phrases and NEAR groups, printed side by side.
    ///
    /// AND would not do the same: only side by side does FTS5 skip a phrase in which its tokenizer finds no
    /// token.
    var phrases: [MatchExpression] = []
    /// Other expressions, printed in parentheses.
    var groups: [MatchExpression] = []
    /// Expressions that must not match.
    var excluded: [MatchExpression] = []
  }
}

// MARK: - Printing

extension MatchExpression: CustomStringConvertible {
  /// The expression in FTS5's query language.
  var description: String { printed.text }

  /// The phrases, in the order in which FTS5 numbers them.
  var phrases: [Phrase] { printed.phrases }

  private var printed: Printer {
    var printer = Printer()
    printer.print(self)
    return printer
  }

  /// Prints an expression and collects its phrases in one pass, so that both are in the same order.
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
  /// The phrase in FTS5's query language, outside of a NEAR group.
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
    // Scalars are replaced, because a quote and a combining mark are one `Character`.
    let quoted = text.unicodeScalars.reduce(into: "") { quoted, scalar in
      quoted += scalar == "\"" ? "\"\"" : String(scalar)
    }
    return "\"\(mark)\(quoted)\"" + (isPrefix ? " *" : "")
  }
}
