public import LinuxSystem

/// A document as it is stored in the index: the metadata of a file, its properties and its text.
public struct Document: DescribedDocument, Equatable, Sendable {
  /// The state of the text of a document.
  public enum State: Int64, CaseIterable, Sendable {
    /// All of its text is in the index.
    case complete = 0
    /// It has no text; only its name and properties are searchable.
    case withoutText = 1
    /// Only a part of its text is in the index; ``Document/note`` says which.
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
  /// The properties besides the text, such as the title.
  public var properties = DocumentProperties()
  /// The text in valid UTF-8.
  public var text: [UInt8] = []
  /// The parts of the text, by ascending offset; parts after the end of the text are not kept.
  public var parts: [Part] = []
  /// The state of the text.
  public var state: State = .complete
  /// The reason for ``state``, for people; for a complete document, which part of it no reader can read.
  public var note: String?
  /// The version of the extractor; ``unfinished`` if the file has to be read again in full.
  public var extractor: Int64 = 1
  /// The moment from which the file has to be read again; nil if it need not be.
  ///
  /// A write after this document was read may have left ``status`` unchanged. A read at this moment or later
  /// excludes that.
  public var racyUntil: FileTime?

  /// The images whose text is not known yet; nil if there are none.
  public var scan: Scan?

  /// Where reading continues after the file has grown, if all before is read; nil if every change means
  /// reading the whole file.
  public var end: End?

  /// The point up to which a growing file was read, such as a log.
  public struct End: Equatable, Sendable {
    /// The size of the file in bytes.
    public var offset: Int64
    /// A hash of the last bytes before ``offset``.
    public var checksum: UInt64

    /// Describes an end.
    public init(offset: Int64, checksum: UInt64) {
      (self.offset, self.checksum) = (offset, checksum)
    }
  }

  /// Images in a document whose text can be recognized.
  public struct Scan: Equatable, Sendable {
    /// Whether the file itself is an image; otherwise some of its pages are images.
    public var isPicture: Bool
    /// The numbers of the pages as text, such as `1-3,7`.
    public var pages: String

    /// Describes images.
    public init(isPicture: Bool, pages: String) {
      (self.isPicture, self.pages) = (isPicture, pages)
    }
  }

  /// The ``extractor`` of a document of which only some has been read so far.
  public static let unfinished: Int64 = 0

  /// Makes a document without text.
  public init(status: FileStatus, type: String) {
    self.status = status
    self.type = type
  }
}
