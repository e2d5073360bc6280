public import LinuxSystem

/// The record of a file in the index.
public struct Document: DescribedDocument, Equatable, Sendable {
  /// The state of the text of a document.
  public enum State: Int64, CaseIterable, Sendable {
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
    /// Its text is encrypted; ``Document/note`` says so. Only its name is searchable.
    case locked = 5
  }

  /// The file's metadata when it was read.
  public var status: FileStatus
  /// The media type.
  public var type: String
  /// Its properties besides its text.
  public var properties = DocumentProperties()
  /// The text in valid UTF-8.
  public var text: [UInt8] = []
  /// The parts of the text, by ascending offset; parts after the end of the text are not kept.
  public var parts: [Part] = []
  /// The state of the text.
  public var state: State = .complete
  /// The reason for ``state``, for people; for a complete document, the part that no reader can
  /// read.
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

  /// Where reading goes on once the file has grown, because all before it was read; nil if a change
  /// has all of it read again.
  public var end: End?

  /// The end of a file that others append to.
  public struct End: Equatable, Sendable {
    /// The size of the file in bytes.
    public var offset: Int64
    /// A hash of the last bytes before the end.
    public var checksum: UInt64

    /// Describes an end.
    public init(offset: Int64, checksum: UInt64) {
      (self.offset, self.checksum) = (offset, checksum)
    }
  }

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
