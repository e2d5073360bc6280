/// A database file, and the functions, tokenizers and settings of each connection to it.
///
/// Functions, tokenizers and settings belong to a connection. A pool opens its connections with one
/// source, so that all of them have the same ones:
///
/// ```swift
/// let library = DatabaseSource(path: "/home/a/library.sqlite") { db in
///   try db.add(function: reversed)
///   try db.execute("PRAGMA journal_mode=WAL")
/// }
/// let writer = try library.open()
/// let readers = try (0..<4).map { _ in try library.open(.readOnly) }
/// ```
///
/// A source can be shared between threads; a connection belongs to one isolation domain.
public struct DatabaseSource: Sendable {
  /// The path of the file as bytes.
  public let path: [UInt8]
  /// Who else may open the file.
  public let sharing: Database.Sharing
  /// How long to wait for another connection's lock, in milliseconds.
  public let busyTimeout: Int32
  private let prepare: @Sendable (Database) throws -> Void

  /// Describes a database; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the path of the file; it is used as UTF-8.
  ///   - sharing: who else may open it.
  ///   - busyTimeout: how long to wait for another connection's lock, in milliseconds.
  ///   - prepare: prepares each connection before its first use.
  public init(
    path: String, sharing: Database.Sharing = .everybody, busyTimeout: Int32 = 5_000,
    prepare: @escaping @Sendable (Database) throws -> Void
  ) {
    self.path = Array(path.utf8)
    self.sharing = sharing
    self.busyTimeout = busyTimeout
    self.prepare = prepare
  }

  /// Opens and prepares a connection.
  ///
  /// - Parameter access: whether it can write.
  /// - Returns: the connection, which any one isolation domain may own.
  /// - Throws: the error of SQLite, or of the preparation; no connection is open then.
  public func open(_ access: Database.Access = .readWrite) throws -> sending Database {
    let database = try Database(
      path: path, access: access, sharing: sharing, busyTimeout: busyTimeout)
    try prepare(database)
    return database
  }
}
