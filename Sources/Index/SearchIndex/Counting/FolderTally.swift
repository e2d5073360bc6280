import IndexStorage

/// The numbers of documents in a tree of folders: a value.
struct FolderTally {
  /// The folder above each folder that has documents below it.
  private let parents: [FolderID: FolderID]
  /// The number of documents in and below each folder.
  private var totals: [FolderID: Int] = [:]

  /// Adds up the documents below each folder.
  ///
  /// O(folders × depth).
  ///
  /// - Parameters:
  ///   - counts: the number of documents in each folder itself.
  ///   - parents: the parent of each folder, and of each parent, up to the root.
  init(_ counts: [FolderID: Int], parents: [FolderID: FolderID]) {
    self.parents = parents
    for (folder, count) in counts {
      var current: FolderID? = folder
      // The parents in a damaged index could form a cycle.
      for _ in 0...parents.count {
        guard let here = current else { break }
        totals[here, default: 0] += count
        current = parents[here]
      }
    }
  }

  /// The folders that best show where the documents are.
  ///
  /// Several starting folders are returned themselves. A single one is replaced by its subfolders,
  /// again and again while there is only one subfolder and no document lies directly in the folder.
  ///
  /// - Parameter folders: where to start.
  /// - Returns: the folders with the number of documents below each.
  func breakdown(below folders: [FolderID]) -> [(folder: FolderID, count: Int)] {
    var level = folders.filter { totals[$0] != nil }
    var isFirst = true
    while let only = level.first, level.count == 1 {
      let below = children(of: only)
      let isInBelow = below.reduce(0) { $0 + (totals[$1] ?? 0) } == totals[only]
      if below.isEmpty || !(isFirst || isInBelow) { break }
      level = below
      isFirst = false
    }
    return level.map { ($0, totals[$0] ?? 0) }
  }

  private func children(of folder: FolderID) -> [FolderID] {
    totals.keys.filter { parents[$0] == folder }.sorted()
  }
}
