import Glibc

/// One event as inotify reports it; see "Reading events" in inotify(7).
public struct INotifyRecord: Equatable, Sendable {
  /// What happened, and to what; the bits of `mask`.
  public struct Events: OptionSet, Hashable, Sendable {
    /// The bits as the kernel has them.
    public let rawValue: UInt32

    /// Takes the kernel's bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// A file's content was changed.
    public static let modified = Events(rawValue: UInt32(IN_MODIFY))
    /// Permissions, time stamps, extended attributes or the link count changed.
    public static let attributes = Events(rawValue: UInt32(IN_ATTRIB))
    /// A file that was open for writing was closed.
    public static let closedAfterWriting = Events(rawValue: UInt32(IN_CLOSE_WRITE))
    /// An entry was renamed away; `cookie` pairs it with ``movedTo``.
    public static let movedFrom = Events(rawValue: UInt32(IN_MOVED_FROM))
    /// An entry was renamed to here.
    public static let movedTo = Events(rawValue: UInt32(IN_MOVED_TO))
    /// An entry was made.
    public static let created = Events(rawValue: UInt32(IN_CREATE))
    /// An entry was removed.
    public static let deleted = Events(rawValue: UInt32(IN_DELETE))
    /// The watched directory itself was removed.
    public static let selfDeleted = Events(rawValue: UInt32(IN_DELETE_SELF))
    /// The watched directory itself was renamed.
    public static let selfMoved = Events(rawValue: UInt32(IN_MOVE_SELF))
    /// The file system below the watch was unmounted.
    public static let unmounted = Events(rawValue: UInt32(IN_UNMOUNT))
    /// The queue was full: events were lost.
    public static let overflow = Events(rawValue: UInt32(IN_Q_OVERFLOW))
    /// The watch has ended.
    public static let ignored = Events(rawValue: UInt32(IN_IGNORED))
    /// The entry is a directory.
    public static let isDirectory = Events(rawValue: UInt32(IN_ISDIR))

    /// What a directory is watched for: directories only, and never through a symbolic link.
    static let watched = Events(
      rawValue: [
        modified, attributes, closedAfterWriting, movedFrom, movedTo, created, deleted,
        selfDeleted, selfMoved,
      ].reduce(UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)) { $0 | $1.rawValue })
  }

  /// The watch that reports; -1 for an overflow.
  public let watch: Int32
  /// What happened.
  public let events: Events
  /// Ties ``Events/movedFrom`` to its ``Events/movedTo``.
  public let cookie: UInt32
  /// The entry's name in the watched directory; empty where the directory itself is meant.
  public let name: [UInt8]

  /// Makes a record from its parts.
  public init(watch: Int32, events: Events, cookie: UInt32 = 0, name: [UInt8] = []) {
    self.watch = watch
    self.events = events
    self.cookie = cookie
    self.name = name
  }

  /// Decodes what `read` returned: `struct inotify_event` records little-endian, as on every machine
  /// that Swift runs Linux on.
  ///
  /// A record that is cut off at the end is left out: the kernel never writes one. O(bytes).
  public static func decode(_ bytes: [UInt8]) -> [INotifyRecord] {
    var records: [INotifyRecord] = []
    var rest = bytes[...]
    while rest.count >= 16 {
      let watch = Int32(bitPattern: word(at: rest.startIndex, of: rest))
      let events = Events(rawValue: word(at: rest.startIndex + 4, of: rest))
      let cookie = word(at: rest.startIndex + 8, of: rest)
      let length = Int(word(at: rest.startIndex + 12, of: rest))
      guard rest.count - 16 >= length else { break }
      let padded = rest.dropFirst(16).prefix(length)
      let name = Array(padded.prefix { $0 != 0 })
      records.append(INotifyRecord(watch: watch, events: events, cookie: cookie, name: name))
      rest = rest.dropFirst(16 + length)
    }
    return records
  }

  private static func word(at index: Int, of bytes: ArraySlice<UInt8>) -> UInt32 {
    var word: UInt32 = 0
    for offset in (0..<4).reversed() {
      word = word << 8 | UInt32(bytes[index + offset])
    }
    return word
  }
}
