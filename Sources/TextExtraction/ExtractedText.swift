public import ExtractionProtocol

/// The text of a file and the metadata in its content.
public struct ExtractedText: Equatable, Sendable {
  /// The extracted part of a file's content.
  public enum Extent: Equatable, Sendable {
    /// All of it.
    case whole
    /// The first `read` of `size` bytes.
    case beginning(read: Int64, size: Int64)
    /// Nothing: the content is not text.
    case nothing
    /// What was read before reading ended, and why it did, as a clause: "it is damaged".
    case part(because: String)
  }

  /// The media type, such as `text/markdown`.
  public var type: String
  /// The reader that made it.
  public var reader = ReaderVersion.plainText
  /// The name of the character encoding that was decoded; nil for UTF-8.
  public var charset: String?
  /// The title in the content, if there is one.
  public var title: String?
  /// The tags in the content.
  public var tags: [String] = []
  /// The text as UTF-8, without NULs; invalid bytes are replaced by U+FFFD.
  public var text: [UInt8] = []
  /// The part of the content that is in ``text``.
  public var extent: Extent
  /// The offset in a mailbox before which all messages have been read; reading can go on there.
  public var position: UInt64?

  /// The pages that are images whose text is not known; page 1 for a file that is an image.
  public var waitingPages = PageNumbers()
  /// Whether the file is an image.
  public var isPicture = false

  /// Creates a value without title, tags and text.
  public init(type: String, extent: Extent = .whole) {
    self.type = type
    self.extent = extent
  }
}
