import CLinux

/// The type of a file system; the numbers are in `linux/magic.h`.
public struct FileSystemType: Hashable, Sendable {
  /// The number, which statfs(2) returns in `f_type`.
  public let number: UInt32

  /// Creates a type with a number from `linux/magic.h`.
  public init(number: UInt32) {
    self.number = number
  }
}

extension FileSystemType {
  /// The name of a file system that only shows the kernel's own state, such as `proc`; nil for a file system
  /// with files.
  ///
  /// Does not recognize devtmpfs, because it has the number of tmpfs.
  public var kernelName: String? { Self.kernelNames[number] }

  // From linux/magic.h, and from the kernel's sources of file systems that are not listed there.
  private static let kernelNames: [UInt32: String] = [
    0x9fa0: "proc", 0x6265_6572: "sysfs", 0x0027_e0eb: "cgroup", 0x6367_7270: "cgroup2",
    0x6462_6720: "debugfs", 0x7472_6163: "tracefs", 0x7363_6673: "securityfs", 0x1cd1: "devpts",
    0xcafe_4a11: "bpf", 0xde5e_81e4: "efivarfs", 0x6165_676c: "pstore", 0x6265_6570: "configfs",
    0x4249_4e4d: "binfmt_misc", 0xf97c_ff8c: "selinuxfs", 0x4341_5d53: "smackfs",
    0x5a3c_69f0: "apparmorfs", 0x0765_5821: "resctrl", 0x6573_5543: "fusectl",
    0x1980_0202: "mqueue", 0x6e73_6673: "nsfs", 0x6c6f_6f70: "binder", 0xabba_1974: "xenfs",
    0x9fa1: "openpromfs",
  ]
}

extension FileDescriptor {
  /// Returns the type of the file system that contains the open file; the C function is `fstatfs`.
  public func fileSystemType() throws(SystemError) -> FileSystemType {
    var type: UInt32 = 0
    try retrying("Cannot read the type of a file system") {
      unsafe clinux_file_system_type(number, &type)
    }
    return FileSystemType(number: type)
  }
}
