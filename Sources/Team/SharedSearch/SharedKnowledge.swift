import PostgreSQL

/// What a worker knows of all documents of a database.
struct SharedKnowledge: Sendable {
  /// The number of documents, and of their words.
  private(set) var (documents, words): (Int64, Int64) = (0, 0)
  /// Whether all documents of all sources are here.
  private(set) var isWhole = false
  /// How many documents have each language.
  private(set) var languages: [String: Int] = [:]
  /// After which word the next words are to be learned; nil if none are missing.
  private(set) var wordsAfter: Int64? = 0
  /// The number of the last word whose stems are known.
  private var lastWord: Int64 = 0
  /// When the numbers were asked.
  private var asked: ContinuousClock.Instant?
  /// The sum of the commits of all sources when the numbers were asked.
  private var commits: Int64 = 0

  /// How long numbers are used: those of many documents hardly change in that time.
  private static let age = Duration.seconds(60)
  /// From how many documents on numbers are used although documents have changed.
  private static let manyDocuments: Int64 = 50_000
  /// How many of the last words are asked once more.
  static let lateWords: Int64 = 20_000

  /// Asks for the numbers and languages, unless they are new enough.
  mutating func update(
    _ connection: TimedConnection
  ) async throws(PostgreSQLError) {
    let rows = try await connection.run(
      "SELECT coalesce(sum(commit_number), 0)::bigint, coalesce(bool_and(whole), true) FROM sources()"
    )
    let commits = rows.integer(0, 0) ?? 0
    isWhole = rows.text(0, 1) == "t"
    if let asked, asked + Self.age > .now,
      documents >= Self.manyDocuments || commits == self.commits
    {
      return
    }
    let numbers = try await connection.run("SELECT documents, words FROM sitta.numbers()")
    let found = try await connection.run("SELECT language, documents FROM sitta.languages()")
    (documents, words) = (numbers.integer(0, 0) ?? 0, numbers.integer(0, 1) ?? 0)
    languages = [:]
    for row in 0..<found.count {
      languages[found.text(row, 0) ?? ""] = Int(found.integer(row, 1) ?? 0)
    }
    (asked, self.commits) = (.now, commits)
    // A transaction may end after later ones, with words of smaller numbers.
    wordsAfter = max(0, lastWord - Self.lateWords)
  }

  /// Forgets which words are known, for a new index.
  mutating func forgetWords() { (lastWord, wordsAfter) = (0, 0) }

  /// Notes that words were learned.
  ///
  /// - Parameters:
  ///   - last: the number of the last one; nil if there was none.
  ///   - isAll: whether no more are missing.
  mutating func learn(upTo last: Int64?, isAll: Bool) {
    lastWord = last ?? lastWord
    wordsAfter = isAll ? nil : lastWord
  }
}
