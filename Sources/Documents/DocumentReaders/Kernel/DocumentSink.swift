public import ExtractionProtocol

/// Receives the content of a document in reading order.
public protocol DocumentSink {
  /// Whether the reader is to go on: false once a limit is reached or the time is over.
  var wantsMore: Bool { get }

  /// Adds a value of a metadata field.
  mutating func add(_ value: String, to field: DocumentField)

  /// Begins a part of the document; the text up to the next part belongs to it.
  mutating func begin(_ part: DocumentPart)

  /// Adds text.
  ///
  /// - Parameter text: valid UTF-8 of any length that does not end inside a character.
  mutating func add(text: Span<UInt8>)

  /// Says that a page is complete, and that the next one may take long.
  mutating func endPage()

  /// Begins a member, such as an attachment; everything up to its end belongs to it.
  ///
  /// - Returns: false if the content of the member is not wanted; then its end follows at once.
  mutating func begin(_ member: DocumentMember) -> Bool

  /// Whether more of the content of the member that was begun last is wanted.
  ///
  /// It may be false while ``wantsMore`` is true, which is about the document.
  var wantsContent: Bool { get }

  /// Adds bytes of a member's file, which another reader reads.
  mutating func add(content: Span<UInt8>)

  /// Says why the content of the member that was begun last is missing, or is not whole; its end follows.
  mutating func fail(_ failure: ReadingFailure)

  /// Ends the member that was begun last.
  mutating func endMember()

  /// Says that everything before an offset of the document was read, so that reading can go on there once
  /// the document has grown.
  mutating func didRead(before offset: Int)
}

extension DocumentSink {
  /// Wants content as long as it wants anything.
  public var wantsContent: Bool { wantsMore }

  /// Ignores the reason.
  public mutating func fail(_ failure: ReadingFailure) {}

  /// Ignores it.
  public mutating func endPage() {}

  /// Ignores the offset.
  public mutating func didRead(before offset: Int) {}
}

/// A sink that takes no parts and no members.
protocol TextSink: DocumentSink {}

extension TextSink {
  mutating func begin(_ part: DocumentPart) {}
  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}
}

/// A member of a document: an attachment, a file of an archive, a message of a mailbox.
public struct DocumentMember: Equatable, Sendable {
  /// The path inside the document, as bytes; not trusted, and not unique.
  public var path: [UInt8]
  /// The declared media type, if there is one.
  public var type: String?
  /// The unpacked size in bytes, if it is known before.
  public var size: Int64?
  /// The last modification in seconds since 1970, if it is known.
  public var modified: Int64?
  /// The CRC-32 of the content, if it is known before.
  public var checksum: UInt32?

  /// Describes a member.
  public init(
    path: [UInt8], type: String? = nil, size: Int64? = nil, modified: Int64? = nil,
    checksum: UInt32? = nil
  ) {
    (self.path, self.type, self.size) = (path, type, size)
    (self.modified, self.checksum) = (modified, checksum)
  }
}

/// Why a document, or the rest of it, cannot be read.
public enum ReadingFailure: Error, Equatable, Sendable {
  /// The content violates its format; the reason names the place, not the content.
  case damaged(String)
  /// A password is needed.
  case encrypted
  /// The format has a version or feature that is not supported.
  case unsupported(String)
  /// It has more members than are read.
  case memberLimit
  /// It unpacks to more bytes than the limit.
  case sizeLimit
}
