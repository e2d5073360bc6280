public import LinuxSystem
public import SittaSQLite

/// Documents with images whose text is not recognized yet; see ``Document/scan``.
extension IndexWriter {
  /// A document whose images wait for the recognition of their text.
  public struct WaitingScan: Equatable, Sendable {
    /// The document's number.
    public let id: DocumentID
    /// Its path.
    public let path: FilePath
    /// What the index knows of the file.
    public let file: StoredFile
    /// The images.
    public let scan: Document.Scan
    /// The file that the document is a member of; nil if it is a file itself.
    public let container: FilePath?
  }

  /// Returns the next waiting document; documents with some image pages come before image files.
  ///
  /// O(exceptions).
  ///
  /// - Parameters:
  ///   - includesPictures: whether image files are returned, too.
  ///   - exceptions: documents that are never returned.
  /// - Returns: nil if no document waits.
  /// - Throws: the error of SQLite.
  public func nextScan(
    includingPictures includesPictures: Bool, except exceptions: Set<DocumentID> = []
  ) throws(SQLiteError) -> WaitingScan? {
    var candidates: [DocumentID] = []
    try database.forEachRow(
      "SELECT id FROM scan WHERE picture <= ?1 ORDER BY picture, id LIMIT ?2",
      .integer(includesPictures ? 1 : 0), .integer(Int64(exceptions.count + 1))
    ) { candidates.append($0.document(at: 0)) }
    guard let id = candidates.first(where: { !exceptions.contains($0) }),
      let scan = try scan(of: id), let (path, file) = try file(ofDocument: id)
    else { return nil }
    return WaitingScan(
      id: id, path: path, file: file, scan: scan, container: try container(ofDocument: id))
  }

  /// Calls `body` for the size and checksum of each member of a file whose images wait; O(members).
  public func forEachScan(
    in container: FilePath, _ body: (_ size: Int64, _ checksum: UInt64) -> Void
  ) throws(SQLiteError) {
    guard let folder = try existingFolderID(container), try isContainer(folder) else { return }
    let members = FilterCondition.below([folder])
    try database.statement(
      "SELECT size, inode FROM document WHERE id IN (SELECT id FROM scan) AND \(members.sql)"
    ).forEachRow(members.values) { row in
      body(row.integer(at: 0), UInt64(bitPattern: row.integer(at: 1)))
    }
  }

  /// Calls `body` for the size, modification and inode of each file in the index; O(index).
  public func forEachFile(
    _ body: (_ size: Int64, _ modified: FileTime, _ inode: UInt64) -> Void
  ) throws(SQLiteError) {
    try database.forEachRow("SELECT size, modified, inode FROM document") { row in
      body(
        row.integer(at: 0), row.fileTime(at: 1), UInt64(bitPattern: row.integer(at: 2)))
    }
  }

  private func scan(of id: DocumentID) throws(SQLiteError) -> Document.Scan? {
    try database.first("SELECT picture, pages FROM scan WHERE id = ?1", .document(id)) { row in
      Document.Scan(isPicture: row.integer(at: 0) != 0, pages: row.text(at: 1) ?? "")
    }
  }

  /// Stores which images of a document wait for recognition; nil for none.
  func setScan(_ scan: Document.Scan?, of id: DocumentID) throws(SQLiteError) {
    if try self.scan(of: id) == scan { return }
    try begin()
    guard let scan else {
      return try database.run("DELETE FROM scan WHERE id = ?1", .document(id))
    }
    try database.run(
      "INSERT OR REPLACE INTO scan(id, picture, pages) VALUES(?1, ?2, ?3)", .document(id),
      .integer(scan.isPicture ? 1 : 0), .text(scan.pages))
  }
}
