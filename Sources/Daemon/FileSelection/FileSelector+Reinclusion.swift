public import LinuxSystem

extension FileSelector {
  /// The line of a rule file that includes a path again after another line excluded it.
  ///
  /// - Parameters:
  ///   - path: a path that is indexed.
  ///   - isFolder: whether the path is a folder.
  /// - Returns: the line for the path or the nearest folder above; nil if none. O(depth × patterns).
  public mutating func reincludingRule(
    on path: FilePath, isFolder: Bool
  ) -> IgnoreFile.Rule? {
    var (path, isFolder) = (path, isFolder)
    while !path.isRoot, !rules.roots.contains(path) {
      let selection = selection(in: path.parent)
      if let rule = selection?.reincludingRule(on: path.name, isFolder: isFolder) { return rule }
      (path, isFolder) = (path.parent, true)
    }
    return nil
  }
}
