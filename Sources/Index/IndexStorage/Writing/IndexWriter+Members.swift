public import LinuxSystem
public import SittaSQLite

/// Members of files such as archives and mails; see ``ContainerRole``.
extension IndexWriter {
  /// Whether a folder is not on the disk, but a file with members or a folder in such a file.
  func isContainer(_ folder: FolderID) throws(SQLiteError) -> Bool {
    try database.first(
      "SELECT 1 FROM directory WHERE id = ?1 AND container IS NOT NULL", .folder(folder)
    ) { _ in true } ?? false
  }

  /// Whether the index contains members of a file.
  public func hasMembers(_ file: FilePath) throws(SQLiteError) -> Bool {
    guard let folder = try existingFolderID(file) else { return false }
    return try isContainer(folder)
  }

  /// Removes the members of a file.
  ///
  /// - Parameters:
  ///   - file: the file; nothing happens if it has no members.
  ///   - limit: the largest number of members to remove.
  /// - Returns: whether all were removed; otherwise call again.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func removeMembers(of file: FilePath, limit: Int = .max) throws(SQLiteError) -> Bool {
    guard let folder = try existingFolderID(file), try isContainer(folder) else { return true }
    return try remove(below: folder, limit: limit)
  }

  /// The files that have members; O(files with members).
  public func filesWithMembers() throws(SQLiteError) -> [FilePath] {
    var folders: [FolderID] = []
    try database.forEachRow(
      """
      SELECT id FROM directory WHERE container = ?1
      AND parent IN (SELECT id FROM directory WHERE container IS NULL)
      """, .integer(ContainerRole.container.rawValue)
    ) { folders.append($0.folder(at: 0)) }
    var tree = FolderTree(in: database)
    var files: [FilePath] = []
    for folder in folders { files.append(try tree.path(of: folder)) }
    return files
  }

  /// Marks files to be read again if an outdated reader has read any of their members.
  ///
  /// O(members).
  ///
  /// - Parameters:
  ///   - isCurrent: whether a stored version of a reader is the current one.
  ///   - waiting: returns the version, for a stored one, that marks a file to be read again.
  /// - Returns: the number of marked files.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func markOutdatedContainers(
    unless isCurrent: (Int64) -> Bool, as waiting: (Int64) -> Int64
  ) throws(SQLiteError) -> Int {
    var folders: Set<FolderID> = []
    try database.forEachRow(
      """
      SELECT DISTINCT directory, extractor FROM document
      WHERE directory IN (SELECT id FROM directory WHERE container IS NOT NULL)
      """
    ) { row in
      if !isCurrent(row.integer(at: 1)) { folders.insert(row.folder(at: 0)) }
    }
    var tree = FolderTree(in: database)
    var files: Set<FilePath> = []
    for folder in folders { files.insert(try tree.location(of: folder).file) }
    for file in files {
      guard let stored = try storedFile(at: file) else { continue }
      try begin()
      try database.run(
        "UPDATE document SET extractor = ?2 WHERE id = ?1", .document(stored.id),
        .integer(waiting(stored.extractor)))
    }
    return files.count
  }

  /// Marks a file and all its members to be read again, so that nothing of them counts as unchanged.
  ///
  /// - Parameter file: the file; nothing happens if the index does not have it.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func distrust(_ file: FilePath) throws(SQLiteError) {
    guard let stored = try storedFile(at: file) else { return }
    try markUnfinished(stored.id)
    guard let folder = try existingFolderID(file), try isContainer(folder) else { return }
    let members = FilterCondition.below([folder])
    try database.statement("UPDATE document SET extractor = 0 WHERE \(members.sql)")
      .run(members.values)
  }

  /// The file of which a document is a member; nil if it is not a member, or unknown.
  public func container(ofDocument id: DocumentID) throws(SQLiteError) -> FilePath? {
    let folder = try database.first("SELECT directory FROM document WHERE id = ?1", .document(id)) {
      $0.folder(at: 0)
    }
    guard let folder, try isContainer(folder) else { return nil }
    var tree = FolderTree(in: database)
    return try tree.location(of: folder).file
  }

  /// Moves the members of a file to its new path.
  func moveMembers(
    from origin: FilePath, to folder: FolderID, as name: [UInt8]
  ) throws(SQLiteError) {
    guard let members = try existingFolderID(origin), try isContainer(members) else { return }
    try put(members, in: folder, as: name)
    clearFolderIDs()
  }

  /// Returns the folder at a path in a container; adds it if it is unknown.
  func memberFolder(
    _ path: FilePath, as role: ContainerRole, in parent: FolderID
  ) throws(SQLiteError) -> FolderID {
    if let folder = try existingFolderID(path) {
      try setRole(role, of: folder)
      return folder
    }
    try begin()
    try database.run(
      "INSERT INTO directory(parent, name, container, written) VALUES(?1, ?2, ?3, ?4)",
      .folder(parent), .blob(path.name), .integer(role.rawValue), .commit(nextSequence))
    changes.hasOthers = true
    let folder = FolderID(rawValue: database.lastInsertedRowID)
    remember(path, folder)
    return folder
  }

  /// Makes a folder a container, or a folder in a container.
  ///
  /// If an archive has a file with members and a folder of the same name, the folder stays a container.
  private func setRole(_ role: ContainerRole, of folder: FolderID) throws(SQLiteError) {
    let known = try database.first(
      "SELECT container FROM directory WHERE id = ?1", .folder(folder)
    ) { ContainerRole($0, at: 0) }
    guard let known, known != role, known != .container else { return }
    try begin()
    try database.run(
      "UPDATE directory SET container = ?2, sequence = ?3, written = ?3 WHERE id = ?1",
      .folder(folder),
      .integer(role.rawValue), .commit(nextSequence))
    changes.folders.insert(folder)
    clearFolderIDs()
  }

  /// Removes the container and the folders in it, except those that contain a document at any depth.
  func removeEmptyFolders(below container: FolderID) throws(SQLiteError) {
    var empty: [FolderID] = []
    try database.forEachRow(
      """
      WITH RECURSIVE
        below(id) AS (
          VALUES(?1) UNION ALL SELECT directory.id FROM directory, below WHERE parent = below.id),
        used(id) AS (
          SELECT directory FROM document WHERE directory IN (SELECT id FROM below)
          UNION SELECT parent FROM directory JOIN used ON directory.id = used.id
          WHERE container IS NOT NULL)
      SELECT id FROM directory
      WHERE id IN (SELECT id FROM below) AND id NOT IN (SELECT id FROM used)
      """, .folder(container)
    ) { empty.append($0.folder(at: 0)) }
    for folder in empty { try remove(folder: folder) }
    clearFolderIDs()
  }
}
