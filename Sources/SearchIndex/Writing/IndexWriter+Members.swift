public import LinuxSystem
public import SQLite

/// Members of files: see ``ContainerRole``.
extension IndexWriter {
  /// Whether a folder is a file with members, or lies in one.
  func isContainer(_ folder: FolderID) throws(SQLiteError) -> Bool {
    try database.first(
      "SELECT 1 FROM directory WHERE id = ?1 AND container IS NOT NULL", .folder(folder)
    ) { _ in true } ?? false
  }

  /// Whether the index has members of a file.
  public func hasMembers(_ file: FilePath) throws(SQLiteError) -> Bool {
    guard let folder = try existingFolderID(file) else { return false }
    return try isContainer(folder)
  }

  /// Removes the members of a file.
  ///
  /// - Parameter file: the file; one without members is no error.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func removeMembers(of file: FilePath) throws(SQLiteError) {
    guard let folder = try existingFolderID(file), try isContainer(folder) else { return }
    _ = try remove(below: folder)
  }

  /// Has all files with members read again of which a member was read by an outdated reader.
  ///
  /// O(members).
  ///
  /// - Parameter isCurrent: whether a stored version of a reader is the current one.
  /// - Returns: the files.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func markOutdatedContainers(
    unless isCurrent: (Int64) -> Bool
  ) throws(SQLiteError) -> [FilePath] {
    var versions: [Int64] = []
    try database.forEachRow(
      """
      SELECT DISTINCT extractor FROM document
      WHERE directory IN (SELECT id FROM directory WHERE container IS NOT NULL)
      """
    ) { versions.append($0.integer(at: 0)) }
    var tree = FolderTree(in: database)
    var files: Set<FilePath> = []
    for version in versions where !isCurrent(version) {
      var folders: [FolderID] = []
      try database.forEachRow(
        """
        SELECT DISTINCT directory FROM document WHERE extractor = ?1
        AND directory IN (SELECT id FROM directory WHERE container IS NOT NULL)
        """, .integer(version)
      ) { folders.append($0.folder(at: 0)) }
      for folder in folders { files.insert(try tree.location(of: folder).file) }
    }
    for file in files {
      guard let stored = try storedFile(at: file) else { continue }
      try begin()
      try database.run(
        "UPDATE document SET extractor = ?2 WHERE id = ?1", .document(stored.id),
        .integer(Document.unfinished))
    }
    return files.sorted()
  }

  /// The file that has a document as a member; nil for a document that is a file, or unknown.
  public func container(ofDocument id: DocumentID) throws(SQLiteError) -> FilePath? {
    let folder = try database.first("SELECT directory FROM document WHERE id = ?1", .document(id)) {
      $0.folder(at: 0)
    }
    guard let folder, try isContainer(folder) else { return nil }
    var tree = FolderTree(in: database)
    return try tree.location(of: folder).file
  }

  /// Gives the members of a file its new path.
  func moveMembers(
    from origin: FilePath, to folder: FolderID, as name: [UInt8]
  ) throws(SQLiteError) {
    guard let members = try existingFolderID(origin), try isContainer(members) else { return }
    try database.run(
      "UPDATE directory SET parent = ?2, name = ?3, sequence = ?4 WHERE id = ?1",
      .folder(members), .folder(folder), .blob(name), .commit(nextSequence))
    changes.folders.insert(members)
    clearFolderIDs()
  }

  /// The folder at a path in a container, which is added if it is unknown.
  func memberFolder(
    _ path: FilePath, as role: ContainerRole, in parent: FolderID
  ) throws(SQLiteError) -> FolderID {
    if let folder = try existingFolderID(path) {
      try database.run(
        "UPDATE directory SET container = ?2 WHERE id = ?1 AND container IS NOT ?2",
        .folder(folder), .integer(role.rawValue))
      return folder
    }
    try begin()
    try database.run(
      "INSERT INTO directory(parent, name, container) VALUES(?1, ?2, ?3)", .folder(parent),
      .blob(path.name), .integer(role.rawValue))
    let folder = FolderID(rawValue: database.lastInsertedRowID)
    remember(path, folder)
    return folder
  }

  /// Removes the folders in and below a container that no document needs.
  func removeEmptyFolders(below container: FolderID) throws(SQLiteError) {
    try database.run(
      """
      WITH RECURSIVE
        below(id) AS (
          VALUES(?1) UNION ALL SELECT directory.id FROM directory, below WHERE parent = below.id),
        used(id) AS (
          SELECT directory FROM document WHERE directory IN (SELECT id FROM below)
          UNION SELECT parent FROM directory JOIN used ON directory.id = used.id
          WHERE container IS NOT NULL)
      DELETE FROM directory
      WHERE id IN (SELECT id FROM below) AND id NOT IN (SELECT id FROM used)
      """, .folder(container))
    clearFolderIDs()
  }
}
