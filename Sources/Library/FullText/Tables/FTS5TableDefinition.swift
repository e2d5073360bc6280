/// The definition of an FTS5 table; see
/// <https://www.sqlite.org/fts5.html#fts5_table_creation_and_initialization>.
public final class FTS5TableDefinition {
  /// The tokenizer; nil means SQLite's `unicode61`.
  public var tokenizer: FTS5TokenizerDescriptor?

  /// The table or view that stores the text (external content).
  ///
  /// If it is nil, the full-text table stores the text; if it is empty, no table does (contentless).
  public var content: String?

  /// The column of ``content`` that is used as rowid; nil means `rowid`.
  public var contentRowID: String?

  /// The lengths in characters, from 1 to 999, of prefixes for which an additional index is made.
  public var prefixes: Set<Int> = []

  /// Whether the length of each document is stored: 1 or nil if it is; 0 if not, which makes ranking slow.
  public var columnSize: Int?

  /// The data that the index stores for each occurrence of a token.
  public var detail: FTS5.Detail = .full

  private(set) var columns: [FTS5ColumnDefinition] = []
  private(set) var synchronizedTable: String?

  init() {}

  /// Adds a column.
  ///
  /// - Parameter name: the name of the column; FTS5 reserves `rank` and `rowid`.
  /// - Returns: the column, for further calls.
  @discardableResult
  public func column(_ name: String) -> FTS5ColumnDefinition {
    let column = FTS5ColumnDefinition(name)
    columns.append(column)
    return column
  }

  /// Indexes the text of another table, and follows its changes by triggers.
  ///
  /// The columns must have the same names in the other table. The other table should have an INTEGER PRIMARY
  /// KEY, because VACUUM can change rowids otherwise. `INSERT OR REPLACE` needs `PRAGMA recursive_triggers`.
  /// With SQLite 3.40, triggers can write to a full-text table only after
  /// ``SittaSQLite/Database/trustSchema()``, on each connection that changes the text. Before you drop the
  /// full-text table, drop the triggers with
  /// ``SittaSQLite/Database/dropFTS5SynchronizationTriggers(forTable:)``.
  public func synchronize(withTable table: String) {
    synchronizedTable = table
  }

  func arguments(contentRowID: String?) throws(FullTextError) -> [String] {
    guard prefixes.allSatisfy((1...999).contains), columnSize.map((0...1).contains) ?? true else {
      throw FullTextError(
        .invalidDefinition,
        "Prefixes must have 1 to 999 characters, and columnSize must be 0 or 1.")
    }
    guard !columns.isEmpty else {
      throw FullTextError(.invalidDefinition, "A full-text table needs at least one column.")
    }
    guard synchronizedTable == nil || content == nil && self.contentRowID == nil else {
      throw FullTextError(
        .invalidDefinition, "content and contentRowID of a synchronized table must stay nil.")
    }
    guard self.contentRowID == nil || content?.isEmpty == false else {
      throw FullTextError(.invalidDefinition, "contentRowID needs a content table.")
    }
    if let tokenizer, tokenizer.name.isEmpty {
      // For an empty name, FTS5 would use its default tokenizer.
      throw FullTextError(.invalidDefinition, "The tokenizer of a full-text table needs a name.")
    }
    var arguments = columns.map { quotedName($0.name) + ($0.isIndexed ? "" : " UNINDEXED") }
    if let tokenizer { arguments.append("tokenize=\(quotedText(tokenizer.option))") }
    if let content = synchronizedTable ?? content {
      arguments.append("content=\(quotedText(content))")
    }
    if let rowID = contentRowID ?? self.contentRowID {
      arguments.append("content_rowid=\(quotedText(rowID))")
    }
    if !prefixes.isEmpty {
      let lengths = prefixes.sorted().map(String.init).joined(separator: " ")
      arguments.append("prefix=\(quotedText(lengths))")
    }
    if let columnSize { arguments.append("columnsize=\(columnSize)") }
    if detail != .full { arguments.append("detail=\(detail.rawValue)") }
    return arguments
  }
}
