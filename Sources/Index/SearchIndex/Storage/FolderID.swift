import SittaSQLite

/// The number of a folder in one index; it stays the same when the folder is renamed.
struct FolderID: IndexNumber {
  /// The `id` in the table `directory`.
  let rawValue: Int64

  /// The folder `/`.
  static let root: FolderID = 1
}

extension SQLiteValue {
  static func folder(_ folder: FolderID) -> SQLiteValue { .integer(folder.rawValue) }
}

extension Row {
  func folder(at column: Int32) -> FolderID { FolderID(rawValue: integer(at: column)) }
}
