import FileSelection
import LinuxSystem

/// A change of the rules while folders are watched.
extension WatchedTrees {
  /// Replaces the rules.
  ///
  /// Folders that the rules add are not watched yet, and folders that they remove are still
  /// watched. The comparison of folders with the disk asks for these watches or ends them. Pending
  /// changes stay.
  ///
  /// - Parameter rules: which paths are indexed.
  /// - Returns: the actions to perform.
  mutating func setRules(_ rules: SelectionRules) -> [Action] {
    self.rules = rules
    missingRoots.formIntersection(rules.roots)
    rootAncestors = rootAncestors.filter { !rules.verdict(on: $0).isIncluded }
    // A folder above the roots is watched for its own rename, an indexed folder for all events.
    // Decide again which folders are which.
    let tops = rules.roots + [markerFolder]
    for folder in guards.union(tops.flatMap(formerlyIndexed)).sorted() {
      if let unused = tree.unwatch(folder) { end([unused]) }
    }
    guards = []
    if missingRoots.isEmpty { unwatchRootAncestors() }
    for folder in tops where tree.watch(at: folder) != nil { guardNames(above: folder) }
    return takeActions()
  }

  /// The folders above a folder that were indexed with the former rules and are not any more.
  private func formerlyIndexed(above folder: FilePath) -> [FilePath] {
    var folders: [FilePath] = []
    var ancestor = folder.parent
    while !ancestor.isRoot {
      if tree.watch(at: ancestor) != nil, !rules.verdict(on: ancestor).isIncluded,
        !rootAncestors.contains(ancestor), !ruleFolders.contains(ancestor)
      {
        folders.append(ancestor)
      }
      ancestor = ancestor.parent
    }
    return folders
  }
}
