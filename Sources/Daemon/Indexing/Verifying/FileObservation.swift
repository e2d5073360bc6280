import LinuxSystem
import SearchIndex

/// A file and the folders above it, as they were at one moment.
struct FileObservation: Equatable, Sendable {
  /// What changes if a file or folder is replaced or renamed, or if the entries of a folder change.
  struct Identity: Equatable, Sendable {
    let inode: UInt64
    let device: UInt64
    let changed: FileTime

    init(inode: UInt64, device: UInt64, changed: FileTime) {
      (self.inode, self.device, self.changed) = (inode, device, changed)
    }

    init(_ status: FileStatus) {
      self.init(inode: status.inode, device: status.device, changed: status.changed)
    }
  }

  let path: FilePath
  let content: FileContent
  /// The existing folders above the path up to its root.
  let folders: [FilePath: Identity]

  /// The innermost existing folder above the path.
  private var innermost: FilePath? { folders.keys.max { $0.bytes.count < $1.bytes.count } }

  /// Whether a difference between the disk and the index is certain.
  ///
  /// Between two observations, everything that happened before the first one got into the index, and then the
  /// index was asked. If nothing has changed between the observations, the index must agree.
  ///
  /// - Parameters:
  ///   - later: the second observation.
  ///   - stored: what the index had of the path between them.
  /// - Returns: false if the path may have led to another file meanwhile, so that it has to be asked again.
  func isSettled(until later: FileObservation, _ stored: StoredPath) -> Bool {
    guard content == later.content else { return false }
    if content == .absent {
      // If the file was not there all the time, no entry of its folder has changed.
      return innermost == later.innermost
        && innermost.map { folders[$0] == later.folders[$0] } ?? true
    }
    let folder = stored.folder
    if stored.inode != 0 {
      // A folder that was renamed twice leads to its files again, but the index was asked meanwhile.
      guard folders[folder]?.inode == stored.inode, later.folders[folder]?.inode == stored.inode
      else { return false }
    }
    if folder == path.parent { return true }
    guard path.isInside(folder) else { return false }
    let unknown = folder.appending(path.components[folder.components.count])
    return folders[unknown] == later.folders[unknown]
  }
}
