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

  /// Begins a member, such as an attachment; everything up to its end belongs to it.
  ///
  /// - Returns: false if the content of the member is not wanted; then its end follows at once.
  mutating func begin(_ member: DocumentMember) -> Bool

  /// Adds bytes of a member's file, which another reader reads.
  mutating func add(content: Span<UInt8>)

  /// Ends the member that was begun last.
  mutating func endMember()
}

/// A metadata field of a document.
public enum DocumentField: UInt8, CaseIterable, Sendable {
  /// The title; of a mail its subject.
  case title = 1
  /// An author, in the document's own spelling; of a mail its sender.
  case author
  /// A recipient of a mail.
  case recipient
  /// When it was created or sent: a date, or date and time, of RFC 3339.
  case created
  /// When it was changed, according to its content; as ``created``.
  case changed
  /// The declared language, as in BCP 47.
  case language
  /// The number of pages, slides or sheets, in decimal.
  case pages
  /// A tag or keyword.
  case keyword
  /// The Message-ID of a mail, without angle brackets.
  case identifier
  /// The name of the character encoding that the text was decoded from.
  case charset
}

/// A part of a document.
public struct DocumentPart: Equatable, Sendable {
  /// What a part is.
  public enum Kind: UInt8, CaseIterable, Sendable {
    case page = 1
    case slide
    case sheet
    case chapter
    /// A part of a mail.
    case body
  }

  /// What it is.
  public var kind: Kind
  /// The label for people: a page's number as printed, a sheet's name.
  public var label: String

  /// Describes a part.
  public init(_ kind: Kind, label: String) {
    self.kind = kind
    self.label = label
  }
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
}
