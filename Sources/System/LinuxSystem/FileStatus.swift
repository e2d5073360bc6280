package import Glibc

/// What the kernel knows about a file, except its name; see stat(2) and inode(7).
public struct FileStatus: Hashable, Sendable {
  /// The kind of a file.
  public enum Kind: Sendable {
    /// A regular file; only the content of regular files is read.
    case regular
    /// A directory.
    case directory
    /// A symbolic link itself, not its target.
    case symbolicLink
    /// A FIFO, socket or device.
    case other
  }

  /// The kind of file.
  public let kind: Kind
  /// The size in bytes.
  public let size: Int64
  /// The time of the last change of the content (`st_mtim`).
  public let modified: FileTime
  /// The time of the last change of the content or the inode (`st_ctim`).
  public let changed: FileTime
  /// The number of the device that contains the file.
  public let device: UInt64
  /// The inode number on the device.
  public let inode: UInt64
  /// The user ID of the owner.
  public let owner: UInt32
  /// The group ID of the file.
  public let group: UInt32
  /// The permission bits.
  public let permissions: UInt32
  /// The number of hard links to the file.
  public let linkCount: UInt64

  /// Reads the status of a path without following a symbolic link at it; the C function is `lstat`.
  public init(of path: FilePath) throws(SystemError) {
    var buffer = stat()
    try retrying("Cannot read the status of", path) {
      unsafe path.withCString { unsafe lstat($0, &buffer) }
    }
    self.init(buffer)
  }

  /// Reads the status of an open directory's entry, without following a symbolic link (`fstatat`).
  public init(of name: [UInt8], in directory: borrowing FileDescriptor) throws(SystemError) {
    var buffer = stat()
    let number = directory.number
    try retrying("Cannot read the status of an entry of a directory") {
      unsafe name.withCString { unsafe fstatat(number, $0, &buffer, AT_SYMLINK_NOFOLLOW) }
    }
    self.init(buffer)
  }

  /// The time since the last change of the content or the inode; zero if the clock was set back.
  public var timeSinceChange: Duration {
    max(.zero, FileClock.now - changed)
  }

  /// Creates the status of a regular file without an inode, such as a member of an archive.
  ///
  /// - Parameters:
  ///   - size: the size in bytes.
  ///   - modified: the time of the last change.
  ///   - checksum: a number that depends on the content; it replaces the inode number.
  package init(size: Int64, modified: FileTime, checksum: UInt64) {
    kind = .regular
    (self.size, self.modified, changed) = (size, modified, modified)
    (device, inode, owner, group, permissions, linkCount) = (0, checksum, 0, 0, 0o400, 1)
  }

  /// Creates a status from the result of stat(2).
  package init(_ buffer: stat) {
    kind =
      switch buffer.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    // A file system such as FUSE may report any number.
    size = max(0, Int64(buffer.st_size))
    modified = FileTime(buffer.st_mtim)
    changed = FileTime(buffer.st_ctim)
    device = UInt64(buffer.st_dev)
    inode = UInt64(buffer.st_ino)
    owner = buffer.st_uid
    group = buffer.st_gid
    permissions = buffer.st_mode & 0o7777
    linkCount = UInt64(buffer.st_nlink)
  }
}
