package import IndexStorage
package import LinuxSystem

extension ListedDocument {
  /// Makes the listed form of a document, equal to the one that the index returns after storing it.
  package init(_ document: Document, id: DocumentID, path: FilePath) {
    self.init(
      id: id, location: DocumentLocation(path), properties: document.properties,
      type: document.type, size: document.status.size, modified: document.status.modified,
      state: document.state, note: document.note, extractor: document.extractor)
  }
}
