public import SittaSQLite

/// SQLite's third full-text module; see <https://www.sqlite.org/fts3.html>.
public struct FTS3: Sendable {
  /// Makes the module, for ``SittaSQLite/Database/create(virtualTable:ifNotExists:using:_:)``.
  public init() {}

  /// Splits a text into the tokens that FTS3 and FTS4 would index.
  ///
  /// ```swift
  /// try FTS3.tokenize("Database queries", withTokenizer: .porter)  // ["databas", "queri"]
  /// ```
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - tokenizer: the tokenizer.
  /// - Returns: the tokens in the order of the text.
  /// - Throws: ``FullTextError`` if FTS3 does not know the tokenizer or an argument.
  public static func tokenize(
    _ text: String, withTokenizer tokenizer: FTS3TokenizerDescriptor = .simple
  ) throws(FullTextError) -> [String] {
    try FullTextModule.require(.fts3)
    let words = [tokenizer.name] + tokenizer.arguments
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw .containsNUL("The name or an argument of a tokenizer")
    }
    let db = try Scratch.open()
    do throws(SQLiteError) {
      try db.execute(
        "CREATE VIRTUAL TABLE token USING fts3tokenize"
          + "(\(words.map(quotedText).joined(separator: ", ")))")
    } catch {
      throw FullTextError(
        .unknownTokenizer, "FTS3 does not know the tokenizer \(tokenizer.option).", cause: error)
    }
    var tokens: [String] = []
    do throws(SQLiteError) {
      try db.forEachRow("SELECT token FROM token WHERE input = ?1", .text(text)) { row in
        tokens.append(row.text(at: 0) ?? "")
      }
    } catch {
      throw .database(error)
    }
    return tokens
  }
}

extension FTS3: VirtualTableModule {
  /// The name of the module in SQL: `fts3`.
  public var moduleName: String { "fts3" }

  /// Makes an empty definition.
  public func makeTableDefinition() -> FTS3TableDefinition {
    FTS3TableDefinition()
  }

  /// Returns the columns, then the tokenizer.
  public func moduleArguments(
    for definition: FTS3TableDefinition, in db: Database
  ) throws(FullTextError) -> [String] {
    definition.columns.map(quotedName)
      + (definition.tokenizer.map { ["tokenize=\($0.option)"] } ?? [])
  }
}
