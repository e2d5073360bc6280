public import FileSelection
import LinuxSystem

/// Rules that change while folders are watched.
extension WatchedTrees {
  /// Goes by other rules from now on.
  ///
  /// What they add is not watched yet, and what they take away still is: whoever compares folders
  /// with the disk goes through both, and asks for watches or ends them as always. What has been
  /// noted of paths stays noted.
  ///
  /// - Parameter rules: which paths are of interest.
  /// - Returns: what has to be done.
  public mutating func adopt(_ rules: SelectionRules) -> [Action] {
    self.rules = rules
    missingRoots.formIntersection(rules.roots)
    lookouts = lookouts.filter { !rules.verdict(on: $0).isIncluded }
    // A folder above the roots is watched for its name, an indexed one for all that happens in it:
    // which of them is which has to be settled anew.
    let tops = rules.roots + [markerFolder]
    for folder in guards.union(tops.flatMap(formerlyIndexed)).sorted() {
      if let unused = tree.unwatch(folder) { end([unused]) }
    }
    guards = []
    if missingRoots.isEmpty { endLookouts() }
    for folder in tops where tree.watch(at: folder) != nil { guardNames(above: folder) }
    return takeActions()
  }

  /// The folders above one of ours that were indexed and are not any more.
  private func formerlyIndexed(above folder: FilePath) -> [FilePath] {
    var folders: [FilePath] = []
    var ancestor = folder.parent
    while !ancestor.isRoot {
      if tree.watch(at: ancestor) != nil, !rules.verdict(on: ancestor).isIncluded,
        !lookouts.contains(ancestor), !ruleFolders.contains(ancestor)
      {
        folders.append(ancestor)
      }
      ancestor = ancestor.parent
    }
    return folders
  }
}
