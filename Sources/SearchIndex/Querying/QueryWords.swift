import QueryLanguage
import SQLite
import TextAnalysis

/// The words that a word of a query matches in the index: words with the same stem, and synonyms.
///
/// A word matches every word of the index with one of its stems, and its synonyms with theirs. A
/// phrase, a prefix and an exact word match only themselves. ``QueryTokenizer`` emits the words at
/// the position of the word that was typed, so that ranking counts them as one.
final class QueryWords {
  /// Whether the index has columns for the names of people; see ``Schema/hasPeople(in:)``.
  var hasPeople = true
  private let settings: TextSettings
  private let stemmers: [StemmerReference]
  private var analyzer = SittaAnalyzer()
  private var alternatives: [[UInt8]: Alternatives] = [:]
  private var ideographWords = IdeographWords()
  /// Where the words of texts without blanks end.
  private var wordEnds: [String: [Int]] = [:]
  /// The tokens of the texts of the query, which are needed more than once.
  private var known: [String: [Token]] = [:]

  typealias Token = (bytes: [UInt8], range: Range<Int>, flags: TokenFlags)

  /// The words that match for a token, in the order of their bytes.
  private struct Alternatives {
    var stems: [[UInt8]] = []
    var synonyms: [[UInt8]] = []
  }

  init(_ settings: TextSettings) {
    self.settings = settings
    stemmers = settings.languages.compactMap { try? StemmerReference($0) }
  }

  /// The other words that match for a token; none if ``prepare(_:in:)`` has found none.
  func alternatives(for token: Span<UInt8>, _ forms: MatchExpression.Forms) -> [[UInt8]] {
    alternatives.isEmpty ? [] : alternatives(for: token.indices.map { token[$0] }, forms)
  }

  /// The other words that match for a token; none if ``prepare(_:in:)`` has found none.
  func alternatives(for token: [UInt8], _ forms: MatchExpression.Forms) -> [[UInt8]] {
    guard let found = alternatives[token] else { return [] }
    return switch forms {
    case .typed: []
    case .all: found.stems + found.synonyms
    case .stems: found.stems
    case .synonyms: found.synonyms
    }
  }

  /// Looks up the other words for the words of a query.
  ///
  /// - Parameters:
  ///   - texts: the texts that were typed as words.
  ///   - database: the index, in the state that will be searched.
  /// - Throws: the error of SQLite.
  func prepare(_ texts: some Sequence<String>, in database: Database) throws(SQLiteError) {
    alternatives = [:]
    (known, wordEnds) = ([:], [:])
    for text in texts {
      for token in tokens(of: text) where alternatives[token.bytes] == nil {
        alternatives[token.bytes] = try find(token.bytes, in: database)
      }
    }
  }

  /// Whether a text ends in a single Han, kana or hangul character, which FTS5 has to search for as
  /// the beginning of a pair.
  func needsStar(_ text: String) -> Bool {
    tokens(of: text).last?.flags.contains(.prefix) ?? false
  }

  /// Whether a text consists of stop words only.
  func isStopWord(_ text: String) -> Bool {
    let tokens = tokens(of: text).filter { !$0.flags.contains(.colocated) }
    return !tokens.isEmpty && tokens.allSatisfy { settings.stopWords.contains($0.bytes.span) }
  }

  /// Whether a token is a pair of characters of which one belongs to another word of the text.
  func reachesOverWords(_ token: Token, of text: String) -> Bool {
    // Only Han, kana and hangul are indexed in pairs, and they begin at U+3000 but for a few.
    guard token.bytes.first ?? 0 >= 0xe3 else { return false }
    if wordEnds[text] == nil { wordEnds[text] = ideographWords.ends(in: text) }
    return wordEnds[text]?.contains { token.range.lowerBound < $0 && $0 < token.range.upperBound }
      ?? false
  }

  /// For each token of a phrase: all tokens that match at its position.
  func spellings(of phrase: MatchExpression.Phrase) -> [[[UInt8]]] {
    tokens(of: phrase.text).reduce(into: []) { spellings, token in
      let others = alternatives(for: token.bytes, phrase.forms)
      if token.flags.contains(.colocated), !spellings.isEmpty {
        spellings[spellings.count - 1] += [token.bytes] + others
      } else {
        spellings.append([token.bytes] + others)
      }
    }
  }

  /// The tokens of a text of the query, with those that are other spellings.
  func tokens(of text: String) -> [Token] {
    if let tokens = known[text] { return tokens }
    var tokens: [Token] = []
    analyzer.analyze(text.utf8.span, for: .query) { token, range, flags in
      tokens.append((token.indices.map { token[$0] }, range, flags))
    }
    known[text] = tokens
    return tokens
  }

  private func find(_ token: [UInt8], in database: Database) throws(SQLiteError) -> Alternatives {
    let synonyms = settings.synonyms.synonyms(of: token.span)
    var stems = try words(withStemsOf: [token], in: database)
    var others = try words(withStemsOf: synonyms, in: database).union(synonyms)
    stems.remove(token)
    others.remove(token)
    return Alternatives(
      stems: stems.sorted { $0.lexicographicallyPrecedes($1) },
      synonyms: others.subtracting(stems).sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// The stems of a token in the languages that are set.
  func stems(of token: [UInt8]) -> [[UInt8]] {
    var stem: [UInt8] = []
    return stemmers.compactMap { $0.stemmer.stem(of: token.span, into: &stem) ? stem : nil }
  }

  private func words(
    withStemsOf tokens: [[UInt8]], in database: Database
  ) throws(SQLiteError) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var stem: [UInt8] = []
    for (name, owned) in zip(settings.languages, stemmers) {
      for word in tokens {
        guard owned.stemmer.stem(of: word.span, into: &stem) else { continue }
        found.insert(stem)
        try database.forEachRow(
          """
          SELECT term FROM stem
          WHERE language = (SELECT id FROM language WHERE name = ?1) AND stem = ?2
          """, .text(name), .utf8(stem)
        ) { found.insert($0.bytes(at: 0)) }
      }
    }
    return found
  }
}
