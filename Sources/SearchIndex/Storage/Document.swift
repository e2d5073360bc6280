public import LinuxSystem

/// What the index keeps of a file.
public struct Document: Equatable, Sendable {
  /// What became of the text of a document.
  public enum State: Int64, Sendable {
    /// All of its text is in the index.
    case complete = 0
    /// It has no text; only its name is searchable.
    case withoutText = 1
    /// Only the beginning of its text is in the index; ``Document/note`` says how much.
    case partial = 2
    /// It could not be read; ``Document/note`` says why. Only its name is searchable.
    case unreadable = 3
    /// The index refused it; ``Document/note`` says why. Only its name is searchable.
    case failed = 4
  }

  /// The file's metadata when it was read.
  public var status: FileStatus
  /// The media type.
  public var type: String
  /// The title, if the file has one.
  public var title: String?
  /// The tags.
  public var tags: [String] = []
  /// The text in valid UTF-8.
  public var text: [UInt8] = []
  /// What became of the text.
  public var state: State = .complete
  /// The reason for ``state``, for people.
  public var note: String?
  /// The version of the extractor; ``unfinished`` if the file has to be read again in full.
  public var extractor: Int64 = 1
  /// When the file has to be read again; nil if it need not be.
  ///
  /// A write after this read may have left ``status`` unchanged; a read from this moment on is
  /// final.
  public var racyUntil: FileTime?

  /// The images in it whose text is not known; nil if there are none.
  public var scan: Scan?

  /// Images in a document whose text can be recognized.
  public struct Scan: Equatable, Sendable {
    /// Whether the file is an image; otherwise some of its pages are.
    public var isPicture: Bool
    /// The numbers of the pages as text, such as `1-3,7`.
    public var pages: String

    /// Describes images.
    public init(isPicture: Bool, pages: String) {
      (self.isPicture, self.pages) = (isPicture, pages)
    }
  }

  /// The ``extractor`` of a document of which only a part has been read so far.
  public static let unfinished: Int64 = 0

  /// Makes a document without text.
  public init(status: FileStatus, type: String) {
    self.status = status
    self.type = type
  }
}
