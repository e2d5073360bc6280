public import SittaSQLite

/// A query of an FTS5 table; see <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
///
/// The five initializers that take text are safe for any text that a person types: nothing in it works as an
/// operator. They return nil if the text has no word. Bind a pattern as a value:
///
/// ```swift
/// if let pattern = FTS5Pattern(matchingAllTokensIn: "moby dick!") {
///   try db.forEachRow("SELECT title FROM book WHERE book MATCH ?1", .pattern(pattern)) { row in
///     print(row.text(at: 0) ?? "")
///   }
/// }
/// ```
public struct FTS5Pattern: Hashable, Sendable {
  /// The pattern in FTS5's query syntax.
  public let rawPattern: String

  /// Matches documents that contain at least one of the words: `moby OR dick`.
  ///
  /// Returns nil if the text has only ASCII characters, and no letters and no digits.
  public init?(matchingAnyTokenIn text: String) {
    self.init(patternTokens(in: text)) { $0.joined(separator: " OR ") }
  }

  /// Matches documents that contain all of the words, in any order: `moby dick`.
  ///
  /// Returns nil if the text has only ASCII characters, and no letters and no digits.
  public init?(matchingAllTokensIn text: String) {
    self.init(patternTokens(in: text)) { $0.joined(separator: " ") }
  }

  /// Matches documents with words that begin with each of the words: `mob* dic*`.
  ///
  /// Returns nil if the text has only ASCII characters, and no letters and no digits.
  public init?(matchingAllPrefixesIn text: String) {
    self.init(patternTokens(in: text)) { $0.map { $0 + "*" }.joined(separator: " ") }
  }

  /// Matches documents that contain the words one after the other: `"moby dick"`.
  ///
  /// Returns nil if the text has only ASCII characters, and no letters and no digits.
  public init?(matchingPhrase text: String) {
    self.init(patternTokens(in: text)) { "\"" + $0.joined(separator: " ") + "\"" }
  }

  /// Matches documents with a column that starts with the words: `^"moby dick"`.
  ///
  /// Returns nil if the text has only ASCII characters, and no letters and no digits.
  public init?(matchingPrefixPhrase text: String) {
    self.init(patternTokens(in: text)) { "^\"" + $0.joined(separator: " ") + "\"" }
  }

  /// Makes a pattern without checking it; all text in it must be quoted.
  init(safe rawPattern: String) {
    self.rawPattern = rawPattern
  }

  private init?(_ tokens: [String], _ make: ([String]) -> String) {
    guard !tokens.isEmpty else { return nil }
    rawPattern = make(tokens)
  }

  /// Checks a pattern in FTS5's own syntax, by a query of an empty table.
  ///
  /// - Parameters:
  ///   - rawPattern: the pattern, such as `title: (moby OR "white whale") NOT film`.
  ///   - allowedColumns: the columns that the pattern may name.
  /// - Throws: ``FullTextError/Code/invalidPattern`` for a syntax error, another column, an empty pattern, or
  ///   a NUL, after which SQLite would ignore the text.
  public init(rawPattern: String, allowedColumns: [String] = []) throws(FullTextError) {
    let columns = allowedColumns.isEmpty ? ["anything"] : allowedColumns
    // FTS5 reads a star at the start as a special command, such as "*reads".
    guard !rawPattern.utf8.contains(0), rawPattern.utf8.first != UInt8(ascii: "*") else {
      throw .invalidPattern(rawPattern, reason: "it contains a NUL or starts with a star")
    }
    try Scratch.check(rawPattern, table: "fts5", columns: columns)
    self.rawPattern = rawPattern
  }
}

extension Database {
  /// Checks a pattern in FTS5's own syntax for a table.
  ///
  /// - Parameters:
  ///   - rawPattern: the pattern, such as `title: (moby OR "white whale") NOT film`.
  ///   - table: the table; the pattern may name its columns.
  /// - Returns: the pattern; its syntax is correct, and the table can search for it.
  /// - Throws: ``FullTextError`` for a syntax error, an unknown column or table, or a part that needs
  ///   positions or columns that the table does not store (``FTS5/Detail``).
  public func makeFTS5Pattern(
    rawPattern: String, forTable table: String
  ) throws(FullTextError) -> FTS5Pattern {
    let pattern = try FTS5Pattern(rawPattern: rawPattern, allowedColumns: columns(ofTable: table))
    do throws(SQLiteError) {
      // FTS5 parses the pattern with the options of the table; the rowid in the query does not exist.
      let name = quotedName(table)
      try prepare("SELECT 1 FROM \(name) WHERE \(name) MATCH ?1 AND rowid = \(Int64.min)")
        .run([.pattern(pattern)])
    } catch {
      // Other errors are not caused by the pattern, but by a view or a tokenizer that is not registered.
      guard error.message.hasPrefix("fts5:") else { return pattern }
      throw .invalidPattern(rawPattern, reason: error.message, cause: error)
    }
    return pattern
  }
}

extension SQLiteValue {
  /// Makes a value of a pattern, to bind it to `MATCH ?`.
  public static func pattern(_ pattern: FTS5Pattern) -> SQLiteValue {
    .text(pattern.rawPattern)
  }
}
