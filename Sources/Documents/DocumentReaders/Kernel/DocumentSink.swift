public import ExtractionProtocol

/// Receives the content of a document in reading order.
public protocol DocumentSink {
  /// Whether the reader should continue: false after a limit is reached or the time is over.
  var wantsMore: Bool { get }

  /// Adds a value of a metadata field.
  mutating func add(_ value: String, to field: DocumentField)

  /// Begins a part of the document; the text that follows belongs to it, up to the next part.
  mutating func begin(_ part: DocumentPart)

  /// Adds text.
  ///
  /// - Parameter text: valid UTF-8 of any length; it does not end inside a character.
  mutating func add(text: Span<UInt8>)

  /// Reports the end of a page; the next page may take long.
  mutating func endPage()

  /// Begins a member, such as an attachment; all calls up to ``endMember()`` are about it.
  ///
  /// - Returns: false if the content of the member is not wanted; call ``endMember()`` at once then.
  mutating func begin(_ member: DocumentMember) -> Bool

  /// Whether the sink wants more content of the innermost open member.
  ///
  /// It may be false although ``wantsMore``, which is about the whole document, is true.
  var wantsContent: Bool { get }

  /// Adds bytes of a member's file; another reader will read this file.
  mutating func add(content: Span<UInt8>)

  /// Reports why the content of the innermost open member is missing or incomplete; the member ends next.
  mutating func fail(_ failure: ReadingFailure)

  /// Ends the innermost open member.
  mutating func endMember()

  /// Reports that everything before an offset of the document was read. Once the document has grown, reading
  /// can continue at this offset.
  mutating func didRead(before offset: Int)
}

extension DocumentSink {
  /// Returns ``wantsMore``.
  public var wantsContent: Bool { wantsMore }

  /// Adds a member whose file is in memory.
  public mutating func add(_ member: DocumentMember, content: [UInt8]) {
    if begin(member) { add(pieces: content.span) }
    endMember()
  }

  /// Adds the content of a member in pieces.
  public mutating func add(pieces content: Span<UInt8>) {
    var range = content.indices
    while !range.isEmpty, wantsMore, wantsContent {
      let piece = range.prefix(TextBuffer.pieceSize)
      add(content: content.extracting(piece))
      range = piece.upperBound..<range.upperBound
    }
  }

  /// Adds values of metadata that have no field, such as a subject or comments, as lines before the text.
  public mutating func add(remarks: [String]) {
    let lines = remarks.filter { !$0.isEmpty }
    if !lines.isEmpty { add(text: Array((lines.joined(separator: "\n") + "\n\n").utf8).span) }
  }

  /// Ignores the failure.
  public mutating func fail(_ failure: ReadingFailure) {}

  /// Does nothing.
  public mutating func endPage() {}

  /// Ignores the offset.
  public mutating func didRead(before offset: Int) {}
}

/// A sink that ignores parts and members.
protocol TextSink: DocumentSink {}

extension TextSink {
  mutating func begin(_ part: DocumentPart) {}
  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}
}

/// A member of a document: an attachment, a file of an archive, a message of a mailbox.
public struct DocumentMember: Equatable, Sendable {
  /// The path inside the document, as bytes; untrusted, and not unique.
  public var path: [UInt8]
  /// The declared media type; nil if there is none.
  public var type: String?
  /// The unpacked size in bytes; nil if it is unknown before unpacking.
  public var size: Int64?
  /// The modification time in seconds since 1970; nil if unknown.
  public var modified: Int64?
  /// The CRC-32 of the content; nil if it is unknown before unpacking.
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
  /// The content violates its format; the string says where, without any content.
  case damaged(String)
  /// A password is needed.
  case encrypted
  /// The format has a version or feature that is not supported.
  case unsupported(String)
  /// The document has more members than the limit.
  case memberLimit
  /// The document unpacks to more bytes than the limit.
  case sizeLimit
}
