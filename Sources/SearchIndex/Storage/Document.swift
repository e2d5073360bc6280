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
