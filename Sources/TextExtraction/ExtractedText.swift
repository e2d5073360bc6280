/// What a file says: the text of a document and what is known from inside it.
public struct ExtractedText: Equatable, Sendable {
  /// How much of a file's content became text.
  public enum Extent: Equatable, Sendable {
    /// All of it.
    case whole
    /// The first `read` of `size` bytes.
    case beginning(read: Int64, size: Int64)
    /// None: it is not text.
    case nothing
  }

  /// The media type, as `text/markdown`.
  public var type: String
  /// The title inside the file, if it has one.
  public var title: String?
  /// The tags inside the file.
  public var tags: [String] = []
  /// The text as UTF-8, without NULs; invalid bytes are replaced by U+FFFD.
  public var text: [UInt8] = []
  /// How much of the content is in ``text``.
  public var extent: Extent

  /// Makes a document without title, tags and text.
  public init(type: String, extent: Extent = .whole) {
    self.type = type
    self.extent = extent
  }
}
