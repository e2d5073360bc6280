import FileSelection
import LinuxSystem
import Watching

/// The roots that are away, and the folders that cannot be opened.
struct RootLedger: Equatable {
  /// Roots that are unplugged, unmounted, renamed or removed, and whose documents are kept.
  private(set) var away: Set<FilePath> = []
  /// Folders that could not be opened when last compared, with the reason.
  private(set) var closed: [FilePath: String] = [:]

  /// Whether a path is in a root that is away.
  func isAway(_ path: FilePath) -> Bool {
    away.contains(where: path.isInside)
  }

  /// Records whether a root is away.
  mutating func setAway(_ root: FilePath, _ isAway: Bool) {
    if isAway { away.insert(root) } else { away.remove(root) }
  }

  /// Records why a folder cannot be opened; nil if it can be opened.
  ///
  /// - Returns: whether the reason has changed.
  mutating func setClosed(_ folder: FilePath, _ reason: String?) -> Bool {
    if closed[folder] == reason { return false }
    closed[folder] = reason
    return true
  }

  /// Replaces the paths of closed folders after a rename.
  ///
  /// O(closed folders).
  mutating func rename(_ move: ChangeBatch.Move) {
    let moved = closed.filter { move.newPath(of: $0.key) != $0.key }
    for folder in moved.keys { closed[folder] = nil }
    for (folder, reason) in moved { closed[move.newPath(of: folder)] = reason }
  }

  /// Removes the closed folders at and below a path that is gone.
  ///
  /// O(closed folders).
  mutating func removeClosed(below path: FilePath) {
    for folder in closed.keys where folder.isInside(path) { closed[folder] = nil }
  }

  /// Removes the paths that new rules do not include.
  mutating func restrict(to rules: SelectionRules) {
    away.formIntersection(rules.roots)
    closed = closed.filter { rules.verdict(on: $0.key).isIncluded }
  }
}
