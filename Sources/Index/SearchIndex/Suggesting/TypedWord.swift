import QueryLanguage
import TextAnalysis

/// A word of a query that could be replaced by another word.
struct TypedWord: Equatable {
  /// The range in the text, in Unicode scalars: with the star of a prefix, without punctuation.
  let range: Range<Int>
  /// The word as the index would contain it.
  let token: [UInt8]
  /// The term of the query that the word belongs to.
  let term: Query.Term
  /// Whether the word may occur anywhere in a hit, so that two words in its place would be read in the same
  /// way.
  let isFree: Bool
  /// Whether the word may be wrong: not if it was typed like a name, or with a mark that asks for this word.
  let isCorrectable: Bool
  /// If the word is still being typed: the number of documents of the most frequent word that begins with it.
  var continuedIn = 0

  /// Returns the words of a query that are one token each and not excluded, from left to right.
  static func all(in query: Query, of text: [Unicode.Scalar]) -> [TypedWord] {
    var analyzer = SittaAnalyzer()
    let free = query.root.freeTerms
    // The middle term of `a NEAR b NEAR c` is found twice.
    var known: Set<Range<Int>> = []
    return query.root.wantedTerms.compactMap { term in
      guard term.kind != .phrase, known.insert(term.range).inserted else { return nil }
      var letters = term.range
      while let last = letters.last, text[last] == "*" {
        letters = letters.lowerBound..<last
      }
      let start = letters.upperBound - term.text.unicodeScalars.count
      guard start >= letters.lowerBound,
        text[start..<letters.upperBound].elementsEqual(term.text.unicodeScalars)
      else { return nil }
      var tokens: [[UInt8]] = []
      var source = 0..<0
      var isWhole = true
      analyzer.analyze(term.text.utf8.span, for: .query) { token, range, flags in
        if flags.contains(.prefix) { isWhole = false }
        if flags.contains(.colocated) { return }
        tokens.append(token.indices.map { token[$0] })
        source = range
      }
      guard isWhole, tokens.count == 1 else { return nil }
      let range = term.text.scalars(ofBytes: source)
      // If a prefix is replaced, its star is replaced, too.
      let end = term.kind == .prefix ? term.range.upperBound : start + range.upperBound
      return TypedWord(
        range: start + range.lowerBound..<end, token: tokens[0], term: term,
        isFree: free.contains(term.range),
        isCorrectable: term.kind != .exact && text[term.range.lowerBound] != "+"
          && text[start] != "+" && consistsOfLetters(tokens[0])
          && !isName(text[start..<letters.upperBound]))
    }
  }

  /// Whether letters are typed like an acronym or a name: `FSME`, `McCall`, `rs485`.
  ///
  /// Who types letters in this way knows them, and similar words are other names.
  private static func isName(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
    letters.dropFirst().contains(where: \.properties.isUppercase)
      || letters.contains { scalar in
        switch scalar.properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
      }
  }

  /// Whether a token contains no symbols: `C++` is not a misspelled `cpp`.
  private static func consistsOfLetters(_ token: [UInt8]) -> Bool {
    String(decoding: token, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .mathSymbol, .currencySymbol, .otherSymbol, .otherPunctuation: false
      default: true
      }
    }
  }
}

extension [Unicode.Scalar] {
  /// Returns the text with some ranges replaced; they must not overlap.
  func replacing(_ words: [(range: Range<Int>, word: [UInt8])]) -> String {
    var text = self
    for (range, word) in words.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(range, with: String(decoding: word, as: UTF8.self).unicodeScalars)
    }
    return text.string
  }

  /// The text as a string; `String(String.UnicodeScalarView(self))` takes a hundred times as long.
  var string: String {
    reduce(into: "") { text, scalar in text.unicodeScalars.append(scalar) }
  }
}

extension String {
  /// Converts offsets in UTF-8 to offsets in Unicode scalars.
  fileprivate func scalars(ofBytes range: Range<Int>) -> Range<Int> {
    let counts = [range.lowerBound, range.upperBound].map { end in
      utf8.prefix(end).count { $0 & 0xc0 != 0x80 }
    }
    return counts[0]..<counts[1]
  }
}

extension Query.Node {
  /// The ranges of the words that must occur anywhere in a hit.
  fileprivate var freeTerms: Set<Range<Int>> {
    let nodes = if case .all(let nodes) = self { nodes } else { [self] }
    return Set(
      nodes.compactMap { node in
        guard case .term(let term) = node, term.kind == .word else { return nil }
        return term.column == nil ? term.range : nil
      })
  }

  /// The terms that a hit must or may contain in one column.
  var termsInColumns: [Query.Term] { wantedTerms.filter { $0.column != nil } }

  /// The terms that a hit must or may contain.
  fileprivate var wantedTerms: [Query.Term] {
    switch self {
    case .term(let term): [term]
    case .near(let terms, _): terms
    case .filter, .not: []
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.wantedTerms)
    }
  }
}
