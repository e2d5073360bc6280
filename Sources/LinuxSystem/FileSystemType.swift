import CLinux

/// What sort of file system a file lies on; the numbers stand in `linux/magic.h`.
public struct FileSystemType: Hashable, Sendable {
  /// The number that statfs(2) gives as `f_type`.
  public let number: UInt32

  /// Takes a number of `linux/magic.h`.
  public init(number: UInt32) {
    self.number = number
  }
}

extension FileDescriptor {
  /// The sort of file system that the open file lies on; the C function is `fstatfs`.
  public func fileSystemType() throws(SystemError) -> FileSystemType {
    var type: UInt32 = 0
    try retrying("Cannot look at a file system") {
      unsafe clinux_file_system_type(number, &type)
    }
    return FileSystemType(number: type)
  }
}
