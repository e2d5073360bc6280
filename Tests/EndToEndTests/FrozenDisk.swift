import LinuxSystem
import TestSupport
import Testing

/// An ext4 file system in a file, which a test can freeze.
///
/// It must go away before the folder that it is mounted in.
final class FrozenDisk {
  let point: FilePath
  private var isFrozen = false
  private var isMounted = true

  /// Whether this machine can mount one.
  static var isPossible: Bool {
    guard Tool.isRoot, Tool.exists("/sbin/mkfs.ext4"), let folder = try? TemporaryDirectory() else {
      return false
    }
    return (try? FrozenDisk(image: folder["image"], at: folder["mount"])) != nil
  }

  init(image: FilePath, at point: FilePath) throws {
    self.point = point
    try point.makeDirectory()
    try Tool.run("/usr/bin/truncate", "-s", "64M", image.description)
    try Tool.run("/sbin/mkfs.ext4", "-q", "-F", image.description)
    try Tool.run("/bin/mount", "-o", "loop", image.description, point.description)
  }

  deinit {
    end()
  }

  /// Thaws and unmounts it.
  func end() {
    try? thaw()
    if !isMounted { return }
    isMounted = false
    _ = try? Tool.run("/bin/umount", "-l", point.description)
  }

  /// Has each write hang until ``thaw()``.
  func freeze() throws {
    try Tool.run("/sbin/fsfreeze", "-f", point.description)
    isFrozen = true
  }

  func thaw() throws {
    if !isFrozen { return }
    isFrozen = false
    try Tool.run("/sbin/fsfreeze", "-u", point.description)
  }
}
