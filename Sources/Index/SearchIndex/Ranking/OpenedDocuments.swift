import IndexStorage
import LinuxSystem
import SittaSQLite

/// The documents in one state of the index that were opened from searches before.
struct OpenedDocuments {
  /// For each opened document, whether it was opened from the same query.
  private var isSameQuery: [DocumentID: Bool] = [:]

  /// Looks up the paths of ``SearchOptions/opened``, except for a strict search.
  ///
  /// A path that has no document is ignored. O(32 × depth).
  init(_ options: SearchOptions, in snapshot: borrowing Snapshot) throws(SQLiteError) {
    if options.isStrict || options.weights.opened == 0 { return }
    let database = snapshot.database
    let tree = FolderTree(in: database)
    for (folder, hits) in Dictionary(grouping: options.opened.hits, by: \.path.parent) {
      guard let folder = try tree.folder(at: folder) else { continue }
      for hit in hits where !hit.path.isRoot {
        guard let file = try StoredFile(named: hit.path.name, in: folder, of: database) else {
          continue
        }
        isSameQuery[file.id] = hit.isSameQuery
      }
    }
  }

  /// Returns the bonus of a document as a factor of ``RankingWeights/opened``; 0 for none.
  func factor(of document: DocumentID) -> Double {
    switch isSameQuery[document] {
    case nil: 0
    case false?: 1
    case true?: 2
    }
  }
}
