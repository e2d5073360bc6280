import IndexStorage

/// The folder of each document: a value in memory, which is asked for each row of a search.
struct DocumentFolders {
  /// The number of the folder of each document, at the index of the document's number; 0 for none.
  private var folders: [UInt32] = []

  /// The folder of a document; nil if there is no such document.
  subscript(document: Int64) -> FolderID? {
    guard document >= 0, document < Int64(folders.count) else { return nil }
    let folder = folders[Int(document)]
    return folder == 0 ? nil : FolderID(rawValue: Int64(folder))
  }

  /// Sets the folder of a document; nil removes the document.
  mutating func set(_ folder: FolderID?, of document: Int64) {
    // In a damaged index a document can have any number.
    guard document >= 0, document < 1 << 31 else { return }
    if document >= Int64(folders.count) {
      if folder == nil { return }
      let count = max(Int(document) + 1, folders.count * 3 / 2)
      folders.append(contentsOf: repeatElement(0, count: count - folders.count))
    }
    folders[Int(document)] = UInt32(clamping: folder?.rawValue ?? 0)
  }
}
