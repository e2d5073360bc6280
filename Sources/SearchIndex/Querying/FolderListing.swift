public import LinuxSystem
import SQLite

/// A folder that the index knows.
public struct ListedFolder: Equatable, Sendable {
  /// Its number, which it keeps when it is renamed.
  public let number: Int64
  /// Where it is.
  public let path: FilePath
}

/// A list of the folders, in order of their numbers; see ``IndexReader/folders(after:limit:)``.
struct FolderListing {
  let after: Int64
  let limit: Int

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> [ListedFolder] {
    var numbers: [Int64] = []
    try snapshot.database.forEachRow(
      "SELECT id FROM directory WHERE id > ?1 ORDER BY id LIMIT ?2", .integer(after),
      .integer(Int64(limit))
    ) { numbers.append($0.integer(at: 0)) }
    var tree = FolderTree(in: snapshot.database)
    var folders: [ListedFolder] = []
    for number in numbers {
      folders.append(ListedFolder(number: number, path: try tree.path(of: number)))
    }
    return folders
  }
}
