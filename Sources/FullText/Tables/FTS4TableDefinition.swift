/// The definition of an FTS4 table; see <https://www.sqlite.org/fts3.html#fts4_options>.
public final class FTS4TableDefinition {
  /// The tokenizer; nil means `simple`.
  public var tokenizer: FTS3TokenizerDescriptor?

  /// Where the text is kept: nil: in the table itself; a name: in that table or view, external
  /// content; empty: nowhere, contentless.
  public var content: String?

  /// The SQL function that makes text smaller before it is kept; it goes with ``uncompress``.
  public var compress: String?

  /// The SQL function that undoes ``compress``.
  public var uncompress: String?

  /// `fts3` saves the space of document lengths, and takes `matchinfo()`'s `l` away.
  public var matchinfo: String?

  /// The lengths of prefixes with an index of their own, in bytes, 1 and more.
  public var prefixes: Set<Int> = []

  private(set) var columns: [FTS4ColumnDefinition] = []
  private(set) var synchronizedTable: String?

  init() {}

  /// Adds a column; a table without one gets the column `content`.
  ///
  /// - Parameter name: its name.
  /// - Returns: the column, to say more about it.
  @discardableResult
  public func column(_ name: String) -> FTS4ColumnDefinition {
    let column = FTS4ColumnDefinition(name)
    columns.append(column)
    return column
  }

  /// Indexes the text of another table, and keeps in step with it by triggers.
  ///
  /// The columns are the other table's of the same names. Triggers reach a full-text table only
  /// after `PRAGMA trusted_schema=ON`. Before the full-text table is dropped for
  /// good, drop the triggers with ``SQLite/Database/dropFTS4SynchronizationTriggers(forTable:)``.
  public func synchronize(withTable table: String) {
    synchronizedTable = table
  }

  func arguments() throws(FullTextError) -> [String] {
    guard prefixes.allSatisfy({ $0 > 0 }) else {
      throw FullTextError(.invalidDefinition, "Prefixes are at least 1 byte long.")
    }
    guard (compress == nil) == (uncompress == nil) else {
      throw FullTextError(.invalidDefinition, "compress and uncompress go together: set both.")
    }
    guard synchronizedTable == nil || content == nil && !columns.isEmpty else {
      throw FullTextError(
        .invalidDefinition,
        "A synchronized table has columns, and the content of the other table: set no other.")
    }
    guard columns.count(where: \.isLanguageID) < 2 else {
      throw FullTextError(.invalidDefinition, "Only one column can hold the language.")
    }
    var arguments = columns.filter { !$0.isLanguageID }.map { quotedName($0.name) }
    if let content = synchronizedTable ?? content {
      arguments.append("content=\(quotedName(content))")
    }
    if let language = columns.first(where: \.isLanguageID) {
      arguments.append("languageid=\(quotedName(language.name))")
    }
    for column in columns where !column.isIndexed {
      arguments.append("notindexed=\(quotedName(column.name))")
    }
    if let compress { arguments.append("compress=\(quotedName(compress))") }
    if let uncompress { arguments.append("uncompress=\(quotedName(uncompress))") }
    if let matchinfo { arguments.append("matchinfo=\(quotedName(matchinfo))") }
    if !prefixes.isEmpty {
      let lengths = prefixes.sorted().map(String.init).joined(separator: ",")
      arguments.append("prefix=\(quotedName(lengths))")
    }
    if let tokenizer { arguments.append("tokenize=\(tokenizer.option)") }
    return arguments
  }
}
