public import SittaSQLite

/// A module that makes virtual tables from a definition; see <https://www.sqlite.org/vtab.html>.
///
/// ``FTS3``, ``FTS4`` and ``FTS5`` are such modules. A type of your own can make tables with any module of
/// the connection:
///
/// ```swift
/// struct RTree: VirtualTableModule {
///   let moduleName = "rtree"
///   func makeTableDefinition() -> Columns { Columns() }
///   func moduleArguments(for columns: Columns, in db: Database) -> [String] { columns.names }
///
///   final class Columns {
///     var names = ["id"]
///     func range(_ name: String) { names += ["min_\(name)", "max_\(name)"] }
///   }
/// }
/// ```
public protocol VirtualTableModule {
  /// The type of the definition that the caller fills in.
  associatedtype TableDefinition

  /// The name of the module in SQL.
  var moduleName: String { get }

  /// Makes an empty definition.
  func makeTableDefinition() -> TableDefinition

  /// Returns the arguments in the parentheses of `CREATE VIRTUAL TABLE`, as SQL; names must be quoted.
  func moduleArguments(for definition: TableDefinition, in db: Database) throws -> [String]

  /// Throws an error if no temporary table can have this definition.
  func checkTemporary(_ definition: TableDefinition) throws

  /// Completes a new table, in the transaction that created it.
  func didCreate(_ table: String, using definition: TableDefinition, in db: Database) throws
}

/// Options for making a virtual table; see ``SittaSQLite/Database/create(virtualTable:options:using:_:)``.
public struct VirtualTableOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options from their bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Keeps an existing table of the same name; without this option, such a table is an error.
  public static let ifNotExists = VirtualTableOptions(rawValue: 1)

  /// Makes a table that belongs to the connection, and is removed when the connection is closed.
  ///
  /// It hides a table of the same name in the file.
  public static let temporary = VirtualTableOptions(rawValue: 2)
}

extension VirtualTableModule {
  /// Does nothing.
  public func checkTemporary(_ definition: TableDefinition) throws {}

  /// Does nothing.
  public func didCreate(
    _ table: String, using definition: TableDefinition, in db: Database
  ) throws {}
}

extension Database {
  /// Makes a virtual table, such as a full-text table with its triggers; after an error, nothing has changed.
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
  ///   - name: the name of the table.
  ///   - ifNotExists: whether an existing table of this name is kept; otherwise it is an error.
  ///   - module: `FTS3()`, `FTS4()`, `FTS5()`, or a module of your own.
  ///   - body: fills in the definition.
  /// - Throws: ``FullTextError`` if the library lacks the module or the definition is invalid; the
  ///   errors of `body`.
  public func create<Module: VirtualTableModule>(
    virtualTable name: String, ifNotExists: Bool = false, using module: Module,
    _ body: (Module.TableDefinition) throws -> Void = { _ in }
  ) throws {
    try create(
      virtualTable: name, options: ifNotExists ? .ifNotExists : [], using: module, body)
  }

  /// Makes a virtual table with options; after an error, nothing has changed.
  ///
  /// - Parameters:
  ///   - name: the name of the table.
  ///   - options: whether the table is temporary, and whether an existing one is kept.
  ///   - module: `FTS3()`, `FTS4()`, `FTS5()`, or a module of your own.
  ///   - body: fills in the definition.
  /// - Throws: ``FullTextError`` if the library lacks the module or the definition is invalid; the
  ///   errors of `body`.
  public func create<Module: VirtualTableModule>(
    virtualTable name: String, options: VirtualTableOptions, using module: Module,
    _ body: (Module.TableDefinition) throws -> Void = { _ in }
  ) throws {
    let known = FullTextModule(rawValue: module.moduleName)
    if let known { try FullTextModule.require(known) }
    let definition = module.makeTableDefinition()
    try body(definition)
    let isTemporary = options.contains(.temporary)
    if isTemporary { try module.checkTemporary(definition) }
    let arguments = try module.moduleArguments(for: definition, in: self)
    guard !([name, module.moduleName] + arguments).contains(where: { $0.utf8.contains(0) }) else {
      throw FullTextError.containsNUL("The definition of a table")
    }
    do {
      let type = try type(ofSchemaObject: name, isTemporary: isTemporary)
      if type == "table" && options.contains(.ifNotExists) { return }
      if type == "view" {
        throw FullTextError(.invalidDefinition, "There is already a view '\(name)'.")
      }
      try savepoint {
        try execute(
          "CREATE VIRTUAL TABLE \(isTemporary ? "temp." : "")\(quotedName(name)) USING "
            + "\(known?.rawValue ?? quotedName(module.moduleName))"
            + "(\(arguments.joined(separator: ", ")))")
        try module.didCreate(name, using: definition, in: self)
      }
    } catch let error as SQLiteError {
      throw FullTextError.database(error)
    }
  }

  /// Returns the type of a table or view; nil if there is none of this name.
  private func type(
    ofSchemaObject name: String, isTemporary: Bool
  ) throws(SQLiteError) -> String? {
    try first(
      """
      SELECT type FROM \(isTemporary ? "sqlite_temp_master" : "sqlite_master")
      WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE
      """, .text(name)
    ) { $0.text(at: 0) } ?? nil
  }
}
