public import ExtractionProtocol
public import LinuxSystem

/// The text of a file and the metadata in its content.
public struct ExtractedText: DescribedDocument, Equatable, Sendable {
  /// The extracted part of a file's content.
  public enum Extent: Equatable, Sendable {
    /// All of it.
    case whole
    /// The first `read` of `size` bytes.
    case beginning(read: Int64, size: Int64)
    /// Nothing: the content is not text.
    case nothing
    /// Only a part was read; the reason is a clause: "it is damaged".
    case part(because: String)
    /// Only the part that needs no password.
    case locked
  }

  /// The media type, such as `text/markdown`.
  public var type: String
  /// The reader that made it.
  public var reader = ReaderVersion.plainText
  /// Its properties besides its text; its language is not detected yet.
  public var properties = DocumentProperties()
  /// The language that the content declares, such as `de-AT`; not checked.
  public var declaredLanguage: String?
  /// The Message-ID of a mail, without angle brackets.
  public var identifier: String?
  /// The text as UTF-8, without NULs; invalid bytes are replaced by U+FFFD.
  public var text: [UInt8] = []
  /// The parts of ``text``, by ascending offset.
  public var parts: [ExtractionAnswer.Part] = []
  /// The part of the content that is in ``text``.
  public var extent: Extent
  /// The offset in a mailbox before which all messages have been read; reading can go on there.
  public var position: UInt64?
  /// The end of a mailbox whose messages have all been read; nil for other documents, and if the last
  /// message may still be written.
  public var mailboxEnd: MailboxEnd?
  /// Whether a mailbox has more messages than one answer; they begin at ``position``.
  public var hasMoreMembers = false

  /// The pages that are images whose text is not known; page 1 for a file that is an image.
  public var waitingPages = PageNumbers()
  /// Whether the file is an image.
  public var isPicture = false
  /// The pages with hardly any letters of a document that is compressed or in a container, where no text in
  /// images is recognized.
  public var unrecognizablePages = PageNumbers()

  /// The same mailbox with the messages that another answer has, which begin at ``position``.
  public func continued(by rest: ExtractedText) -> ExtractedText {
    var whole = self
    whole.readingTime = self.readingTime.adding(rest.readingTime)
    whole.attachments = min(
      self.attachments.adding(rest.attachments), DocumentProperties.largestCount)
    (whole.position, whole.extent) = (rest.position, rest.extent)
    whole.mailboxEnd = rest.mailboxEnd
    whole.hasMoreMembers = rest.hasMoreMembers
    return whole
  }

  /// Creates a value without properties and text.
  public init(type: String, extent: Extent = .whole) {
    self.type = type
    self.extent = extent
  }
}

extension FixedWidthInteger {
  /// The sum, or the nearest number that the type can express.
  func adding(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
