import Passages
import QueryLanguage
import TextAnalysis

/// A query in the form for ranking: words that a hit should contain, and conditions that it must meet.
///
/// Single words are relaxed: a document that lacks some of them can still be a hit. Quotes, `=`, `+`,
/// operators, fields, filters and negations are conditions.
struct RankedQuery {
  /// A word whose occurrences add to the score of a hit.
  struct Word {
    /// The text that is searched: the part of the query, or one token of it.
    let text: String
    /// The part of the query from which the word comes, as it was typed.
    let typed: String
    /// The tokens of the text, without other spellings.
    let tokens: [[UInt8]]
    /// Whether the last token also matches longer words that begin with it.
    let isPrefix: Bool
    /// Whether a hit may lack the word; otherwise the word is a part of a condition.
    let isRelaxed: Bool
    /// Whether the word is so common in the language of the query that a hit may always lack it.
    var isStopWord: Bool
    /// The name in code whose declaration adds to the score: the word, or a name that contains it.
    var declared: String?
    /// Whether the word is a pair of characters of two words, which counts, but is no word for people.
    var isFragment = false
    /// The other ways to write the word, as texts of phrases: `342 000` for `342000`, `wifi` for `wi-fi`.
    var spellings: [String] = []
    /// The digits of a month and its year, if the word is the name of the month: `2024 03` for March 2024.
    var dates: [String] = []
    /// Whether the word is a part of a number, or of a word with hyphens, that is another word of the query.
    var isPartOfWhole = false

    /// Punctuation that does not change the meaning of the word beside it.
    private static let marks = Set<Unicode.Scalar>("¿¡.,;:!?…、，；：،؛".unicodeScalars)

