package import IndexStorage

/// The numbers of documents in a tree of folders: a value.
package struct FolderTally {
  /// The parent of each folder that has documents in or below it.
  private let parents: [FolderID: FolderID]
  /// The documents in and below each folder.
  private var totals: [FolderID: FacetSum] = [:]

  /// Adds up the documents below each folder, from those in each folder itself.
  ///
  /// `parents` are the parents of each folder, and of each parent, up to the root. O(folders × depth).
  package init(_ sums: [FolderID: FacetSum], parents: [FolderID: FolderID]) {
    self.parents = parents
    for (folder, sum) in sums {
      var current: FolderID? = folder
      // In a damaged index the parents could form a cycle.
      for _ in 0...parents.count {
        guard let here = current else { break }
        totals[here, default: FacetSum()].add(sum)
        current = parents[here]
      }
    }
  }

  /// Returns the folders that show best where the documents are, each with the documents below it.
  ///
  /// Several starting folders are returned as they are. A single one is replaced by its subfolders,
  /// repeatedly, as long as there is only one subfolder and the folder itself has no document.
  package func breakdown(below folders: [FolderID]) -> [(folder: FolderID, sum: FacetSum)] {
    var level = folders.filter { totals[$0] != nil }
    var isFirst = true
    while let only = level.first, level.count == 1 {
      let below = children(of: only)
      let isInBelow = below.reduce(0) { $0 + (totals[$1]?.count ?? 0) } == totals[only]?.count
      if below.isEmpty || !(isFirst || isInBelow) { break }
      level = below
      isFirst = false
    }
    return level.map { ($0, totals[$0] ?? FacetSum()) }
  }

  private func children(of folder: FolderID) -> [FolderID] {
    totals.keys.filter { parents[$0] == folder }.sorted()
  }
}
