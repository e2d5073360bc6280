import Glibc

/// One inotify instance: watches directories, and is read when it has become readable.
///
/// See inotify(7).
public struct INotify: ~Copyable, Sendable {
  /// The descriptor to wait on.
  public let descriptor: FileDescriptor

  /// Makes an instance whose reads never block.
  ///
  /// - Throws: EMFILE where `fs.inotify.max_user_instances` (or the descriptor limit) is reached.
  public init() throws(SystemError) {
    descriptor = FileDescriptor(
      owning: try retrying("Cannot make an inotify instance") {
        inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      })
  }

  /// Watches a directory, or changes nothing where its inode is watched already.
  ///
  /// - Returns: the watch descriptor; the same one for the same inode.
  /// - Throws: ENOSPC where `fs.inotify.max_user_watches` is reached, ENOENT or ENOTDIR where
  ///   there is no such directory (any more), EACCES where it may not be read.
  public func watch(directory path: FilePath) throws(SystemError) -> Int32 {
    let mask = INotifyRecord.Events.watched.rawValue
    return try retrying("Cannot watch", path) {
      unsafe path.withCString { unsafe inotify_add_watch(descriptor.number, $0, mask) }
    }
  }

  /// Watches a directory only for being renamed itself, or changes nothing where it is watched for more.
  ///
  /// - Returns: the watch descriptor; the same one for the same inode.
  /// - Throws: what ``watch(directory:)`` throws.
  public func watch(nameOf path: FilePath) throws(SystemError) -> Int32 {
    let mask = INotifyRecord.Events.watchedByName.rawValue
    return try retrying("Cannot watch", path) {
      unsafe path.withCString { unsafe inotify_add_watch(descriptor.number, $0, mask) }
    }
  }

  /// Watches a directory that is open, whatever its path is by now.
  ///
  /// - Parameter number: the descriptor of the open directory.
  /// - Returns: the watch descriptor; the same one for the same inode.
  /// - Throws: ENOSPC where `fs.inotify.max_user_watches` is reached.
  public func watch(openDirectory number: Int32) throws(SystemError) -> Int32 {
    // The entries of /proc/self/fd lead to the very file; see proc_pid_fd(5).
    let mask = INotifyRecord.Events.watched.rawValue & ~UInt32(IN_DONT_FOLLOW)
    return try retrying("Cannot watch an open folder") {
      unsafe "/proc/self/fd/\(number)".withCString {
        unsafe inotify_add_watch(descriptor.number, $0, mask)
      }
    }
  }

  /// Ends a watch; one that the kernel has ended already is no error.
  public func unwatch(_ watch: Int32) {
    _ = inotify_rm_watch(descriptor.number, watch)
  }

  /// Reads the records that are waiting, up to 64 KiB of them; none where nothing is.
  ///
  /// What cannot be decoded counts as dropped by the kernel.
  public func read() throws(SystemError) -> [INotifyRecord] {
    var buffer: [UInt8] = []
    guard try descriptor.readAvailable(upTo: 65_536, to: &buffer) != nil else { return [] }
    var decoder = INotifyDecoder(buffer)
    var records: [INotifyRecord] = []
    while let record = decoder.next() { records.append(record) }
    if decoder.hasRest { records.append(INotifyRecord(watch: -1, events: .overflow)) }
    return records
  }
}
