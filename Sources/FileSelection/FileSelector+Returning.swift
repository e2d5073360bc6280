public import LinuxSystem

extension FileSelector {
  /// The line of a file that brings a path back, or the nearest folder above it, which another line
  /// would leave out.
  ///
  /// - Parameters:
  ///   - path: a path that is indexed.
  ///   - isFolder: whether it is a folder.
  /// - Returns: nil where nothing had to be brought back. O(depth × patterns).
  public mutating func returningRule(
    on path: FilePath, isFolder: Bool
  ) -> IgnoreFile.Rule? {
    var (place, isFolder) = (path, isFolder)
    while !place.isRoot, !rules.roots.contains(place) {
      let selection = selection(in: place.parent)
      if let rule = selection?.returningRule(on: place.name, isFolder: isFolder) { return rule }
      (place, isFolder) = (place.parent, true)
    }
    return nil
  }
}
