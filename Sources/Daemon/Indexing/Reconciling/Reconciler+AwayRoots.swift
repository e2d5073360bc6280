import FileSelection
import IndexStorage
import LinuxSystem
import Watching

/// Roots that do not exist now: unplugged, unmounted, renamed or removed.
///
/// Their documents stay in the index, away, until they come back, when they are compared as always;
/// or until they are no roots any more.
extension Reconciler {
  /// Keeps the documents of a root that is not there now, and hides them.
  func markAway(_ root: FilePath) throws {
    if try session.writer().markAway(root) {
      selection.selector.forget(root)
      session.countWrite()
    }
    roots.setAway(root, true)
  }

  /// Whether an empty folder is only the place where a root was mounted: it lies on another device
  /// than the root did, and there are documents to keep.
  func isBareMountPoint(_ root: FilePath, _ status: FileStatus) throws -> Bool {
    guard try hasOtherDevice(root, status) else { return false }
    let stored = try session.writer().storedFolder(at: root)
    return !stored.files.isEmpty || !stored.folders.isEmpty
  }

  private func hasOtherDevice(_ root: FilePath, _ status: FileStatus) throws -> Bool {
    guard let device = try session.writer().device(ofFolder: root) else { return false }
    return device != status.device
  }

  /// The root of a path, if the root is gone.
  ///
  /// - Returns: the root, and whether it was unmounted, which leaves its mount point; nil if the
  ///   root exists, or for a path outside of roots.
  func goneRoot(of path: FilePath) throws -> (path: FilePath, isUnmounted: Bool)? {
    guard case .included(let root) = rules.verdict(on: path) else { return nil }
    guard let status = try? FileStatus(of: root), status.kind == .directory else {
      return (root, false)
    }
    return try hasOtherDevice(root, status) ? (root, true) : nil
  }

  /// Removes a path that an event has named, and whose root is gone now.
  ///
  /// `rm -r` of a root removes its content first, and an event reports each removal. If a root is
  /// unmounted or renamed, no event names its content.
  func removeReported(_ path: FilePath) throws -> Outcome.Finding {
    guard let root = try goneRoot(of: path), !root.isUnmounted else { return .done([]) }
    return try remove(path)
  }
}
