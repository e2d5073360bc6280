import ContentTypes
import MediaTypes
import ExtractionProtocol

/// A member of a container, such as an attachment: its path, text and metadata.
public struct ExtractedMember: Equatable, Sendable {
  /// The path of the member in each container, from the outermost to the innermost, as bytes; at least one.
  ///
  /// It comes from untrusted input: not normalized, not unique, any bytes, but never empty. A
  /// message in a mailbox has its Message-ID in angle brackets, or `@` and its offset.
  public var path: [[UInt8]]
  /// The unpacked size in bytes.
  public var size: UInt64
  /// The time of the last modification in seconds since 1970; nil if the container does not have it.
  public var modified: Int64?
  /// A checksum of the whole content, such as CRC-32 in zip files; nil if there is none.
  public var checksum: UInt64?
  /// The document that was read from the member.
  public var document: ExtractedText
}

extension ExtractedMember {
  /// Converts a member from a program's answer; `checksum` is used if the container has none.
  init(_ answered: consuming AnsweredMember, checksum: UInt64? = nil) {
    let description = answered.description
    let type = description.type.isEmpty ? MediaType.binary : description.type
    var document = ExtractedText(
      answered.content, answered.ending, type: type, description.format)
    if description.format == .plainText { document.becomePlainText() }
    self.init(
      path: answered.path, size: description.size, modified: description.modified,
      checksum: description.checksum ?? checksum, document: document)
  }
}

extension ExtractedText {
  /// Treats plain text in a container like a plain text file.
  mutating func becomePlainText() {
    reader = .plainText
    MarkdownHeader.read(into: &self, hasHeadings: type == MediaType.markdown)
  }
}
