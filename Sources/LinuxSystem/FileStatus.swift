import Glibc

/// What the kernel knows of a file, without its name; see stat(2) and inode(7).
public struct FileStatus: Hashable, Sendable {
  /// What sort of thing a path names.
  public enum Kind: Sendable {
    /// A regular file: the only kind whose content is read.
    case regular
    /// A directory.
    case directory
    /// A symbolic link itself, not what it points to.
    case symbolicLink
    /// A FIFO, socket or device.
    case other
  }

  /// What sort of file it is.
  public let kind: Kind
  /// The size in bytes.
  public let size: Int64
  /// When the content was last changed (`st_mtim`).
  public let modified: FileTime
  /// When content or inode were last changed (`st_ctim`).
  public let changed: FileTime
  /// The device the file lies on.
  public let device: UInt64
  /// The inode number on that device.
  public let inode: UInt64
  /// Who owns the file.
  public let owner: UInt32
  /// The permission bits.
  public let permissions: UInt32
  /// How many names the file has.
  public let linkCount: UInt64

  /// Looks at the path itself, not through a symbolic link; the C function is `lstat`.
  public init(of path: FilePath) throws(SystemError) {
    var buffer = stat()
    try retrying("Cannot look at", path) {
      unsafe path.withCString { unsafe lstat($0, &buffer) }
    }
    self.init(buffer)
  }

  /// Looks at the entry `name` of an open directory, not through a symbolic link (`fstatat`).
  public init(of name: [UInt8], in directory: borrowing FileDescriptor) throws(SystemError) {
    var buffer = stat()
    let number = directory.number
    try retrying("Cannot look at an entry of a directory") {
      unsafe name.withCString { unsafe fstatat(number, $0, &buffer, AT_SYMLINK_NOFOLLOW) }
    }
    self.init(buffer)
  }

  /// How long ago content or inode were last changed; zero where the clock was set back since.
  public var timeSinceChange: Duration {
    max(.zero, FileClock.now - changed)
  }

  init(_ buffer: stat) {
    kind =
      switch buffer.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      default: .other
      }
    size = Int64(buffer.st_size)
    modified = FileTime(buffer.st_mtim)
    changed = FileTime(buffer.st_ctim)
    device = UInt64(buffer.st_dev)
    inode = UInt64(buffer.st_ino)
    owner = buffer.st_uid
    permissions = buffer.st_mode & 0o7777
    linkCount = UInt64(buffer.st_nlink)
  }
}
