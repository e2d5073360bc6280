public import LinuxSystem
public import SQLite

/// A folder that the index knows.
public struct ListedFolder: Equatable, Sendable {
  /// Its number, which stays when it is renamed.
  public let number: Int64
  /// Where it is.
  public let path: FilePath
}

extension IndexReader {
  /// The folders that the index knows, with those above the roots, by ascending number.
  ///
  /// O(limit × depth).
  ///
  /// - Parameters:
  ///   - number: passes over the folders up to this one.
  ///   - limit: how many folders are given at most.
  /// - Returns: the folders.
  /// - Throws: what SQLite fails with.
  public func folders(
    after number: Int64, limit: Int
  ) throws(SQLiteError) -> [ListedFolder] {
    try snapshot(deadline: nil) { () throws(SQLiteError) -> [ListedFolder] in
      var numbers: [Int64] = []
      try database.forEachRow(
        "SELECT id FROM directory WHERE id > ?1 ORDER BY id LIMIT ?2", .integer(number),
        .integer(Int64(limit))
      ) { numbers.append($0.integer(at: 0)) }
      var paths: [Int64: FilePath] = [:]
      var folders: [ListedFolder] = []
      for number in numbers {
        folders.append(ListedFolder(number: number, path: try path(of: number, &paths)))
      }
      return folders
    }
  }

  /// The numbers of the folders that are not there now, and whose documents are kept.
  func awayFolders() throws(SQLiteError) -> [Int64] {
    var folders: [Int64] = []
    try database.forEachRow("SELECT id FROM directory WHERE away = 1") {
      folders.append($0.integer(at: 0))
    }
    return folders
  }

  /// How many folders the index knows at a path and below it; O(folders below).
  public func folderCount(below folder: FilePath) throws(SQLiteError) -> Int {
    try snapshot(deadline: nil) { () throws(SQLiteError) -> Int in
      guard let directory = try directory(at: folder) else { return 0 }
      return try database.first(
        """
        WITH RECURSIVE below(id) AS (
          VALUES(?1) UNION ALL SELECT directory.id FROM directory, below WHERE parent = below.id)
        SELECT count(*) FROM below
        """, .integer(directory)
      ) { Int($0.integer(at: 0)) } ?? 0
    }
  }
}
