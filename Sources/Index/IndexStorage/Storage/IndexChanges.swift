/// What some commits changed, for the readers that update their caches.
package struct IndexChanges: Equatable, Sendable {
  /// Documents that were added or removed, or whose texts changed.
  package var texts: Set<DocumentID> = []
  /// Documents whose rows were written: their metadata, or the folder that contains them, may differ.
  package var rows: Set<DocumentID> = []
  /// Folders that were renamed, became unreachable or came back; everything below them is affected.
  package var folders: Set<FolderID> = []
  /// Folders that were removed with everything below them.
  package var goneFolders: Set<FolderID> = []

  /// Whether rows were written that matter only to the feed of changes, such as new folders.
  var hasOthers = false

  var count: Int { texts.count + rows.count + folders.count + goneFolders.count }

  mutating func formUnion(_ other: IndexChanges) {
    texts.formUnion(other.texts)
    rows.formUnion(other.rows)
    folders.formUnion(other.folders)
    goneFolders.formUnion(other.goneFolders)
    hasOthers = hasOthers || other.hasOthers
  }
}
