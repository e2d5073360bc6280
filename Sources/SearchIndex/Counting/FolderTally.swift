/// Documents counted by folder, as a tree.
struct FolderTally {
  /// The folder above each folder that has documents below it.
  private let parents: [Int64: Int64]
  /// How many documents are in each folder and below it.
  private var totals: [Int64: Int] = [:]

  /// Adds up what is below each folder.
  ///
  /// O(folders × depth).
  ///
  /// - Parameters:
  ///   - counts: how many documents are in each folder itself.
  ///   - parents: the folder above each of them, and above those, up to the root, which is 1.
  init(_ counts: [Int64: Int], parents: [Int64: Int64]) {
    self.parents = parents
    for (folder, count) in counts {
      var place: Int64? = folder
      // A damaged index could lead in a circle.
      for _ in 0...parents.count {
        guard let here = place else { break }
        totals[here, default: 0] += count
        place = parents[here]
      }
    }
  }

  /// The folders that tell most about where the documents are.
  ///
  /// Of several folders to begin with, themselves; of one, those in it, and as long as that is one
  /// alone, and no document lies in it itself, those in that.
  ///
  /// - Parameter folders: where to begin.
  /// - Returns: the folders with the number of documents below each.
  func breakdown(below folders: [Int64]) -> [(folder: Int64, count: Int)] {
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

  private func children(of folder: Int64) -> [Int64] {
    totals.keys.filter { parents[$0] == folder }.sorted()
  }
}
