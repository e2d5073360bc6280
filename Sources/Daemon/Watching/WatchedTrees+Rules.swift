import FileSelection
import LinuxSystem

/// Replacing the rules while folders are watched.
extension WatchedTrees {
  /// Replaces the rules.
  ///
  /// Folders that the new rules add are not watched yet, and folders that they exclude are still
  /// watched; the comparison with the disk changes this later. Pending changes stay.
  ///
  /// - Parameter rules: which paths are indexed.
  /// - Returns: the actions to perform.
  mutating func setRules(_ rules: SelectionRules) -> [Action] {
    self.rules = rules
    missingRoots.formIntersection(rules.roots)
    rootAncestors = rootAncestors.filter { !rules.verdict(on: $0).isIncluded }
    // Folders above the roots are watched only for their own rename, indexed folders for all
    // events. The new rules may turn one kind into the other.
    let tops = rules.roots + [markerFolder]
    for folder in guards.union(tops.flatMap(formerlyIndexed)).sorted() {
      if let unused = tree.unwatch(folder) { end([unused]) }
    }
    guards = []
    if missingRoots.isEmpty { unwatchRootAncestors() }
    for folder in tops where tree.watch(at: folder) != nil { guardNames(above: folder) }
    return takeActions()
  }

  /// The folders above `folder` that the former rules included and the new ones exclude.
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
