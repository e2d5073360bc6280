extension MountTable {
  /// The mount point of a path's file system if another machine or a program serves that file system.
  ///
  /// A call on it may never return. O(mounts); no file system is asked.
  ///
  /// - Parameter path: a path without symbolic links.
  /// - Returns: nil if the kernel serves it.
  public func servedPoint(of path: FilePath) -> FilePath? {
    mount(of: path).flatMap { $0.isServedByKernel ? nil : $0.point }
  }

  /// Whether others serve any file system of the table.
  public var hasServed: Bool { mounts.contains { !$0.isServedByKernel } }
}

extension MountTable.Mount {
  /// Whether the kernel answers calls on the file system by itself, from memory or a device of this machine.
  ///
  /// A type that is not known counts as served by others.
  public var isServedByKernel: Bool { Self.kernelTypes.contains(type) }

  // The names that file systems register in the kernel; /proc/filesystems shows the names on this
  // machine.
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
