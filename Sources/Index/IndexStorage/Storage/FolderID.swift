package import SittaSQLite

/// The number of a folder in one index, which it keeps when it is renamed.
package struct FolderID: IndexNumber {
  /// The `id` in the table `directory`.
  package let rawValue: Int64

  /// Makes a number.
  @inlinable package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The folder `/`.
  @inlinable package static var root: FolderID { 1 }
}

extension SQLiteValue {
  package static func folder(_ folder: FolderID) -> SQLiteValue { .integer(folder.rawValue) }
}

extension Row {
  package func folder(at column: Int32) -> FolderID { FolderID(rawValue: integer(at: column)) }
}
