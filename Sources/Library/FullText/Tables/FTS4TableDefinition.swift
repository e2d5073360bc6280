/// The definition of an FTS4 table; see <https://www.sqlite.org/fts3.html#fts4_options>.
public final class FTS4TableDefinition {
  /// The tokenizer; nil means `simple`.
  public var tokenizer: FTS3TokenizerDescriptor?

  /// The table or view that stores the text (external content).
  ///
  /// If it is nil, the full-text table stores the text; if it is empty, no table does (contentless).
  public var content: String?

  /// The SQL function that compresses text before it is stored; set ``uncompress`` too.
  public var compress: String?

  /// The SQL function that reverses ``compress``.
  public var uncompress: String?

  /// The value `fts3` means that no document lengths are stored: `matchinfo()` then has no `l`.
  public var matchinfo: String?

  /// The lengths in bytes, from 1 on, of prefixes for which an additional index is made.
  public var prefixes: Set<Int> = []

  private(set) var columns: [FTS4ColumnDefinition] = []
  private(set) var synchronizedTable: String?

  init() {}

  /// Adds a column; without any, the table gets the column `content`.
  ///
  /// - Parameter name: the name of the column.
  /// - Returns: the column, for further calls.
  @discardableResult
  public func column(_ name: String) -> FTS4ColumnDefinition {
    let column = FTS4ColumnDefinition(name)
    columns.append(column)
    return column
  }

  /// Indexes the text of another table, and follows its changes by triggers.
  ///
  /// The columns must have the same names in the other table. Triggers can write to a full-text
  /// table only after ``SittaSQLite/Database/trustSchema()``, on each connection that changes the
  /// text. Before you drop the full-text table, drop the triggers with
  /// ``SittaSQLite/Database/dropFTS4SynchronizationTriggers(forTable:)``.
  public func synchronize(withTable table: String) {
    synchronizedTable = table
  }

  func arguments() throws(FullTextError) -> [String] {
    guard prefixes.allSatisfy({ $0 > 0 }) else {
      throw FullTextError(.invalidDefinition, "The length of a prefix must be at least 1 byte.")
    }
    guard (compress == nil) == (uncompress == nil) else {
      throw FullTextError(.invalidDefinition, "Set both compress and uncompress, or neither.")
    }
    guard synchronizedTable == nil || content == nil && !columns.isEmpty else {
      throw FullTextError(
        .invalidDefinition,
        "A synchronized table needs columns, and its content must stay nil.")
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
