package import IndexStorage
package import LinuxSystem

extension ListedDocument {
  /// A document as lists show it after the index has taken it.
  package init(_ document: Document, id: DocumentID, path: FilePath) {
    self.init(
      id: id, location: DocumentLocation(path), properties: document.properties,
      type: document.type, size: document.status.size, modified: document.status.modified,
      state: document.state, note: document.note, extractor: document.extractor)
  }
}
