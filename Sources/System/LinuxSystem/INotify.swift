import Glibc

/// An inotify instance, which watches directories and reports events.
///
/// See inotify(7).
public struct INotify: ~Copyable, Sendable {
  /// The descriptor to wait for; it is readable if there are events.
  public let descriptor: FileDescriptor

  /// Creates an instance; reading it never blocks.
  ///
  /// - Throws: EMFILE if `fs.inotify.max_user_instances` or the limit of descriptors is reached.
  public init() throws(SystemError) {
    descriptor = try FileDescriptor("Cannot create an inotify instance") {
      inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    }
  }

  /// Watches a directory; changes nothing if its inode is already watched.
  ///
  /// - Returns: the watch descriptor, which is the same for the same inode.
  /// - Throws: ENOSPC if `fs.inotify.max_user_watches` is reached, ENOENT or ENOTDIR if there is no such
  ///   directory, EACCES if it is not readable.
  public func watch(directory path: FilePath) throws(SystemError) -> Int32 {
    let mask = INotifyRecord.Events.watched.rawValue
    return try retrying("Cannot watch", path) {
      unsafe path.withCString { unsafe inotify_add_watch(descriptor.number, $0, mask) }
    }
  }

  /// Watches a directory only for its own rename; an existing watch for more events stays.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - includesAttributes: whether to watch also for changes of its owner and permissions.
  /// - Returns: the watch descriptor, which is the same for the same inode.
  /// - Throws: the errors of ``watch(directory:)``.
  public func watch(
    nameOf path: FilePath, includingAttributes includesAttributes: Bool = false
  ) throws(SystemError) -> Int32 {
    let more: INotifyRecord.Events = includesAttributes ? .attributes : []
    let mask = INotifyRecord.Events.watchedByName.union(more).rawValue
    return try retrying("Cannot watch", path) {
      unsafe path.withCString { unsafe inotify_add_watch(descriptor.number, $0, mask) }
    }
  }

  /// Watches an open directory, even if its path has changed.
  ///
  /// - Parameter number: the descriptor of the open directory.
  /// - Returns: the watch descriptor, which is the same for the same inode.
  /// - Throws: ENOSPC if `fs.inotify.max_user_watches` is reached.
  public func watch(openDirectory number: Int32) throws(SystemError) -> Int32 {
    // An entry of /proc/self/fd is a link to the open file itself; see proc_pid_fd(5).
    let mask = INotifyRecord.Events.watched.rawValue & ~UInt32(IN_DONT_FOLLOW)
    return try retrying("Cannot watch an open folder") {
      unsafe "/proc/self/fd/\(number)".withCString {
        unsafe inotify_add_watch(descriptor.number, $0, mask)
      }
    }
  }

  /// Removes a watch; does nothing if the kernel has removed it.
  public func unwatch(_ watch: Int32) {
    _ = inotify_rm_watch(descriptor.number, watch)
  }

  /// Reads the available records, up to 64 KiB; returns an empty array if there are none.
  ///
  /// Bytes that cannot be decoded are reported as an overflow of the queue.
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
