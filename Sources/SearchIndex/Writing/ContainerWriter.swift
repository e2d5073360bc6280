public import LinuxSystem
public import SQLite

/// Writes the members of a file, such as an archive or a mail.
///
/// Members that have not changed keep their rows. After the last one, ``finish()`` removes the members
/// that were not written.
public struct ContainerWriter {
  private let writer: IndexWriter
  private let file: DocumentLocation
  /// The documents that were written or kept.
  private var present: Set<DocumentID> = []

  /// Begins to write the members of a file.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - writer: the connection that writes the index.
  public init(_ file: FilePath, _ writer: IndexWriter) {
    self.file = DocumentLocation(file)
    self.writer = writer
  }

  /// Writes a member.
  ///
  /// Members with the same path get different names. A member counts as unchanged if its size, time,
  /// checksum and reader are those of the stored one: so `status.inode` of the document has to be a
  /// checksum.
  ///
  /// - Parameters:
  ///   - document: the member.
  ///   - path: its path in each container, the outermost first; each is one or more names.
  /// - Returns: whether anything was written.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  public mutating func write(
    _ document: Document, at path: [[[UInt8]]]
  ) throws(SQLiteError) -> Bool {
    guard let name = path.last?.last else { return false }
    var location = file
    var folder = try writer.folderID(file.path.parent)
    for (depth, names) in path.enumerated() {
      folder = try writer.memberFolder(location.path, as: .container, in: folder)
      location = location.container
      for name in names.dropLast() {
        location = location.appending(name)
        folder = try writer.memberFolder(location.path, as: .folder, in: folder)
      }
      // The last name is that of the next container.
      if depth < path.count - 1, let next = names.last { location = location.appending(next) }
    }
    return try write(document, named: name, in: folder, at: location)
  }

  private mutating func write(
    _ document: Document, named name: [UInt8], in folder: FolderID, at location: DocumentLocation
  ) throws(SQLiteError) -> Bool {
    for number in 1...Self.sameNames {
      let name = number == 1 ? name : name + Array(" (\(number))".utf8)
      let stored = try StoredFile(named: name, in: folder, of: writer.database)
      if let stored {
        if present.contains(stored.id) { continue }
        if stored.isCurrent(document.status, extractor: document.extractor) {
          present.insert(stored.id)
          return false
        }
      }
      let path = location.appending(name).path
      try writer.replace(document, at: path)
      if let id = try StoredFile(named: name, in: folder, of: writer.database)?.id {
        present.insert(id)
      }
      return true
    }
    return false
  }

  /// The largest number of members with the same path.
  private static let sameNames = 100

  /// Removes the members that were not written.
  ///
  /// - Returns: whether any was removed.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func finish() throws(SQLiteError) -> Bool {
    guard let container = try writer.existingFolderID(file.path),
      try writer.isContainer(container)
    else { return false }
    var missing: [DocumentID] = []
    let below = FilterCondition.below([container])
    try writer.database.prepare("SELECT document.id FROM document WHERE \(below.sql)")
      .forEachRow(below.values) { row in
        let id = row.document(at: 0)
        if !present.contains(id) { missing.append(id) }
      }
    if missing.isEmpty { return false }
    for id in missing { try writer.remove(document: id) }
    try writer.removeEmptyFolders(below: container)
    return true
  }
}
