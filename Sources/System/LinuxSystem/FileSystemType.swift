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

extension FileSystemType {
  /// The name of a file system by which the kernel shows its own state, such as `proc`; nil for a file
  /// system that holds files.
  ///
  /// A devtmpfs has the number of a tmpfs, so it is not known by its type.
  public var kernelName: String? { Self.kernelNames[number] }

  // From linux/magic.h, and from the sources of file systems that it does not list.
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
  /// The type of the file system of the open file; the C function is `fstatfs`.
  public func fileSystemType() throws(SystemError) -> FileSystemType {
    var type: UInt32 = 0
    try retrying("Cannot read the type of a file system") {
      unsafe clinux_file_system_type(number, &type)
    }
    return FileSystemType(number: type)
  }
}
