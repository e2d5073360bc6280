import CLinux

/// The type of a file system; `linux/magic.h` lists the numbers.
public struct FileSystemType: Hashable, Sendable {
  /// The number in `f_type` of statfs(2).
  public let number: UInt32

  /// Creates a type from a number of `linux/magic.h`.
  public init(number: UInt32) {
    self.number = number
  }
}

extension FileDescriptor {
  /// The type of the file system of the open file; the C function is `fstatfs`.
  public func fileSystemType() throws(SystemError) -> FileSystemType {
    var type: UInt32 = 0
    try retrying("Cannot read the type of a file system") {
      unsafe clinux_file_system_type(number, &type)
    }
    return FileSystemType(number: type)
  }
}
