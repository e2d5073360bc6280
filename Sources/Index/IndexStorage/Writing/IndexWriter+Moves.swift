public import LinuxSystem
public import SittaSQLite

extension IndexWriter {
  /// Changes the path of a file or folder in the index; entries at the new path are removed.
  ///
  /// A folder is one row. A new file name is tokenized again with the stored text, because the name is
  /// searchable; the file is not read.
  ///
  /// - Parameters:
  ///   - origin: the old path; nothing happens if it is unknown.
  ///   - target: the new path; nothing happens if one path lies inside the other, which file
  ///     systems refuse.
  /// - Returns: whether something was renamed.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func move(_ origin: FilePath, to target: FilePath) throws(SQLiteError) -> Bool {
    // A folder inside itself would be unreachable; and removing a target that contains the origin would
    // remove the origin, too.
    if target.isInside(origin) || origin.isInside(target) { return false }
    guard let parent = try existingFolderID(origin.parent) else { return false }
    if let folder = try existingFolderID(origin), try !isContainer(folder) {
      try begin()
      _ = try remove(target)
      try put(folder, in: folderID(target.parent), as: target.name)
      clearFolderIDs()
      return true
    }
    guard let file = try StoredFile(named: origin.name, in: parent, of: database) else {
      return false
    }
    try begin()
    _ = try remove(target)
    try move(document: file.id, from: origin, to: target)
    return true
  }

  private func move(
    document: DocumentID, from origin: FilePath, to target: FilePath
  ) throws(SQLiteError) {
    let folder = try folderID(target.parent)
    var texts = try SearchableTexts(of: document, in: database)
    let isRenamed = origin.name != target.name
    if isRenamed, let texts { try remove(texts, of: document) }
    try put(document, in: folder, as: target.name)
    try moveMembers(from: origin, to: folder, as: target.name)
    texts?.name = Array(Schema.nameText(target.name).utf8)
    if isRenamed, let texts { try insert(texts, as: document) }
  }

  /// Gives a folder another parent and name, in its row.
  func put(
    _ moved: FolderID, in folder: FolderID, as name: [UInt8]
  ) throws(SQLiteError) {
    try database.run(
      "UPDATE directory SET parent = ?2, name = ?3, sequence = ?4, written = ?4 WHERE id = ?1",
      .folder(moved), .folder(folder), .blob(name), .commit(nextSequence))
    changes.folders.insert(moved)
  }

  /// Gives a document another folder and name, in its row.
  func put(
    _ moved: DocumentID, in folder: FolderID, as name: [UInt8]
  ) throws(SQLiteError) {
    try database.run(
      "UPDATE document SET directory = ?2, name = ?3, sequence = ?4 WHERE id = ?1",
      .document(moved), .folder(folder), .blob(name), .commit(nextSequence))
    changes.rows.insert(moved)
  }

  /// The files in a folder that had this inode number when they were read; O(files in the folder).
  public func files(in folder: FilePath, inode: UInt64) throws(SQLiteError) -> [FilePath] {
    guard let folderID = try existingFolderID(folder) else { return [] }
    var files: [FilePath] = []
    try database.forEachRow(
      "SELECT name FROM document WHERE directory = ?1 AND inode = ?2 ORDER BY name",
      .folder(folderID), .integer(Int64(bitPattern: inode))
    ) { files.append(folder.appending($0.bytes(at: 0))) }
    return files
  }

  /// Records a new `st_ctim` of a file whose content has not changed, as after a rename.
  public func recordChangeTime(_ status: FileStatus, of file: StoredFile) throws(SQLiteError) {
    try begin()
    try database.run(
      "UPDATE document SET changed = ?2 WHERE id = ?1", .document(file.id),
      .fileTime(status.changed))
  }

  /// Records the size, the times and the identity of a file whose texts have not changed.
  ///
  /// - Parameters:
  ///   - status: the status of the file.
  ///   - racyUntil: as ``Document/racyUntil``.
  ///   - file: its entry in the index.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public func record(
    _ status: FileStatus, racyUntil: FileTime?, of file: StoredFile
  ) throws(SQLiteError) {
    try begin()
    try database.run(
      """
      UPDATE document SET size = ?2, modified = ?3, changed = ?4, device = ?5, inode = ?6, racy = ?7,
      sequence = ?8 WHERE id = ?1
      """, .document(file.id), .integer(status.size), .fileTime(status.modified),
      .fileTime(status.changed), .integer(Int64(bitPattern: status.device)),
      .integer(Int64(bitPattern: status.inode)), .fileTime(racyUntil), .commit(nextSequence))
    changes.rows.insert(file.id)
  }
}
