import IndexStorage
public import LinuxSystem
import SittaSQLite

/// A folder in the index.
public struct ListedFolder: Equatable, Sendable {
  /// The number of the folder; it stays the same when the folder is renamed.
  public let number: Int64
  /// The path of the folder.
  public let path: FilePath
}

/// A list of the folders, in order of their numbers; see ``IndexReader/folders(after:limit:)``.
struct FolderListing {
  let after: Int64
  let limit: Int

  func run(in snapshot: borrowing Snapshot) throws(SQLiteError) -> [ListedFolder] {
    var ids: [FolderID] = []
    try snapshot.database.forEachRow(
      """
      SELECT id FROM directory WHERE id > ?1 AND container IS NULL ORDER BY id LIMIT ?2
      """, .integer(after), .integer(Int64(limit))
    ) { ids.append($0.folder(at: 0)) }
    var tree = FolderTree(in: snapshot.database)
    var folders: [ListedFolder] = []
    for id in ids {
      folders.append(ListedFolder(number: id.rawValue, path: try tree.path(of: id)))
    }
    return folders
  }
}
