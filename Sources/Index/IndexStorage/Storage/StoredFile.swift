public import LinuxSystem
package import SittaSQLite

/// What the index knows of a file, for finding out whether the file has changed.
public struct StoredFile: Equatable, Sendable {
  /// The document's number.
  public let id: DocumentID
  /// The size in bytes.
  public let size: Int64
  /// When the content last changed (`st_mtim`).
  public let modified: FileTime
  /// When the content or the inode last changed (`st_ctim`).
  public let changed: FileTime
  /// The inode number.
  public let inode: UInt64
  /// The version of the extractor.
  public let extractor: Int64
  /// The state of the text.
  public let state: Document.State
  /// When to read the file again, as ``Document/racyUntil``; ``LinuxSystem/FileTime/epoch`` if unknown.
  public var racyUntil: FileTime?
  /// Whether it is recorded who may read the file, or that this is not known.
  public var hasAccess = false

  /// Whether the file need not be read again: it is unchanged, and its times cannot hide a write.
  ///
  /// - Parameters:
  ///   - status: the file's metadata now.
  ///   - extractor: the version of the current extractor.
  /// - Returns: whether the index is up to date.
  public func isCurrent(_ status: FileStatus, extractor: Int64) -> Bool {
    racyUntil == nil && matches(status, extractor: extractor)
  }

  /// Whether the file is unchanged and was read by the current extractor.
  ///
  /// The device is ignored, because its number can change when a file system is mounted again. A changed name
  /// or changed permissions (`st_ctim`) do not matter if reading has failed before.
  ///
  /// - Parameters:
  ///   - status: the file's metadata now.
  ///   - extractor: the version of the current extractor.
  /// - Returns: whether the file and the extractor match.
  public func matches(_ status: FileStatus, extractor: Int64) -> Bool {
    status.size == size && status.modified == modified && status.inode == inode
      && (status.changed == changed || state == .failed) && extractor == self.extractor
  }
}

extension StoredFile {
  /// The columns that ``init(_:from:)`` reads, in this order.
  static let columns = "id, size, modified, changed, inode, extractor, state, racy, access"

  private static let selection =
    "SELECT \(columns) FROM document WHERE directory = ?1 AND name = ?2"

  /// Reads the columns ``columns`` of a row, the first of which is its column `first`.
  init(_ row: borrowing Row, from first: Int32 = 0) {
    self.init(
      id: row.document(at: first), size: row.integer(at: first + 1),
      modified: row.fileTime(at: first + 2), changed: row.fileTime(at: first + 3),
      inode: UInt64(bitPattern: row.integer(at: first + 4)), extractor: row.integer(at: first + 5),
      state: Document.State(rawValue: row.integer(at: first + 6)) ?? .complete,
      racyUntil: row.isNull(at: first + 7) ? nil : row.fileTime(at: first + 7),
      hasAccess: !row.isNull(at: first + 8))
  }

  /// Reads the record of a file; nil if the index has no document of this name in the folder.
  package init?(named name: [UInt8], in folder: FolderID, of database: Database) throws(SQLiteError)
  {
    let stored = try database.first(
      Self.selection, .folder(folder), .blob(name)
    ) { StoredFile($0) }
    guard let stored else { return nil }
    self = stored
  }
}

/// What the index knows of the entries of a folder.
public struct StoredFolder: Equatable, Sendable {
  /// The files, by name.
  public var files: [[UInt8]: StoredFile] = [:]
  /// The names of the folders in this folder.
  public var folders: Set<[UInt8]> = []

  package init() {}
}
