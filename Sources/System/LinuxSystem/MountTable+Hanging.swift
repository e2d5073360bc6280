extension MountTable {
  /// Returns the mount point of a path's file system if it has a server: another machine, or a program.
  ///
  /// A call on such a file system may never return. O(mounts); calls no file system.
  ///
  /// - Parameter path: a path without symbolic links.
  /// - Returns: nil if the kernel itself serves the file system.
  public func servedPoint(of path: FilePath) -> FilePath? {
    mount(of: path).flatMap { $0.isServedByKernel ? nil : $0.point }
  }

  /// Whether the table contains a file system with a server.
  public var hasServed: Bool { mounts.contains { !$0.isServedByKernel } }
}

extension MountTable.Mount {
  /// Whether the kernel serves the file system from memory or from a device, without a server.
  ///
  /// False for unknown types.
  public var isServedByKernel: Bool { Self.kernelTypes.contains(type) }

  // The names of file systems that the kernel registers; /proc/filesystems lists those of this machine.
  private static let kernelTypes: Set<String> = [
    "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "bcachefs", "zfs", "reiserfs", "jfs", "nilfs2",
    "tmpfs",
    "ramfs", "rootfs", "vfat", "msdos", "exfat", "ntfs", "ntfs3", "hfs", "hfsplus", "ecryptfs",
    "iso9660", "udf",
    "squashfs", "erofs", "romfs", "cramfs", "overlay", "aufs", "ubifs", "jffs2", "minix", "affs",
    "ufs", "proc",
    "sysfs", "devtmpfs", "devpts", "cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "bpf",
    "efivarfs",
    "pstore", "configfs", "binfmt_misc", "selinuxfs", "smackfs", "apparmorfs", "resctrl", "fusectl",
    "mqueue",
    "nsfs", "binder", "xenfs", "openpromfs", "hugetlbfs", "rpc_pipefs", "nfsd",
  ]
}
