/// Reports mounts and unmounts without polling.
///
/// After each change, the kernel reports EPOLLPRI and EPOLLERR once for an open `/proc/self/mountinfo`; see
/// proc_pid_mounts(5).
public struct MountMonitor: ~Copyable, Sendable {
  /// The descriptor to wait for, with ``EventLoop/Interest/urgent``.
  public let descriptor: FileDescriptor
  fileprivate static let path = FilePath.root.appending("proc").appending("self")
    .appending("mountinfo")

  /// Begins to monitor mounts.
  public init() throws(SystemError) {
    descriptor = try FileDescriptor(openingOwn: Self.path)
  }

  /// Reads the current table of mounts.
  public func table() throws(SystemError) -> MountTable { try .current() }
}

extension MountTable {
  /// Reads the current table of mounts, without a call on any mounted file system.
  ///
  /// - Throws: an error if `/proc` cannot be read.
  public static func current() throws(SystemError) -> MountTable {
    // The file must be opened again, because the kernel makes the table when it is opened.
    let text = try FileDescriptor(openingOwn: MountMonitor.path).read(
      upTo: 16 << 20, expecting: 16 << 10)
    return MountTable(parsing: text)
  }
}