    /// The word for people: as it was typed, without punctuation before and after it.
    var name: String {
      let scalars = typed.unicodeScalars
      func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.endsSentence && !Self.marks.contains(scalar)
      }
      guard let first = scalars.firstIndex(where: isPartOfName),
        let last = scalars.lastIndex(where: isPartOfName)
      else { return typed }
      return String(scalars[first...last])
    }
  }

  /// The language of the query by its stop words, as an ISO 639-1 code; nil if it has none.
  let language: String?
  /// The words, in the order of the query.
  private(set) var words: [Word] = []
  /// For each word, its number before ``keep(_:)``.
  private(set) var sources: [Int] = []
  /// The expressions that every hit must match, besides the words.
  private(set) var conditions: [MatchExpression] = []
  /// The expressions that no hit may match.
  private(set) var exclusions: [MatchExpression] = []
  /// Whether some words were typed with `+` or AND.
  private(set) var hasRequiredWords = false

  /// The most words that are ranked, because a row has a bit for each word.
  ///
  /// If more words may be missing, the most frequent ones are dropped (``keep(_:)``); in a strict search they
  /// become conditions.
  static let wordLimit = 64
  /// The most words into which a text without blanks is split.
  static let splitLimit = 512
  /// The most words whose declarations add to the score; a query can be a page of code.
  static let declaredLimit = 8

  /// Reads the parts of a query that FTS5 can answer.
  ///
  /// If it `splits`, each token of a text is a word of its own, so that a hit may lack some of them. If it
  /// `relaxes`, a hit may lack the stop words of the query's language.
  init(_ root: Query.Node, _ words: QueryWords, splits: Bool, relaxes: Bool = true) {
    let nodes = if case .all(let nodes) = root { nodes } else { [root] }
    let terms = nodes.compactMap(\.relaxedTerm)
    // A part of a name in code is no stop word, such as the "o" of O_CLOEXEC in Portuguese.
    let typed = relaxes ? terms.filter { !CodeName.matches($0.text) } : []
    let stopWords = QueryStopWords(typed.flatMap { words.tokens(of: $0.text) })
    language = stopWords.language
    let stopWordCount = terms.count { stopWords.containsAll(of: $0, words) }
    // In a short query a stop word matters ("hepatitis a"); in a sentence it only costs time.
    let others = terms.count - stopWordCount
    let skipsStopWords = stopWordCount > max(others, 2) && others > 0
    let first = relaxes && terms.count > Self.wordLimit ? Self.first(of: terms, words) : nil
    for (index, node) in nodes.enumerated() {
      if let term = node.relaxedTerm, relaxes || self.words.count < Self.wordLimit {
        if skipsStopWords, stopWords.containsAll(of: term, words) { continue }
        if let first, !first.contains(term.range) { continue }
        add(term, words, stopWords, splits: splits, dates: Self.dates(at: index, of: nodes, words))
      } else {
        if case .term(let term) = node, term.isRequired { hasRequiredWords = true }
        add(condition: node, words)
      }
    }
    if self.words.allSatisfy({ $0.isStopWord || !$0.isRelaxed }) {
      // If all words are stop words, they count as ordinary words.
      for number in self.words.indices { self.words[number].isStopWord = false }
    }
    sources = Array(self.words.indices)
  }

  /// Returns the digits of a date if the node is the name of a month, and a year is beside it.
  private static func dates(
    at index: Int, of nodes: [Query.Node], _ words: QueryWords
  ) -> [String] {
    guard let term = nodes[index].relaxedTerm, term.kind == .word,
      let token = words.tokens(of: term.text).first,
      let month = MonthName.month(String(decoding: token.bytes, as: UTF8.self))
    else { return [] }
    let beside = [index + 1, index - 1].filter(nodes.indices.contains)
    let dates = beside.lazy.compactMap { nodes[$0].relaxedTerm }
      .map { NumberForms.texts(ofMonth: month, year: $0.text) }
    return dates.first { !$0.isEmpty } ?? []
  }

  /// Returns the ranges of the terms that do not repeat earlier ones.
  private static func first(of terms: [Query.Term], _ words: QueryWords) -> Set<Range<Int>> {
    var known: Set<[[UInt8]]> = []
    return Set(
      terms.filter { known.insert(words.tokens(of: $0.text).map(\.bytes)).inserted }.map(\.range))
  }

  /// Returns the numbers of the words to rank, given their weights: all, or the rarest if there are too many.
  ///
  /// Of the words that no document contains, one is kept, so that no document seems to contain all words.
  func rarest(_ weights: [Double]) -> [Int] {
    if words.count <= Self.wordLimit { return Array(words.indices) }
    let conditions = words.indices.filter { !words[$0].isRelaxed }
    let missing = relaxedWords.filter { weights[$0] == 0 }
    let known = relaxedWords.filter { weights[$0] > 0 }.sorted { weights[$0] > weights[$1] }
    let order = missing.prefix(1) + known + missing.dropFirst()
    return (conditions + order.prefix(max(0, Self.wordLimit - conditions.count))).sorted()
  }

  /// Drops all words but these, which are in ascending order and include all words of conditions.
  mutating func keep(_ numbers: [Int]) {
    if numbers.count == words.count { return }
    let new = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
    (words, sources) = (numbers.map { words[$0] }, numbers.map { sources[$0] })
    conditions = conditions.map { condition in
      condition.mapPhrases { phrase in
        var phrase = phrase
        phrase.rankedForm = phrase.rankedForm.flatMap { form in
          new[form.word].map {
            MatchExpression.RankedForm(word: $0, factor: form.factor, isAddition: form.isAddition)
          }
        }
        return phrase
      }
    }
  }

  private mutating func add(
    _ term: Query.Term, _ words: QueryWords, _ stopWords: QueryStopWords, splits: Bool,
    dates: [String]
  ) {
    let tokens = words.tokens(of: term.text).filter { !$0.flags.contains(.colocated) }
    let isPrefix = term.kind == .prefix || words.needsStar(term.text)
    let isDeclared =
      !isPrefix && CodeName.matches(term.text)
      && self.words.count { $0.declared != nil } + tokens.count <= Self.declaredLimit
    let declared = isDeclared ? MatchExpression.Phrase.withoutReserved(term.text) : nil
    let bytes = tokens.map(\.bytes)
    let isSplit =
      splits && tokens.count > 1 && self.words.count + tokens.count < Self.splitLimit
    let text = MatchExpression.Phrase.withoutReserved(term.text)
    let isNumber = NumberForms.areDigits(bytes)
    let spellings = isPrefix && !isNumber ? [] : words.spellings(of: text)
    let isWhole = isNumber || !spellings.isEmpty
    if !isSplit || isWhole {
      if bytes.isEmpty { return }
      self.words.append(
        Word(
          text: text, typed: term.text, tokens: bytes,
          isPrefix: isPrefix, isRelaxed: true,
          isStopWord: !isPrefix && bytes.allSatisfy(stopWords.contains), declared: declared,
          spellings: spellings, dates: dates))
    }
    guard isSplit else { return }
    for (index, token) in tokens.enumerated() {
      let text = String(decoding: token.bytes, as: UTF8.self)
      self.words.append(
        Word(
          text: text, typed: text, tokens: [token.bytes],
          isPrefix: isPrefix && index == tokens.count - 1, isRelaxed: true,
          isStopWord: stopWords.contains(token.bytes), declared: declared,
          isFragment: words.reachesOverWords(token, of: term.text), isPartOfWhole: isWhole))
    }
  }

  private mutating func add(condition node: Query.Node, _ words: QueryWords) {
    if case .not(let inner) = node {
      if let expression = inner.matchExpression(words) { exclusions.append(expression) }
      return
    }
    guard let expression = node.matchExpression(words) else { return }
    conditions.append(
      expression.mapPhrases { phrase in
        var phrase = phrase
        if phrase.forms == .joined {
          // The joined form comes after the phrase with the same word.
          phrase.rankedForm = MatchExpression.RankedForm(
            word: self.words.count - 1, factor: FormFactors().part)
          return phrase
        }
        phrase.rankedForm = MatchExpression.RankedForm(word: self.words.count, factor: 1)
        let tokens = words.tokens(of: phrase.text).filter { !$0.flags.contains(.colocated) }
        self.words.append(
          Word(
            text: phrase.text, typed: phrase.text, tokens: tokens.map(\.bytes),
            isPrefix: phrase.isPrefix, isRelaxed: false, isStopWord: false))
        return phrase
      })
  }

  /// Makes stop words of words that are far more common than the rarest one, and of the parts of a
  /// number, or of a word with hyphens, that occurs as a whole.
  mutating func addStopWords(_ weights: [Double]) {
    let most = weights.max() ?? 0
    var isKnownWhole = false
    for number in words.indices {
      if words[number].isPartOfWhole {
        if isKnownWhole { words[number].isStopWord = true }
      } else {
        isKnownWhole = weights[number] > 0
      }
    }
    for number in words.indices
    where weights[number] > 0 && weights[number] < Self.leastDecisiveShare * most {
      words[number].isStopWord = true
    }
  }

  /// A word with a smaller share of the largest weight becomes a stop word.
  private static let leastDecisiveShare = 0.2

  /// The numbers of the words that a hit may lack.
  var relaxedWords: [Int] { words.indices.filter { words[$0].isRelaxed } }
}

extension QueryStopWords {
  /// Whether a term consists of stop words only.
  fileprivate func containsAll(of term: Query.Term, _ words: QueryWords) -> Bool {
    if language == nil || term.kind == .prefix || words.needsStar(term.text) { return false }
    let tokens = words.tokens(of: term.text)
    return !tokens.isEmpty && tokens.allSatisfy { contains($0.bytes) }
  }
}

extension Query.Node {
  /// The term, if the node is a word that a hit may lack; else nil.
  fileprivate var relaxedTerm: Query.Term? {
    guard case .term(let term) = self, term.kind == .word || term.kind == .prefix,
      term.column == nil, !term.isRequired
    else { return nil }
    return term
  }
}
