public import SQLite

/// A module that makes virtual tables from a definition; see <https://www.sqlite.org/vtab.html>.
public protocol VirtualTableModule {
  /// What the caller fills in.
  associatedtype TableDefinition

  /// Which module it is.
  var module: FullTextModule { get }

  /// An empty definition.
  func makeTableDefinition() -> TableDefinition

  /// What stands between the parentheses of `CREATE VIRTUAL TABLE`.
  func moduleArguments(
    for definition: TableDefinition, in db: Database
  ) throws(FullTextError) -> [String]

  /// Does what is left to do when the table is there.
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
  /// Makes a full-text table, and all that belongs to it or nothing.
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
  ///   - ifNotExists: whether a table of that name that is there already is left as it is.
  ///   - module: `FTS3()`, `FTS4()` or `FTS5()`.
  ///   - body: fills in the definition.
  /// - Throws: ``FullTextError`` where the library lacks the module, the definition makes no sense
  ///   or SQLite refuses it; what `body` throws.
  public func create<Module: VirtualTableModule>(
    virtualTable name: String, ifNotExists: Bool = false, using module: Module,
    _ body: (Module.TableDefinition) throws -> Void = { _ in }
  ) throws {
    try FullTextModule.require(module.module)
    let definition = module.makeTableDefinition()
    try body(definition)
    let arguments = try module.moduleArguments(for: definition, in: self)
    guard !([name] + arguments).contains(where: { $0.utf8.contains(0) }) else {
      throw FullTextError.holdsNUL("The definition of a table")
    }
    do {
      let isThere = try hasTable(name)
      if isThere && ifNotExists { return }
      try execute("SAVEPOINT create_virtual_table")
      do {
        try execute(
          "CREATE VIRTUAL TABLE \(quotedName(name)) USING \(module.module.rawValue)"
            + "(\(arguments.joined(separator: ", ")))")
        try module.didCreate(name, using: definition, in: self)
        try execute("RELEASE create_virtual_table")
      } catch {
        // Where SQLite has rolled back by itself there is no savepoint any more.
        try? execute("ROLLBACK TO create_virtual_table; RELEASE create_virtual_table")
        throw error
      }
    } catch let error as SQLiteError {
      throw FullTextError.database(error)
    }
  }

  private func hasTable(_ name: String) throws(SQLiteError) -> Bool {
    try first(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE", .text(name)
    ) { _ in true } ?? false
  }
}
