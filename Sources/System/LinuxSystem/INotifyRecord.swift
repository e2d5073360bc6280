import Glibc

/// An event of inotify; see "Reading events" in inotify(7).
public struct INotifyRecord: Equatable, Sendable {
  /// The kinds of events, and whether the entry is a directory: the bits of `mask`.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The kernel's bits.
    public let rawValue: UInt32

    /// Creates events from the kernel's bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// The content of a file was changed.
    public static let modified = Events(rawValue: UInt32(IN_MODIFY))
    /// Permissions, time stamps, extended attributes or the link count changed.
    public static let attributes = Events(rawValue: UInt32(IN_ATTRIB))
    /// A file that was open for writing was closed.
    public static let closedAfterWriting = Events(rawValue: UInt32(IN_CLOSE_WRITE))
    /// An entry was renamed from this directory; `cookie` pairs it with ``movedTo``.
    public static let movedFrom = Events(rawValue: UInt32(IN_MOVED_FROM))
    /// An entry was renamed to this directory; `cookie` pairs it with ``movedFrom``.
    public static let movedTo = Events(rawValue: UInt32(IN_MOVED_TO))
    /// An entry was created.
    public static let created = Events(rawValue: UInt32(IN_CREATE))
    /// An entry was removed.
    public static let deleted = Events(rawValue: UInt32(IN_DELETE))
    /// The watched directory itself was removed.
    public static let selfDeleted = Events(rawValue: UInt32(IN_DELETE_SELF))
    /// The watched directory itself was renamed.
    public static let selfMoved = Events(rawValue: UInt32(IN_MOVE_SELF))
    /// The file system that contains the directory was unmounted.
    public static let unmounted = Events(rawValue: UInt32(IN_UNMOUNT))
    /// The event queue was full, and events were lost.
    public static let overflow = Events(rawValue: UInt32(IN_Q_OVERFLOW))
    /// The watch was removed.
    public static let ignored = Events(rawValue: UInt32(IN_IGNORED))
    /// The entry is a directory.
    public static let isDirectory = Events(rawValue: UInt32(IN_ISDIR))

    /// The events for a watched directory; only directories are watched, and symbolic links are not followed.
    static let watched = Events(
      rawValue: [
        modified, attributes, closedAfterWriting, movedFrom, movedTo, created, deleted,
        selfDeleted, selfMoved,
      ].reduce(UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)) { $0 | $1.rawValue })

    /// The events for a directory that is watched only for its own rename; the events of an existing watch
    /// stay.
    static let watchedByName = Events(
      rawValue: selfMoved.rawValue | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)
        | UInt32(bitPattern: Int32(IN_MASK_ADD)))
  }

  /// The watch descriptor; -1 for an overflow.
  public let watch: Int32
  /// The kinds of events, with ``Events/isDirectory``.
  public let events: Events
  /// The number that pairs ``Events/movedFrom`` with ``Events/movedTo``.
  public let cookie: UInt32
  /// The name of the entry in the watched directory; empty if the event is about the directory itself.
  public let name: [UInt8]

  /// Creates a record.
  public init(watch: Int32, events: Events, cookie: UInt32 = 0, name: [UInt8] = []) {
    self.watch = watch
    self.events = events
    self.cookie = cookie
    self.name = name
  }
}
