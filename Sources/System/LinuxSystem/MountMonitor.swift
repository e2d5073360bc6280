/// Reports mounts and unmounts without polling.
///
/// The kernel marks an open `/proc/self/mountinfo` with EPOLLPRI and EPOLLERR once after each
/// change; see proc_pid_mounts(5).
public struct MountMonitor: ~Copyable, Sendable {
  /// The descriptor to wait for, with ``EventLoop/Interest/urgent``.
  public let descriptor: FileDescriptor
  fileprivate static let path = FilePath.root.appending("proc").appending("self")
    .appending("mountinfo")

  /// Begins to report changes.
  public init() throws(SystemError) {
    descriptor = try FileDescriptor(openingOwn: Self.path)
  }

  /// Reads the current table of mounts.
  public func table() throws(SystemError) -> MountTable { try .current() }
}

extension MountTable {
  /// Reads the current table; no file system is asked.
  ///
  /// - Throws: an error if `/proc` cannot be read.
  public static func current() throws(SystemError) -> MountTable {
    // Open the file again, because the kernel creates the table at the time of the open.
    let text = try FileDescriptor(openingOwn: MountMonitor.path).read(
      upTo: 16 << 20, expecting: 16 << 10)
    return MountTable(parsing: text)
  }
}
