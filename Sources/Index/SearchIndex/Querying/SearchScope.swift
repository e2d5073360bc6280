import IndexStorage
import LinuxSystem
import SittaSQLite

/// The documents that a client may see: the documents in some folders and below them.
///
/// It is resolved from paths in one state of the index, so it serves one transaction.
struct SearchScope: Equatable {
  /// The folders; paths of files, and paths that the index does not know, are left out.
  let folders: [FolderID]
  /// The condition that holds for these documents and no others.
  let condition: FilterCondition

  /// Looks up the paths of folders, or of files; the members of a file belong to it.
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

  /// The documents among some numbers that are in the scope now, in their order.
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
