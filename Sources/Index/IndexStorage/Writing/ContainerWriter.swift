public import LinuxSystem
public import SittaSQLite

/// Writes the members of a file, such as an archive or a mail.
///
/// Unchanged members keep their rows. ``finish()`` removes the members that were neither written nor kept,
/// unless the writer only adds members.
public struct ContainerWriter {
  private let writer: IndexWriter
  private let file: DocumentLocation
  private let isGrowing: Bool
  /// The documents that were written or kept so far.
  private var present: Set<DocumentID> = []

  /// Begins to write the members of a file.
  ///
  /// - Parameters:
  ///   - file: the path of the file.
  ///   - writer: the connection that writes the index.
  ///   - isGrowing: whether the file only gets additional members; the members that it had before stay, and
  ///     keep their names.
  public init(_ file: FilePath, _ writer: IndexWriter, isGrowing: Bool = false) {
    self.file = DocumentLocation(file)
    (self.writer, self.isGrowing) = (writer, isGrowing)
  }

  /// Writes a member.
  ///
  /// Members with the same path get different names. A member counts as unchanged if its size, time, checksum
  /// and reader equal the stored ones. So `status.inode` of a member has to be a checksum.
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
    let (location, folders) = place(of: path)
    var folder = try writer.folderID(file.path.parent)
    for (location, role) in folders {
      folder = try writer.memberFolder(location.path, as: role, in: folder)
    }
    return try write(document, named: name, in: folder, at: location)
  }

  /// Keeps a member if it is unchanged; its text need not be read.
  ///
  /// - Parameters:
  ///   - status: size, time and checksum of the member; see ``write(_:at:)``.
  ///   - extractor: the current version of its reader.
  ///   - path: its path in each container, the outermost first.
  /// - Returns: whether the member was kept; otherwise it is new or changed, and has to be written.
  /// - Throws: the error of SQLite.
  public mutating func keep(
    _ status: FileStatus, extractor: Int64, at path: [[[UInt8]]]
  ) throws(SQLiteError) -> Bool {
    guard let name = path.last?.last,
      let folder = try writer.existingFolderID(place(of: path).location.path),
      try writer.isContainer(folder),
      let stored = try firstFree(named: name, in: folder)?.stored,
      stored.isCurrent(status, extractor: extractor)
    else { return false }
    present.insert(stored.id)
    return true
  }

  /// Returns the location of a member, and all folders on the way to it, the outermost first.
  private func place(
    of path: [[[UInt8]]]
  ) -> (location: DocumentLocation, folders: [(DocumentLocation, ContainerRole)]) {
    var location = file
    var folders: [(DocumentLocation, ContainerRole)] = []
    for (depth, names) in path.enumerated() {
      folders.append((location, .container))
      location = location.container
      for name in names.dropLast() {
        location = location.appending(name)
        folders.append((location, .folder))
      }
      // The last name is the name of the next container.
      if depth < path.count - 1, let next = names.last { location = location.appending(next) }
    }
    return (location, folders)
  }

  /// Returns the first name, with a number if needed, that no written or kept member has yet, and what the
  /// index knows of a member with that name; nil if no name is free.
  private func firstFree(
    named name: [UInt8], in folder: FolderID
  ) throws(SQLiteError) -> (name: [UInt8], stored: StoredFile?)? {
    for number in 1...Self.sameNames {
      let name = number == 1 ? name : name + Array(" (\(number))".utf8)
      let stored = try StoredFile(named: name, in: folder, of: writer.database)
      if let stored, isGrowing || present.contains(stored.id) { continue }
      return (name, stored)
    }
    return nil
  }

  private mutating func write(
    _ document: Document, named name: [UInt8], in folder: FolderID, at location: DocumentLocation
  ) throws(SQLiteError) -> Bool {
    guard let (name, stored) = try firstFree(named: name, in: folder) else { return false }
    if let stored, stored.isCurrent(document.status, extractor: document.extractor) {
      present.insert(stored.id)
      return false
    }
    try writer.replace(document, at: location.appending(name).path)
    if let id = try StoredFile(named: name, in: folder, of: writer.database)?.id {
      present.insert(id)
    }
    return true
  }

  /// How many members are removed before ``finish(isStopped:)`` asks whether to stop.
  private static let removedAtOnce = 200

  /// The largest number of members with the same path.
  private static let sameNames = 100

  /// Removes the members that were neither written nor kept, unless the writer only adds members.
  ///
  /// - Parameter isStopped: whether to stop; asked after each 200 removed members.
  /// - Returns: whether all such members are removed; otherwise the file has to be read again.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func finish(
    isStopped: () -> Bool = { false }
  ) throws(SQLiteError) -> Bool {
    guard !isGrowing, let container = try writer.existingFolderID(file.path),
      try writer.isContainer(container)
    else { return true }
    var missing: [DocumentID] = []
    let below = FilterCondition.below([container])
    try writer.database.prepare("SELECT document.id FROM document WHERE \(below.sql)")
      .forEachRow(below.values) { row in
        let id = row.document(at: 0)
        if !present.contains(id) { missing.append(id) }
      }
    if missing.isEmpty { return true }
    for (number, id) in missing.enumerated() {
      if number > 0, number.isMultiple(of: Self.removedAtOnce), isStopped() { return false }
      try writer.remove(document: id)
    }
    try writer.removeEmptyFolders(below: container)
    return true
  }
}
