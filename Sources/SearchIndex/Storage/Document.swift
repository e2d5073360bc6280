public import LinuxSystem

/// What the index keeps of a file.
public struct Document: Equatable, Sendable {
  /// How the text of a document came about.
  public enum State: Int64, Sendable {
    /// All of its text is in the index.
    case complete = 0
    /// It has no text; it is found by its name.
    case withoutText = 1
    /// Only the beginning of its text is in the index; ``Document/note`` says how much.
    case partial = 2
    /// It could not be read; ``Document/note`` says why. It is found by its name.
    case unreadable = 3
    /// The index refused it; ``Document/note`` says why. It is found by its name.
    case failed = 4
  }

  /// What the kernel said of the file when it was read.
  public var status: FileStatus
  /// The media type.
  public var type: String
  /// The title, where the file names one.
  public var title: String?
  /// The tags.
  public var tags: [String] = []
  /// The text in valid UTF-8.
  public var text: [UInt8] = []
  /// How the text came about.
  public var state: State = .complete
  /// What a person should know of ``state``.
  public var note: String?
  /// The version of what made text of the file; ``unfinished`` where all of it is still to be read.
  public var extractor: Int64 = 1
  /// The moment from which on another read is final, in nanoseconds since 1970, where ``status`` may
  /// hide a write that came after this read; nil where it cannot.
  public var racyUntil: Int64?

  /// The ``extractor`` of a document of which more is to be read at another time.
  public static let unfinished: Int64 = 0

  /// Makes a document without text.
  public init(status: FileStatus, type: String) {
    self.status = status
    self.type = type
  }
}

/// What the index knows of a file, to tell whether the file has changed since.
public struct StoredFile: Equatable, Sendable {
  /// The document's number.
  public let id: Int64
  /// The size in bytes.
  public let size: Int64
  /// `st_mtim` in nanoseconds.
  public let modified: Int64
  /// `st_ctim` in nanoseconds.
  public let changed: Int64
  /// The inode number.
  public let inode: UInt64
  /// The version of what made text of it.
  public let extractor: Int64
  /// How the text came about.
  public let state: Document.State
  /// ``Document/racyUntil``; 0 where the moment is not known.
  public var racyUntil: Int64?

  /// Whether the file need not be read again: its times and size are those that were read, and they
  /// can hide no write.
  ///
  /// - Parameters:
  ///   - status: what the kernel says of the file now.
  ///   - extractor: the version of what would make text of it now.
  /// - Returns: whether what the index has of it is up to date.
  public func isCurrent(_ status: FileStatus, extractor: Int64) -> Bool {
    racyUntil == nil && matches(status, extractor: extractor)
  }

  /// Whether the file on disk is still the one that was read, and as well as it would be read now.
  ///
  /// The device is left out: its number can change when a file system is mounted again. What failed
  /// is not tried again for another name or other permissions.
  ///
  /// - Parameters:
  ///   - status: what the kernel says of the file now.
  ///   - extractor: the version of what would make text of it now.
  /// - Returns: whether there is nothing to read again.
  public func matches(_ status: FileStatus, extractor: Int64) -> Bool {
    status.size == size && status.modified == modified && status.inode == inode
      && (status.changed == changed || state == .failed) && extractor == self.extractor
  }
}

/// What the index knows of the entries of a folder.
public struct StoredFolder: Equatable, Sendable {
  /// The files, by name.
  public var files: [[UInt8]: StoredFile] = [:]
  /// The names of the folders in it.
  public var folders: Set<[UInt8]> = []
}
