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
  static let mostDocuments: Int64 = 10_000

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
    let reading = try TypedQuery(text, nil, folder: nil).parsingOptions
    guard let last = LastWord(of: text, reading) else { return [] }
    let call = call(within: milliseconds)
    let index = try await prepared(call)
    let answers = try await call.ask { _, connection in
      try await connection.run(
        "SELECT word FROM words_from($1, $2)",
        [.text(last.folded), .integer(Int64(Self.mostWords))])
    }
    let beginnings = Set(
      answers.values.flatMap { rows in (0..<rows.count).compactMap { rows.text($0, 0) } })
    let known = try await frequencies(of: beginnings.map(TextQuery.word), call)
    let stopWords = languages.compactMap { try? StopWords(languages: [$0]) }
    let frequent = beginnings.map { (word: $0, documents: known[TextQuery.word($0)] ?? 0) }
      .filter { entry in
        entry.documents > 0 && !stopWords.contains { $0.contains(entry.word.utf8.span) }
      }
      .sorted { ($1.documents, $0.word) < ($0.documents, $1.word) }.prefix(Self.mostCounted)
    let words = frequent.map(\.word)
    // A text can have documents without the word, such as a OR word; then its own documents decide.
    let own = words.map { SearchCondition.words(TextQuery.word($0)).seen(by: request) }
    let texts = try words.map { word in
      let outline = try index.reader.outline(
        of: Query(parsing: last.before + word, reading), request.options)
      return SearchCondition(outline.whole, home: request.reader.home).seen(by: request)
    }
    let documents = try await counts(own, of: request.reader, upTo: Self.mostDocuments, call)
    let hits = try await counts(texts, of: request.reader, upTo: 1, call)
    let found = words.indices.filter { documents[$0] > 0 && hits[$0] > 0 }.map {
      SuggestionMessage(
        text: last.before + words[$0], words: [words[$0]], documents: documents[$0])
    }
    return Array(found.sorted { $0.documents > $1.documents }.prefix(limit))
  }

  /// How many documents meet each condition, which the reader may read; at most a number.
  func counts(
    _ conditions: [SearchCondition], of reader: SharedReader, upTo most: Int64, _ call: DatabaseCall
  ) async throws -> [Int] {
    if conditions.isEmpty { return [] }
    let json = String(decoding: try JSONEncoder().encode(conditions), as: UTF8.self)
    let answers = try await call.ask { _, connection in
      try await connection.run(
        // Not as an argument that the planner knows: it would call the function once more.
        "SELECT unnest((SELECT counts($1, $2, $3)))",
        [.text(reader.login), .text(json), .integer(most)])
    }
    return Self.sums(answers.values, conditions.count)
  }
}
