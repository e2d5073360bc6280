import IndexStorage
package import LinuxSystem
import SittaSQLite

/// What a comparison of the index with the disk needs to know.
extension IndexReader {
  /// The names of the documents and folders in a folder; none if the index does not know the folder.
  ///
  /// O(entries).
  ///
  /// - Throws: the error of SQLite.
  package func names(in folder: FilePath) throws -> StoredNames {
    let snapshot = try Snapshot(of: self)
    var names = StoredNames()
    guard let id = try FolderTree(in: snapshot.database).folder(at: folder) else { return names }
    try snapshot.database.forEachRow("SELECT name FROM document WHERE directory = ?1", .folder(id))
    { names.files.insert($0.bytes(at: 0)) }
    try snapshot.database.forEachRow(
      "SELECT name FROM directory WHERE parent = ?1 AND container IS NULL", .folder(id)
    ) { names.folders.insert($0.bytes(at: 0)) }
    return names
  }

  /// What the index has at each of some paths of files.
  ///
  /// Texts are read and tokenized again: O(bytes of the texts and of the texts of members).
  ///
  /// - Parameter paths: paths of files, not of members.
  /// - Returns: an element for each path, in the same order.
  /// - Throws: the error of SQLite; a text that cannot be read is no error.
  package func stored(at paths: [FilePath]) throws -> [StoredPath] {
    let snapshot = try Snapshot(of: self)
    let check = ContentCheck(in: snapshot)
    let tree = FolderTree(in: snapshot.database)
    return try paths.map { path in
      var folder = path.parent
      var id = try tree.folder(at: folder)
      while id == nil, !folder.isRoot {
        folder = folder.parent
        id = try tree.folder(at: folder)
      }
      guard let id else { return StoredPath(folder: .root, inode: 0, content: nil) }
      let inode = try snapshot.database.first(
        "SELECT inode FROM directory WHERE id = ?1 AND container IS NULL", .folder(id)
      ) { UInt64(bitPattern: $0.integer(at: 0)) }
      var stored = StoredPath(folder: folder, inode: inode ?? 0, content: nil)
      if folder == path.parent {
        stored.content = try check.content(
          named: path.name, in: id, membersAt: tree.folder(at: path))
      }
      return stored
    }
  }

  /// Chooses the file of a document at random, each with the same probability.
  ///
  /// Numbers without a document, and those of members, are passed over a bounded number of times.
  ///
  /// - Parameter random: returns a number from 0 up to, but not including, its argument.
  /// - Returns: nil if no file was found.
  /// - Throws: the error of SQLite.
  package func randomFile(_ random: (UInt64) -> UInt64) throws -> FilePath? {
    let snapshot = try Snapshot(of: self)
    let last = try snapshot.database.first("SELECT max(id) FROM document") { $0.integer(at: 0) }
    guard let last, last > 0 else { return nil }
    for _ in 0..<64 {
      let found = try snapshot.database.first(
        """
        SELECT directory, document.name, container IS NOT NULL FROM document
        JOIN directory ON directory.id = directory WHERE document.id = ?1
        """, .integer(1 + Int64(clamping: random(UInt64(last))))
      ) { ($0.folder(at: 0), $0.bytes(at: 1), $0.integer(at: 2) == 1) }
      guard let (folder, name, isMember) = found, !isMember else { continue }
      var tree = FolderTree(in: snapshot.database)
      return try tree.path(of: folder).appending(name)
    }
    return nil
  }
}
