public import LinuxSystem
public import SittaSQLite

extension IndexWriter {
  /// The number of folders in the index, including the parents of the roots; O(folders).
  public func folderCount() throws(SQLiteError) -> Int {
    try database.first("SELECT count(*) FROM directory WHERE container IS NULL") {
      Int($0.integer(at: 0))
    } ?? 0
  }

  /// Records that a folder exists and can be reached.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - inode: its inode number.
  ///   - device: its device, if it is the root of an indexed tree; nil otherwise.
  ///   - isMountPoint: whether another device than that of its parent folder is mounted there.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func recordFolder(
    _ path: FilePath, inode: UInt64, device: UInt64? = nil, isMountPoint: Bool = false
  ) throws(SQLiteError) {
    if let folder = try existingFolderID(path), try isContainer(folder) {
      _ = try remove(below: folder)
    }
    let folder = try folderID(path)
    let values: [SQLiteValue] = [
      .folder(folder), .integer(Int64(bitPattern: inode)),
      .integer(device.map { Int64(bitPattern: $0) }), .integer(isMountPoint ? 1 : nil),
    ]
    let isRecorded = try database.statement(
      """
      SELECT 1 FROM directory
      WHERE id = ?1 AND inode IS ?2 AND device IS ?3 AND mounted IS ?4 AND away IS NULL
      """
    ).first(values) { _ in true }
    if isRecorded == true { return }
    let wasAway = try database.first(
      "SELECT 1 FROM directory WHERE id = ?1 AND away = 1", .folder(folder)
    ) { _ in true }
    try begin()
    try database.statement(
      "UPDATE directory SET inode = ?2, device = ?3, mounted = ?4, away = NULL WHERE id = ?1"
    ).run(values)
    if wasAway == true {
      changes.folders.insert(folder)
      try recordWrite(of: folder)
    }
  }

  /// The recorded device of a folder, and whether it was mounted there; nil if no device is recorded.
  public func device(
    ofFolder path: FilePath
  ) throws(SQLiteError) -> (number: UInt64, isMountPoint: Bool)? {
    guard let folder = try existingFolderID(path) else { return nil }
    return try database.first(
      "SELECT device, mounted FROM directory WHERE id = ?1 AND device IS NOT NULL", .folder(folder)
    ) { (UInt64(bitPattern: $0.integer(at: 0)), $0.integer(at: 1) == 1) }
  }

  /// Records that a folder cannot be reached now: its documents are kept, but by default not found.
  ///
  /// O(1), for any number of documents. ``recordFolder(_:inode:device:isMountPoint:)`` reverses it.
  ///
  /// - Parameter path: the folder; nothing happens if it is unknown.
  /// - Returns: whether the folder was reachable before.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func markAway(_ path: FilePath) throws(SQLiteError) -> Bool {
    guard let folder = try existingFolderID(path) else { return false }
    let isAway = try database.first("SELECT away FROM directory WHERE id = ?1", .folder(folder)) {
      $0.integer(at: 0) == 1
    }
    if isAway == true { return false }
    try begin()
    try database.run("UPDATE directory SET away = 1 WHERE id = ?1", .folder(folder))
    changes.folders.insert(folder)
    try recordWrite(of: folder)
    return true
  }

  /// Whether any folder is recorded as unreachable.
  public func hasAwayFolders() throws(SQLiteError) -> Bool {
    try database.first("SELECT 1 FROM directory WHERE away = 1") { _ in true } ?? false
  }
}
