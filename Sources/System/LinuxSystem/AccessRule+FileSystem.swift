import CLinux
import Glibc

/// The rules of files on the disk.
extension AccessRule {
  /// Reads the rule of an entry of an open folder.
  ///
  /// It is nil if the entry does not exist, for anything but a regular file or a folder, and if something else than the
  /// mode and the list of acl(5) decides who has access: then nobody can be said to have it.
  ///
  /// - Parameters:
  ///   - name: the name of the entry; `.` is the folder itself.
  ///   - folder: the open folder.
  public init?(of name: [UInt8], in folder: borrowing FileDescriptor) {
    let number = folder.number
    let entry = try? FileDescriptor("Cannot open an entry of a directory") {
      unsafe name.withCString { unsafe clinux_open_path(number, $0, O_NOFOLLOW) }
    }
    guard let entry else { return nil }
    self.init(of: entry)
  }

  /// Reads the rule of a file or folder, without following a symbolic link at the path.
  public init?(of path: FilePath) {
    let entry = try? FileDescriptor("Cannot open", path) {
      unsafe path.withCString { unsafe clinux_open_path(AT_FDCWD, $0, O_NOFOLLOW) }
    }
    guard let entry else { return nil }
    self.init(of: entry)
  }

  /// Reads the rule of a descriptor that only names a file, as open(2) returns it with `O_PATH`.
  private init?(of file: borrowing FileDescriptor) {
    guard let type = try? file.fileSystemType(), !type.decidesElsewhere,
      let status = try? file.status()
    else { return nil }
    for name in Self.foreignLists {
      guard case .none = file.namedAttribute(name) else { return nil }
    }
    switch file.namedAttribute("system.posix_acl_access") {
    case .none: self.init(status, list: nil)
    case .value(let list): self.init(status, list: list)
    case .unknown: return nil
    }
  }

  /// The lists of NFS version 4, as the clients of NFS and ZFS show them: they can deny what the mode grants.
  private static let foreignLists = ["system.nfs4_acl", "system.nfs4_acl_xdr"]
}

extension FileSystemType {
  /// Whether another machine or a program decides who may read a file, whatever its mode says here.
  var decidesElsewhere: Bool { Self.decidingElsewhere.contains(number) }

  // From linux/magic.h, and from the sources of file systems that are not listed there: NFS; SMB, CIFS and SMB2;
  // FUSE; 9p; AFS, twice; Ceph; Coda; NCP; Lustre; GPFS; OrangeFS; BeeGFS; and the shared folders of VirtualBox
  // and VMware.
  private static let decidingElsewhere: Set<UInt32> = [
    0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x6573_5546, 0x0102_1997, 0x5346_414f, 0x6b41_4653,
    0x00c3_6400, 0x7375_7245, 0x564c, 0x0bd0_0bd0, 0x4750_4653, 0x2003_0528, 0x1983_0326,
    0x786f_4256, 0xbacb_acbc,
  ]
}

/// The value of an extended attribute.
private enum NamedAttribute {
  /// The file has no such attribute, or its file system has none.
  case none
  case value([UInt8])
  /// The attribute cannot be read.
  case unknown
}

extension FileDescriptor {
  /// Returns an extended attribute of the file, even if the descriptor only names it.
  ///
  /// The C function is `getxattr` for an entry of /proc/self/fd, because `fgetxattr` refuses such a descriptor; see
  /// proc_pid_fd(5).
  fileprivate func namedAttribute(_ name: String) -> NamedAttribute {
    let capacity = 65_536
    let size = unsafe name.withCString { unsafe clinux_named_attribute(number, $0, nil, 0) }
    if size < 0 { return [ENODATA, EOPNOTSUPP].contains(errno) ? .none : .unknown }
    var isRead = false
    // The largest value that the kernel allows, in case it has grown since.
    let value = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      let read = unsafe name.withCString {
        unsafe clinux_named_attribute(number, $0, buffer.baseAddress, capacity)
      }
      (isRead, count) = (read >= 0, max(0, read))
    }
    return isRead ? .value(value) : .unknown
  }
}
