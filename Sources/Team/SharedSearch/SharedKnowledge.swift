import IndexStorage
import PostgreSQL

/// What a worker knows of all documents of a database.
struct SharedKnowledge {
  /// The number of documents, and of their words.
  var (documents, words): (Int64, Int64) = (0, 0)
  /// The languages of the documents, as ISO 639-1 codes.
  var languages: [String] = []
  /// The number of the last word whose stems are known.
  var lastWord: Int64 = 0
  /// When the numbers were asked.
  var asked: ContinuousClock.Instant?
  /// The sum of the commits of all sources when the numbers were asked.
  var commits: Int64 = 0

  /// How long numbers are used: those of many documents hardly change in that time.
  private static let age = Duration.seconds(60)
  /// From how many documents on numbers are used although documents have changed.
  private static let manyDocuments: Int64 = 50_000
  /// The most words that are asked at once.
  static let wordPage: Int64 = 50_000

  /// How many of the last words are asked once more.
  static let lateWords: Int64 = 20_000

  /// The mean number of words in a document.
  var length: Double { documents == 0 ? 1 : Double(words) / Double(documents) }

  /// Whether the numbers have to be asked, given the commits of all sources now.
  func isOld(at commits: Int64) -> Bool {
    guard let asked else { return true }
    return asked + Self.age <= .now || documents < Self.manyDocuments && commits != self.commits
  }

  /// Asks for the numbers and languages.
  mutating func ask(
    _ connection: TimedConnection, at commits: Int64
  ) async throws(PostgreSQLError) {
    let numbers = try await connection.run("SELECT documents, words FROM sitta.numbers()")
    (documents, words) = (numbers.integer(0, 0) ?? 0, numbers.integer(0, 1) ?? 0)
    let found = try await connection.run("SELECT language, documents FROM sitta.languages()")
    var counts: [String: Int] = [:]
    for row in 0..<found.count {
      counts[found.text(row, 0) ?? ""] = Int(found.integer(row, 1) ?? 0)
    }
    languages = LanguageChoice.codes(for: counts, using: languages)
    (asked, self.commits) = (.now, commits)
  }
}
