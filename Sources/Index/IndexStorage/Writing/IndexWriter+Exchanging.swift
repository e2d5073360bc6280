public import LinuxSystem
public import SittaSQLite

extension IndexWriter {
  private enum Entry {
    case folder(FolderID)
    case document(DocumentID, members: FolderID?)
  }

  /// Exchanges the paths of two files or folders, and moves everything below them along.
  ///
  /// As in ``move(_:to:)``, this changes one row for a folder. If the index knows only one of the two, a
  /// folder gets its new path, but a document keeps its old one: the file there has to be read anyway.
  ///
  /// - Parameters:
  ///   - one: a path.
  ///   - other: another path; nothing happens if one lies inside the other, which file systems
  ///     refuse.
  /// - Returns: whether something was renamed.
  /// - Throws: the error of SQLite; the transaction then has to be rolled back.
  @discardableResult
  public func exchange(_ one: FilePath, with other: FilePath) throws(SQLiteError) -> Bool {
    if one.isInside(other) || other.isInside(one) { return false }
    switch (try entry(at: one), try entry(at: other)) {
    case (nil, nil), (.document, nil), (nil, .document): return false
    case (.folder, nil): return try move(one, to: other)
    case (nil, .folder): return try move(other, to: one)
    case (let first?, let second?):
      try begin()
      let folders = (try folderID(one.parent), try folderID(other.parent))
      let isRenamed = one.name != other.name
      for entry in [first, second] where isRenamed { try removeTexts(of: entry) }
      // Two rows must never have the same path, so one gets an empty name first, which no file has.
      try put(first, in: folders.0, as: [])
      try put(second, in: folders.0, as: one.name)
      try put(first, in: folders.1, as: other.name)
      for entry in [first, second] where isRenamed { try insertTexts(of: entry) }
      clearFolderIDs()
      return true
    }
  }

  private func entry(at path: FilePath) throws(SQLiteError) -> Entry? {
    if let stored = try storedFile(at: path) {
      return .document(stored.id, members: try existingFolderID(path))
    }
    return try existingFolderID(path).map { .folder($0) }
  }

  private func put(
    _ entry: Entry, in folder: FolderID, as name: [UInt8]
  ) throws(SQLiteError) {
    switch entry {
    case .folder(let moved): try put(moved, in: folder, as: name)
    case .document(let number, let members):
      if let members { try put(members, in: folder, as: name) }
      try put(number, in: folder, as: name)
    }
  }

  /// Removes a document's texts from FTS5, while its row still has the old name, which is one of them.
  private func removeTexts(of entry: Entry) throws(SQLiteError) {
    guard case .document(let number, _) = entry else { return }
    if let texts = try SearchableTexts(of: number, in: database) {
      try remove(texts, of: number)
    }
  }

  private func insertTexts(of entry: Entry) throws(SQLiteError) {
    guard case .document(let number, _) = entry else { return }
    if let texts = try SearchableTexts(of: number, in: database) { try insert(texts, as: number) }
  }
}
