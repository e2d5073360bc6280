import FileSelection
import LinuxSystem
import SearchIndex
import Watching

/// Roots that are not there now: unplugged, unmounted, renamed, or removed as a whole.
///
/// Their documents stay in the index, away, until they come back, when they are compared as always;
/// or until they are no roots any more.
extension Indexer {
  /// Keeps the documents of a root that is not there now, and hides them.
  func markAway(_ root: FilePath) throws {
    if try writer().markAway(root) {
      selector.forget(root)
      countWrite()
    }
    noteAway(root, true)
  }

  /// Keeps account of the roots that are away, for the status.
  func noteAway(_ root: FilePath, _ isAway: Bool) {
    if progress.current.awayRoots.contains(root) == isAway { return }
    progress.update { values in
      if isAway { values.awayRoots.insert(root) } else { values.awayRoots.remove(root) }
    }
  }

  /// Whether an empty folder is only the place where a root was mounted: it lies on another device
  /// than the root did, and there are documents to keep.
  func isBarePlace(_ root: FilePath, _ status: FileStatus) throws -> Bool {
    guard try hasOtherDevice(root, status) else { return false }
    let stored = try writer().storedFolder(at: root)
    return !stored.files.isEmpty || !stored.folders.isEmpty
  }

  private func hasOtherDevice(_ root: FilePath, _ status: FileStatus) throws -> Bool {
    guard let device = try writer().device(ofFolder: root) else { return false }
    return device != status.device
  }

  /// The root that a path is in, where it has gone.
  ///
  /// - Returns: the root, and whether another folder is in its place, the one that it was mounted on;
  ///   nil where the root is there, and for a path that is in no root.
  func goneRoot(of path: FilePath) throws -> (path: FilePath, isUnmounted: Bool)? {
    guard case .included(let root) = rules.verdict(on: path) else { return nil }
    guard let status = try? FileStatus(of: root), status.kind == .directory else {
      return (root, false)
    }
    return try hasOtherDevice(root, status) ? (root, true) : nil
  }

  /// Removes a path that an event has named, and whose root is gone now.
  ///
  /// `rm -r` of a root removes what is in it first, and an event reports each removal. If a root is
  /// unmounted or renamed, no event names what is in it.
  func removeReported(_ path: FilePath) async throws -> Finding {
    guard let root = try goneRoot(of: path), !root.isUnmounted else { return .done([]) }
    return try await remove(path)
  }
}
