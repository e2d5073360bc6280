public import SittaSQLite

/// SQLite's fourth full-text module; see <https://www.sqlite.org/fts3.html#fts4>.
public struct FTS4: Sendable {
  /// Makes the module, for ``SittaSQLite/Database/create(virtualTable:ifNotExists:using:_:)``.
  public init() {}
}

extension FTS4: VirtualTableModule {
  /// The name of the module in SQL: `fts4`.
  public var moduleName: String { "fts4" }

  /// Makes an empty definition.
  public func makeTableDefinition() -> FTS4TableDefinition {
    FTS4TableDefinition()
  }

  /// Returns the columns, then the options.
  public func moduleArguments(
    for definition: FTS4TableDefinition, in db: Database
  ) throws(FullTextError) -> [String] {
    let arguments = try definition.arguments()
    if let content = definition.synchronizedTable {
      try db.checkContentTable(content, has: definition.columns.map(\.name))
    }
    return arguments
  }

  /// Throws an error for a synchronized table, whose text FTS4 would look for in the temporary schema.
  public func checkTemporary(_ definition: FTS4TableDefinition) throws(FullTextError) {
    guard definition.synchronizedTable == nil else { throw .temporarySynchronization }
  }

  /// Adds the triggers of a synchronized table, and indexes the existing rows of the table with the text.
  public func didCreate(
    _ table: String, using definition: FTS4TableDefinition, in db: Database
  ) throws(FullTextError) {
    guard let content = definition.synchronizedTable else { return }
    try db.synchronize(
      table, using: .fts4, with: content, columns: definition.columns.map(\.name))
  }
}

extension Database {
  /// Drops the triggers that ``FTS4TableDefinition/synchronize(withTable:)`` made.
  ///
  /// - Parameter table: the full-text table; it need not exist any more.
  /// - Throws: ``FullTextError`` if SQLite fails.
  public func dropFTS4SynchronizationTriggers(forTable table: String) throws(FullTextError) {
    try dropTriggers(SynchronizationTriggers.fts4Names(table: table))
  }
}
