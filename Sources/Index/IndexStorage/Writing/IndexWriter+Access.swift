public import LinuxSystem
public import SittaSQLite

/// Who may read files and pass through folders, for readers of the feed.
extension IndexWriter {
  /// Begins or ends to record access.
  ///
  /// What was recorded is dropped by both, because it was not kept up to date meanwhile or will not be. At the end,
  /// readers of the feed get everything again that had a rule. O(documents) if anything changes, otherwise O(1).
  ///
  /// - Parameter isRecorded: whether access is recorded from now on.
  /// - Throws: the error of SQLite.
  public func setRecordsAccess(_ isRecorded: Bool) throws(SQLiteError) {
    if try meta.contains(.access) == isRecorded { return }
    try begin()
    for (table, column) in [("document", "sequence"), ("directory", "written")] {
      try database.run(
        "UPDATE \(table) SET access = NULL, \(column) = ?1 WHERE access IS NOT NULL",
        .commit(nextSequence))
    }
    if isRecorded { try meta.set(.access, to: 1) } else { try meta.remove(.access) }
    changes.hasOthers = true
    try commit()
  }

  /// Records who may read a file, if the index has it.
  ///
  /// - Returns: whether this has changed; then readers of the feed get the document again.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func record(
    _ access: RecordedAccess, ofFile file: StoredFile
  ) throws(SQLiteError) -> Bool {
    try record(access, of: file.id)
  }

  /// Records who may pass through a folder on the disk, if the index has it.
  ///
  /// - Returns: whether this has changed; then readers of the feed get the folder again.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func record(
    _ access: RecordedAccess, ofFolder path: FilePath
  ) throws(SQLiteError) -> Bool {
    guard let folder = try existingFolderID(path), try !isContainer(folder) else { return false }
    return try record(access, of: folder)
  }

  /// Records who may pass through a folder.
  @discardableResult
  func record(_ access: RecordedAccess, of folder: FolderID) throws(SQLiteError) -> Bool {
    guard let number = try changed(access, "directory", folder.rawValue) else { return false }
    try database.run(
      "UPDATE directory SET access = ?2 WHERE id = ?1", .folder(folder), .integer(number))
    changes.hasOthers = true
    try recordWrite(of: folder)
    return true
  }

  /// Records who may read a document; a folder of its members is sent with it.
  @discardableResult
  func record(_ access: RecordedAccess, of document: DocumentID) throws(SQLiteError) -> Bool {
    guard let number = try changed(access, "document", document.rawValue) else { return false }
    try database.run(
      "UPDATE document SET access = ?2, sequence = ?3 WHERE id = ?1", .document(document),
      .integer(number), .commit(nextSequence))
    changes.hasOthers = true
    let members = try database.first(
      """
      SELECT directory.id FROM document JOIN directory
      ON directory.parent = document.directory AND directory.name = document.name
      WHERE document.id = ?1 AND container = ?2
      """, .document(document), .integer(ContainerRole.container.rawValue)
    ) { $0.folder(at: 0) }
    if let members { try recordWrite(of: members) }
    return true
  }

  /// Returns the number of a rule that a row does not have yet, and opens a transaction; nil if the row has it.
  private func changed(
    _ access: RecordedAccess, _ table: String, _ id: Int64
  ) throws(SQLiteError) -> Int64? {
    let number = try accessTable.number(of: access)
    if let number {
      let isRecorded = try database.first(
        "SELECT 1 FROM \(table) WHERE id = ?1 AND access = ?2", .integer(id), .integer(number)
      ) { _ in true }
      if isRecorded == true { return nil }
    }
    // Readers can see this change, unlike those of an open transaction that they cannot.
    try begin()
    return if let number { number } else { try accessTable.add(access) }
  }
}
