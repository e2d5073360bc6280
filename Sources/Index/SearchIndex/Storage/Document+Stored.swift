package import LinuxSystem

extension StoredFile {
  /// Makes the record that the index has of a file after this document was stored.
  package init(_ document: Document, id: DocumentID) {
    self.init(
      id: id, size: document.status.size, modified: document.status.modified,
      changed: document.status.changed, inode: document.status.inode,
      extractor: document.extractor, state: document.state, racyUntil: document.racyUntil)
  }
}

extension ListedDocument {
  /// Makes the listed form of a document, equal to the one that the index returns after storing it.
  package init(_ document: Document, id: DocumentID, path: FilePath) {
    self.init(
      id: id, location: DocumentLocation(path), properties: document.properties,
      type: document.type, size: document.status.size, modified: document.status.modified,
      state: document.state, note: document.note, extractor: document.extractor)
  }
}
