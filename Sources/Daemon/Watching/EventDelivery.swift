public import LinuxSystem

/// Whether inotify reports every change on a file system.
///
/// inotify reports only changes made through this machine's kernel. If files can be changed
/// otherwise, on another machine or below the mount, folders are both watched and polled. See
/// "Limitations and caveats" in inotify(7).
public enum EventDelivery: Equatable, Sendable {
  /// All changes go through this kernel, which notifies each of them.
  case notified
  /// Files can change without a notification; the value is the type of the file system.
  case unreliable(String)
  /// Not known before the first notification; then the file system counts as ``notified``.
  case untested(String)

  /// Classifies a type of file system.
  public init(_ type: FileSystemType) {
    if Self.local.contains(type.number) {
      self = .notified
    } else if let name = Self.shared[type.number] {
      self = .unreliable(name)
    } else {
      self = .untested(Self.layered[type.number] ?? "0x\(String(type.number, radix: 16))")
    }
  }

  /// The type of the file system; nil if its folders need no polling.
  public var polledName: String? {
    switch self {
    case .notified: nil
    case .unreliable(let name), .untested(let name): name
    }
  }

  // Numbers from linux/magic.h, or from the sources of file systems that are not in it.
  private static let local: Set<UInt32> = [
    0xef53,  // ext2, ext3, ext4
    0x5846_5342,  // XFS
    0x9123_683e,  // Btrfs
    0xf2f5_2010,  // F2FS
    0xca45_1a4e,  // bcachefs
    0x2fc1_2fc1,  // ZFS
    0x5265_4973,  // ReiserFS
    0x3153_464a,  // JFS
    0x3434,  // NILFS
    0x0102_1994,  // tmpfs
    0x8584_58f6,  // ramfs
    0x4d44,  // FAT
    0x2011_bab0,  // exFAT
    0x7366_746e, 0x5346_544e,  // NTFS
    0x482b,  // HFS+
    0xf15f,  // eCryptfs
    0x9660, 0x1501_3346,  // CD and DVD
    0x7371_7368, 0xe0f5_e1e2,  // SquashFS, EROFS
  ]
  private static let shared: [UInt32: String] = [
    0x6969: "NFS", 0x517b: "SMB", 0xfe53_4d42: "SMB", 0xff53_4d42: "CIFS", 0x6573_5546: "FUSE",
    0x0102_1997: "9P", 0x5346_414f: "AFS", 0x6b41_4653: "AFS", 0x00c3_6400: "Ceph",
    0x7375_7245: "Coda", 0x786f_4256: "VirtualBox", 0xbacb_acbc: "VMware", 0x5346_4846: "WSL",
  ]
  private static let layered: [UInt32: String] = [0x794c_7630: "overlay"]
}
