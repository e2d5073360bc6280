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

extension FolderTree {
  /// Returns the condition for the documents in and below a folder, or for a file and its members.
  ///
  /// - Parameter path: the path.
  /// - Returns: the condition; nil if the index has nothing at the path.
  /// - Throws: the error of SQLite.
  func documents(at path: FilePath) throws(SQLiteError) -> FilterCondition? {
    if let number = try folder(at: path) {
      let below = FilterCondition.below([number])
      // A file with members has a row in both tables: as a document, and as the folder of its members.
      let parent = try isContainer(number) ? parent(of: number) : nil
      return parent.map { .any([below, .named(path.name, in: $0)]) } ?? below
    }
    return try folder(at: path.parent).map { .named(path.name, in: $0) }
  }
}
