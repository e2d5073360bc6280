/// The definition of an FTS5 table; see <https://www.sqlite.org/fts5.html#fts5_table_creation_and_initialization>.
public final class FTS5TableDefinition {
  /// The tokenizer; nil means SQLite's `unicode61`.
  public var tokenizer: FTS5TokenizerDescriptor?

  /// Where the text is kept: nil: in the table itself; a name: in that table or view, external
  /// content; empty: nowhere, contentless.
  public var content: String?

  /// The column of the external content that holds the rowid; `rowid` where it is nil.
  public var contentRowID: String?

  /// The lengths of prefixes with an index of their own, in characters, 1 to 999.
  public var prefixes: Set<Int> = []

  /// Whether each document's length is kept: 1, as where it is nil, or 0, which makes ranking slow.
  public var columnSize: Int?

  /// What the index holds of each occurrence.
  public var detail: FTS5.Detail = .full

  private(set) var columns: [FTS5ColumnDefinition] = []
  private(set) var synchronizedTable: String?

  init() {}

  /// Adds a column.
  ///
  /// - Parameter name: its name; `rank` and `rowid` are FTS5's own.
  /// - Returns: the column, to say more about it.
  @discardableResult
  public func column(_ name: String) -> FTS5ColumnDefinition {
    let column = FTS5ColumnDefinition(name)
    columns.append(column)
    return column
  }

  /// Indexes the text of another table, and keeps in step with it by triggers.
  ///
  /// The columns are the other table's of the same names. Give it an INTEGER PRIMARY KEY: without
  /// one VACUUM may number its rows anew. `INSERT OR REPLACE` needs `PRAGMA recursive_triggers`, and
  /// with SQLite 3.40 triggers reach a full-text table only after `PRAGMA trusted_schema=ON`.
  /// Before the full-text table is dropped for good, drop the triggers with
  /// ``SQLite/Database/dropFTS5SynchronizationTriggers(forTable:)``.
  public func synchronize(withTable table: String) {
    synchronizedTable = table
  }

  func arguments(contentRowID: String?) throws(FullTextError) -> [String] {
    guard prefixes.allSatisfy((1...999).contains), columnSize.map((0...1).contains) ?? true else {
      throw FullTextError(
        .invalidDefinition, "Prefixes are 1 to 999 characters long, and columnSize is 0 or 1.")
    }
    guard !columns.isEmpty else {
      throw FullTextError(.invalidDefinition, "A full-text table has at least one column.")
    }
    guard synchronizedTable == nil || content == nil && self.contentRowID == nil else {
      throw FullTextError(
        .invalidDefinition, "A synchronized table has the content of the other table: set none.")
    }
    guard self.contentRowID == nil || content?.isEmpty == false else {
      throw FullTextError(.invalidDefinition, "contentRowID needs a content table.")
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
