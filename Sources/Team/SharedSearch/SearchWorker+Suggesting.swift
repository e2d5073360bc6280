import FoundationEssentials
import PostgreSQL
import QueryLanguage
import SearchIndex
package import SearchInterface
import SearchMessages
import TextAnalysis

extension SearchWorker {
  /// The most words with the same beginning that are compared, and those of which documents are counted.
  private static let (mostWords, mostCounted) = (500, 24)
  /// Up to how many documents of a suggestion are counted.
  private static let mostDocuments: Int64 = 10_000

  /// Completes the last word of a text.
  ///
  /// - Parameters:
  ///   - text: the text that was typed so far.
  ///   - limit: the most completions.
  ///   - request: the reader, and the folders.
  ///   - milliseconds: the longest time.
  /// - Returns: the texts, the one with the most documents first; each has documents that the reader may read.
  /// - Throws: the error of the server.
  package func completions(
    of text: String, limit: Int, _ request: SharedRequest, within milliseconds: Int
  ) async throws -> [SuggestionMessage] {
    guard let last = LastWord(of: text) else { return [] }
    let call = call(within: milliseconds)
    let index = try await prepared(call)
    let answers = try await call.ask { _, connection in
      try await connection.run(
        "SELECT word FROM words_from($1, $2)",
        [.text(last.folded), .integer(Int64(Self.mostWords))])
    }
    let words = Set(
      answers.values.flatMap { rows in (0..<rows.count).compactMap { rows.text($0, 0) } })
    let known = try await frequencies(of: words.map { "'\($0)'" }, call)
    let stopWords = languages.compactMap { try? StopWords(languages: [$0]) }
    let frequent = words.map { (word: $0, documents: known["'\($0)'"] ?? 0) }
      .filter { entry in
        entry.documents > 0 && !stopWords.contains { $0.contains(entry.word.utf8.span) }
      }
      .sorted { ($1.documents, $0.word) < ($0.documents, $1.word) }.prefix(Self.mostCounted)
    let texts = frequent.map { last.before + $0.word }
    var conditions: [SearchCondition] = []
    for text in texts {
      let outline = try index.reader.outline(of: Query(parsing: text), request.options)
      conditions.append(
        SearchCondition(outline.whole, home: request.reader.home).seen(by: request))
    }
    let counts = try await counts(conditions, of: request.reader, call)
    let found = zip(texts, zip(frequent, counts)).filter { $0.1.1 > 0 }
      .map { SuggestionMessage(text: $0, words: [$1.0.word], documents: $1.1) }
    return Array(found.sorted { $0.documents > $1.documents }.prefix(limit))
  }

  private func counts(
    _ conditions: [SearchCondition], of reader: SharedReader, _ call: DatabaseCall
  ) async throws -> [Int] {
    if conditions.isEmpty { return [] }
    let json = String(decoding: try JSONEncoder().encode(conditions), as: UTF8.self)
    let answers = try await call.ask { _, connection in
      try await connection.run(
        "SELECT unnest(counts($1, $2, $3))",
        [.text(reader.login), .text(json), .integer(Self.mostDocuments)])
    }
    return Self.sums(answers.values, conditions.count)
  }
}

/// The last word of a text that a person types.
struct LastWord: Equatable {
  /// The text before it.
  let before: String
  /// The word as the database has words.
  let folded: String

  /// Finds the word; nil if the text ends with none that can be completed, such as a number or a word in quotes.
  init?(of text: String) {
    let word = text.reversed().prefix { !$0.isWhitespace }.reversed().map(String.init).joined()
    guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0 == "'" || $0 == "\u{2019}" }) else {
      return nil
    }
    var analyzer = SittaAnalyzer()
    var tokens: [[UInt8]] = []
    analyzer.analyze(word.utf8.span, for: .query) { token, _, flags in
      if !flags.contains(.colocated) { tokens.append(token.indices.map { token[$0] }) }
    }
    guard tokens.count == 1, let token = tokens.first, token.first ?? 0xff < 0xe3 else {
      return nil
    }
    before = String(text.dropLast(word.count))
    folded = String(decoding: token, as: UTF8.self)
  }
}
