public import SittaSQLite

/// A query of an FTS3 or FTS4 table.
///
/// The initializers that take text are safe for any text that a person types. They return nil if the text has
/// no word, or more words than SQLite can search for at once (some thousands). See
/// <https://www.sqlite.org/fts3.html#full_text_index_queries>.
public struct FTS3Pattern: Hashable, Sendable {
  /// The pattern in FTS3's query syntax.
  public let rawPattern: String

  /// Matches documents that contain at least one of the words: `moby OR dick`.
  public init?(matchingAnyTokenIn text: String) {
    self.init(patternTokens(in: text)) { $0.joined(separator: " OR ") }
  }

  /// Matches documents that contain all of the words, in any order: `moby dick`.
  public init?(matchingAllTokensIn text: String) {
    self.init(patternTokens(in: text)) { $0.joined(separator: " ") }
  }

  /// Matches documents with words that begin with each of the words: `mob* dic*`.
  public init?(matchingAllPrefixesIn text: String) {
    self.init(patternTokens(in: text)) { $0.map { $0 + "*" }.joined(separator: " ") }
  }

  /// Matches documents that contain the words one after the other: `"moby dick"`.
  public init?(matchingPhrase text: String) {
    self.init(patternTokens(in: text), most: .max) { "\"" + $0.joined(separator: " ") + "\"" }
  }

  /// The most words that are combined; SQLite's expressions are at most 12 levels deep
  /// (`SQLITE_FTS3_MAX_EXPR_DEPTH`), and for a longer text SQLite takes seconds to report that.
  private static let mostWords = 1 << 12

  private init?(
    _ tokens: [String], most: Int = mostWords, _ make: ([String]) -> String
  ) {
    guard !tokens.isEmpty, tokens.count <= most else { return nil }
    try? self.init(rawPattern: make(tokens))
  }

  /// Checks a pattern in FTS3's own syntax, by a query of an empty table.
  ///
  /// An unknown column is not an error here: FTS3 then reads `title:` as a word.
  ///
  /// - Parameter rawPattern: the pattern, such as `"white whale" OR mob*`.
  /// - Throws: ``FullTextError/Code/invalidPattern`` for a syntax error, or if there is a NUL, after which
  ///   SQLite would ignore the text.
  public init(rawPattern: String) throws(FullTextError) {
    guard !rawPattern.utf8.contains(0) else {
      throw .invalidPattern(rawPattern, reason: "it contains a NUL")
    }
    try Scratch.check(rawPattern, table: "fts4", columns: [])
    self.rawPattern = rawPattern
  }
}

extension SQLiteValue {
  /// Makes a value of a pattern, to bind it to `MATCH ?`.
  public static func pattern(_ pattern: FTS3Pattern) -> SQLiteValue {
    .text(pattern.rawPattern)
  }
}
