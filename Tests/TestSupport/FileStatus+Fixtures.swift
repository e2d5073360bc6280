import Glibc
public import LinuxSystem

extension FileStatus {
  /// The kernel's status of a regular file; times in nanoseconds since 1970.
  public init(
    size: Int = 0, modified: Int = 0, changed: Int = 0, device: UInt = 1, inode: UInt = 1
  ) {
    var buffer = stat()
    buffer.st_mode = S_IFREG | 0o600
    buffer.st_size = size
    buffer.st_mtim = timespec(tv_sec: modified / 1_000_000_000, tv_nsec: modified % 1_000_000_000)
    buffer.st_ctim = timespec(tv_sec: changed / 1_000_000_000, tv_nsec: changed % 1_000_000_000)
    buffer.st_dev = device
    buffer.st_ino = inode
    self.init(buffer)
  }

  /// The kernel's status of a file or folder of an owner and a group, with permissions.
  public init(owner: UInt32, group: UInt32, permissions: UInt32, isFolder: Bool = false) {
    var buffer = stat()
    buffer.st_mode = (isFolder ? S_IFDIR : S_IFREG) | permissions
    (buffer.st_uid, buffer.st_gid) = (owner, group)
    self.init(buffer)
  }
}
