/// Tells when something is mounted or unmounted, without looking again and again.
///
/// The kernel marks an open `/proc/self/mountinfo` with EPOLLPRI and EPOLLERR once after each
/// change; see proc_pid_mounts(5).
public struct MountMonitor: ~Copyable, Sendable {
  /// The descriptor to wait on, for ``EventLoop/Interest/urgent``.
  public let descriptor: FileDescriptor
  private static let path = FilePath.root.appending("proc").appending("self")
    .appending("mountinfo")

  /// Begins to notice changes.
  public init() throws(SystemError) {
    descriptor = try FileDescriptor(openingOwn: Self.path)
  }

  /// What is mounted now.
  public func table() throws(SystemError) -> MountTable {
    // The kernel writes the table anew for whoever opens it.
    let text = try FileDescriptor(openingOwn: Self.path).read(upTo: 16 << 20, expecting: 16 << 10)
    return MountTable(parsing: text)
  }
}
