/// A database file, with the functions, tokenizers and settings for each connection to it.
///
/// Functions, tokenizers and settings belong to one connection. A pool opens all its connections with the
/// same source, so that all of them have the same ones:
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
/// Threads may share a source; a connection may be used in one isolation domain only.
public struct DatabaseSource: Sendable {
  /// The path of the file as bytes.
  public let path: [UInt8]
  /// Which other connections may open the file.
  public let sharing: Database.Sharing
  /// How long to wait for another connection's lock, in milliseconds.
  public let busyTimeout: Int32
  private let prepare: @Sendable (Database) throws -> Void

  /// Makes a source; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the path of the file; it is used as UTF-8.
  ///   - sharing: which other connections may open the file.
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
  /// - Parameter access: whether the connection may write.
  /// - Returns: the connection, which the caller may send to another isolation domain.
  /// - Throws: the error of SQLite or of the preparation; then no connection stays open.
  public func open(_ access: Database.Access = .readWrite) throws -> sending Database {
    let database = try Database(
      path: path, access: access, sharing: sharing, busyTimeout: busyTimeout)
    try prepare(database)
    return database
  }
}
