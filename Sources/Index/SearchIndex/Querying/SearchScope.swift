import IndexStorage
import LinuxSystem
import SittaSQLite

/// The documents that a client may see: those in and below some folders, and some files.
///
/// The paths are looked up in one state of the index, so a scope may be used in one transaction only.
struct SearchScope: Equatable {
  /// The numbers of the folders; files, and paths that are not in the index, are left out.
  let folders: [FolderID]
  /// The condition that exactly these documents meet.
  let condition: FilterCondition

  /// Looks up the paths of folders or files; the members of a file belong to it.
  init(_ paths: [FilePath], in tree: FolderTree) throws(SQLiteError) {
    var folders: [FolderID] = []
    var conditions: [FilterCondition] = []
    for path in paths {
      if let folder = try tree.folder(at: path) { folders.append(folder) }
      if let documents = try tree.documents(at: path) { conditions.append(documents) }
    }
    self.folders = folders
    condition = conditions.isEmpty ? .nothing : .any(conditions)
  }

  /// Returns those of the documents that are in the scope now, in their order.
  func documents(
    among numbers: [DocumentID], in database: Database
  ) throws(SQLiteError) -> [DocumentID] {
    let list = numbers.map(\.description).joined(separator: ",")
    var inside: Set<DocumentID> = []
    try database.prepare(
      "SELECT document.id FROM document WHERE document.id IN (\(list)) AND \(condition.sql)"
    ).forEachRow(condition.values) { inside.insert($0.document(at: 0)) }
    return numbers.filter(inside.contains)
  }
}
