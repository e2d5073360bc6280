/// Words with the same meaning: `first` and `1st`, `colour` and `color`.
///
/// The table is read from lines of text. `first, 1st` makes all words of the line synonyms of each
/// other. `car => automobile, vehicle` makes the words on the right synonyms of `car`, but not the
/// reverse. Text after `#` is a comment. A word can be in several lines. ``SittaAnalyzer`` folds
/// the words, and each must be one token.
public struct SynonymTable: Equatable, Sendable {
  private var words = TokenDictionary()
  private var synonyms: [[Int]] = []

  /// Makes an empty table.
  public init() {}

  /// Parses a table.
  ///
  /// - Parameter text: The lines.
  /// - Throws: ``AnalysisError`` with `synonymSyntax` and the number of the first bad line.
  public init(parsing text: String) throws(AnalysisError) {
    var parser = SynonymParser()
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      guard let rule = try parser.parse(line, number: number) else { continue }
      switch rule {
      case .group(let group): for word in group { add(group, to: word) }
      case .oneWay(let word, let others): add(others, to: word)
      }
    }
  }

  /// Adds the entries of another table.
  public mutating func merge(_ other: SynonymTable) {
    for number in 0..<other.words.count {
      add(other.synonyms[number].map(other.word), to: other.word(number))
    }
  }

  /// Whether there are no synonyms in the table.
  public var isEmpty: Bool { synonyms.isEmpty }

  /// Returns the folded synonyms of a folded token, without the token itself; empty if there are none.
  public func synonyms(of token: Span<UInt8>) -> [[UInt8]] {
    guard let number = words.number(of: token) else { return [] }
    return synonyms[number].map(word)
  }

  private mutating func add(_ others: [[UInt8]], to word: [UInt8]) {
    let number = number(of: word)
    for other in others where other != word {
      let otherNumber = self.number(of: other)
      if !synonyms[number].contains(otherNumber) { synonyms[number].append(otherNumber) }
    }
  }

  private func word(_ number: Int) -> [UInt8] { Array(words.token(number)) }

  private mutating func number(of word: [UInt8]) -> Int {
    let number = words.add(word.span)
    if number == synonyms.count { synonyms.append([]) }
    return number
  }
}
