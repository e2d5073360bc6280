public import SQLite

/// A module that makes virtual tables from a definition; see <https://www.sqlite.org/vtab.html>.
public protocol VirtualTableModule {
  /// The type of the definition that the caller fills in.
  associatedtype TableDefinition

  /// The module.
  var module: FullTextModule { get }

  /// An empty definition.
  func makeTableDefinition() -> TableDefinition

  /// The arguments in the parentheses of `CREATE VIRTUAL TABLE`.
  func moduleArguments(
    for definition: TableDefinition, in db: Database
  ) throws(FullTextError) -> [String]

  /// Completes a table that was just created, in the same transaction.
  func didCreate(
    _ table: String, using definition: TableDefinition, in db: Database
  ) throws(FullTextError)
}

extension VirtualTableModule {
  /// Does nothing.
  public func didCreate(
    _ table: String, using definition: TableDefinition, in db: Database
  ) throws(FullTextError) {}
}

extension Database {
  /// Makes a full-text table with its triggers; after an error, nothing has changed.
  ///
  /// ```swift
  /// try db.create(virtualTable: "book", using: FTS5()) { t in
  ///   t.tokenizer = .porter(wrapping: .unicode61(diacritics: .remove))
  ///   t.column("title")
  ///   t.column("isbn").notIndexed()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the table's name.
  ///   - ifNotExists: whether to keep an existing table of that name; otherwise it is an error.
  ///   - module: `FTS3()`, `FTS4()` or `FTS5()`.
  ///   - body: fills in the definition.
  /// - Throws: ``FullTextError`` if the library lacks the module or the definition is invalid; the
  ///   errors of `body`.
  public func create<Module: VirtualTableModule>(
    virtualTable name: String, ifNotExists: Bool = false, using module: Module,
    _ body: (Module.TableDefinition) throws -> Void = { _ in }
  ) throws {
    try FullTextModule.require(module.module)
    let definition = module.makeTableDefinition()
    try body(definition)
    let arguments = try module.moduleArguments(for: definition, in: self)
    guard !([name] + arguments).contains(where: { $0.utf8.contains(0) }) else {
      throw FullTextError.containsNUL("The definition of a table")
    }
    do {
      let type = try type(ofSchemaObject: name)
      if type == "table" && ifNotExists { return }
      if type == "view" {
        throw FullTextError(.invalidDefinition, "There is already a view '\(name)'.")
      }
      try execute("SAVEPOINT create_virtual_table")
      do {
        try execute(
          "CREATE VIRTUAL TABLE \(quotedName(name)) USING \(module.module.rawValue)"
            + "(\(arguments.joined(separator: ", ")))")
        try module.didCreate(name, using: definition, in: self)
        try execute("RELEASE create_virtual_table")
      } catch {
        // This fails if SQLite has rolled back the transaction itself: the savepoint is gone.
        try? execute("ROLLBACK TO create_virtual_table; RELEASE create_virtual_table")
        throw error
      }
    } catch let error as SQLiteError {
      throw FullTextError.database(error)
    }
  }

  /// The type of a table or view; nil if there is none of that name.
  private func type(ofSchemaObject name: String) throws(SQLiteError) -> String? {
    try first(
      """
      SELECT type FROM sqlite_master WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE
      """, .text(name)
    ) { $0.text(at: 0) } ?? nil
  }
}
