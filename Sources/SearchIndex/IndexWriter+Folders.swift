public import SQLite

extension IndexWriter {
  /// How many folders the index knows, with those above the roots; O(folders).
  public func folderCount() throws(SQLiteError) -> Int {
    try database.first("SELECT count(*) FROM directory") { Int($0.integer(at: 0)) } ?? 0
  }
}
