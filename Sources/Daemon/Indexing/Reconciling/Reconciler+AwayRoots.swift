import FileSelection
import IndexStorage
import LinuxSystem
import Watching

/// Roots that are away: unplugged, unmounted, renamed or removed.
///
/// Their documents stay in the index, hidden, until the root comes back and is compared as usual,
/// or until it is no longer a root.
extension Reconciler {
  /// Marks a root as away, which hides its documents.
  func markAway(_ root: FilePath) throws {
    if try session.writer().markAway(root) {
      selection.selector.forget(root)
      session.countWrite()
    }
    roots.setAway(root, true)
  }

  /// Whether an open root is only the place of a disk that is not mounted now.
  ///
  /// Its device is not that of the root in the index, and the index has documents of the root. What lies in such a
  /// folder is not on the disk: it is away if it is empty, and also with files if the disk was mounted exactly there.
  func isBareMountPoint(_ folder: OpenFolder, isEmpty: Bool) throws -> Bool {
    guard let device = try session.writer().device(ofFolder: folder.path),
      device.number != folder.status.device,
      isEmpty || device.isMountPoint && !folder.isMountPoint
    else { return false }
    let stored = try session.writer().storedFolder(at: folder.path)
    return !stored.files.isEmpty || !stored.folders.isEmpty
  }

  private func hasOtherDevice(_ root: FilePath, _ status: FileStatus) throws -> Bool {
    guard let device = try session.writer().device(ofFolder: root) else { return false }
    return device.number != status.device
  }

  /// The root of a path, if the root is away.
  ///
  /// - Returns: the root, and whether it was unmounted, so that its mount point still exists; nil
  ///   if the root is there, or if the path is in no root.
  func goneRoot(of path: FilePath) throws -> (path: FilePath, isUnmounted: Bool)? {
    guard case .included(let root) = rules.verdict(on: path) else { return nil }
    guard let status = try? FileStatus(of: root), status.kind == .directory else {
      return (root, false)
    }
    return try hasOtherDevice(root, status) ? (root, true) : nil
  }

  /// Removes a path that an event named and whose root no longer exists.
  ///
  /// `rm -r` of a root removes its content first, with an event for each path. If a root is
  /// unmounted or renamed, no event names its content, so its documents are kept.
  func removeReported(_ path: FilePath) throws -> Outcome.Finding {
    guard let root = try goneRoot(of: path), !root.isUnmounted else { return .done([]) }
    return try remove(path)
  }
}
