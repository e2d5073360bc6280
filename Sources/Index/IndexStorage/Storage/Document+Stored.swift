import LinuxSystem

extension StoredFile {
  /// The index's record of a file after it has taken a document of it.
  package init(_ document: Document, id: DocumentID) {
    self.init(
      id: id, size: document.status.size, modified: document.status.modified,
      changed: document.status.changed, inode: document.status.inode,
      extractor: document.extractor, state: document.state, racyUntil: document.racyUntil)
  }
}
