import SQLite

/// The number of a folder in one index, which it keeps when it is renamed.
struct FolderID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The `id` in the table `directory`.
  let rawValue: Int64

  /// The folder `/`.
  static let root = FolderID(rawValue: 1)

  static func < (first: FolderID, second: FolderID) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension SQLiteValue {
  static func folder(_ folder: FolderID) -> SQLiteValue { .integer(folder.rawValue) }
}

extension Row {
  func folder(at column: Int32) -> FolderID { FolderID(rawValue: integer(at: column)) }
}
