import ContentTypes
import MediaTypes
import ExtractionProtocol

/// A member of a container, such as an attachment: where it is, and its text and metadata.
public struct ExtractedMember: Equatable, Sendable {
  /// The path of the member in each container, from the file to the member, as bytes; at least one.
  ///
  /// A jailed program says it, from hostile input: not normalized, not unique, never empty, any bytes.
  /// A message of a mailbox has its Message-ID in angle brackets, or `@` and its offset.
  public var path: [[UInt8]]
  /// The unpacked size in bytes.
  public var size: UInt64
  /// The last modification in seconds since 1970, if the container says it.
  public var modified: Int64?
  /// A checksum of its whole content, if there is one: CRC-32 in zip files.
  public var checksum: UInt64?
  /// The text and properties that were read.
  public var document: ExtractedText
}

extension ExtractedMember {
  /// Takes over a member that a jailed program has found; `checksum` is for a container that has none.
  init(_ answered: consuming AnsweredMember, checksum: UInt64? = nil) {
    let description = answered.description
    let type = description.type.isEmpty ? MediaType.binary : description.type
    var document = ExtractedText(
      answered.content, answered.ending, type: type, description.format)
    // Plain text in a container is read by the rules for files.
    if description.format == .plainText {
      document.reader = .plainText
      MarkdownHeader.read(into: &document, hasHeadings: type == MediaType.markdown)
    }
    self.init(
      path: answered.path, size: description.size, modified: description.modified,
      checksum: description.checksum ?? checksum, document: document)
  }
}
