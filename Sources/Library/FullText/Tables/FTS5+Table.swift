public import SittaSQLite

extension FTS5: VirtualTableModule {
  /// The name of the module in SQL: `fts5`.
  public var moduleName: String { "fts5" }

  /// Makes an empty definition.
  public func makeTableDefinition() -> FTS5TableDefinition {
    FTS5TableDefinition()
  }

  /// Returns the columns, then the options.
  public func moduleArguments(
    for definition: FTS5TableDefinition, in db: Database
  ) throws(FullTextError) -> [String] {
    guard let content = definition.synchronizedTable else {
      return try definition.arguments(contentRowID: nil)
    }
    let arguments = try definition.arguments(contentRowID: db.rowIDName(ofTable: content))
    try db.checkContentTable(content, has: definition.columns.map(\.name))
    return arguments
  }

  /// Throws an error for a synchronized table, whose text FTS5 would look for in the temporary schema.
  public func checkTemporary(_ definition: FTS5TableDefinition) throws(FullTextError) {
    guard definition.synchronizedTable == nil else { throw .temporarySynchronization }
  }

  /// Adds the triggers of a synchronized table, and indexes the existing rows of the table with the text.
  public func didCreate(
    _ table: String, using definition: FTS5TableDefinition, in db: Database
  ) throws(FullTextError) {
    guard let content = definition.synchronizedTable else { return }
    try db.synchronize(
      table, using: .fts5, with: content, columns: definition.columns.map(\.name))
  }
}

extension Database {
  /// Drops the triggers that ``FTS5TableDefinition/synchronize(withTable:)`` made.
  ///
  /// - Parameter table: the full-text table; it need not exist any more.
  /// - Throws: ``FullTextError`` if SQLite fails.
  public func dropFTS5SynchronizationTriggers(forTable table: String) throws(FullTextError) {
    try dropTriggers(SynchronizationTriggers.fts5Names(table: table))
  }
}
