public import ExtractionProtocol
public import LinuxSystem

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
    /// Only a part was read; the reason is a clause: "it is damaged".
    case part(because: String)
    /// Only the part that needs no password.
    case locked
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
  /// The authors in the document's own spelling; of a mail its sender.
  public var authors: [String] = []
  /// The recipients of a mail.
  public var recipients: [String] = []
  /// When it was created or sent, as its content says.
  public var created: UnixTime?
  /// The language that the content declares, such as `de-AT`; not checked.
  public var declaredLanguage: String?
  /// The number of pages, slides or sheets, if it has any.
  public var pages: Int?
  /// The number of files that are attached to a mail.
  public var attachments = 0
  /// The Message-ID of a mail, without angle brackets.
  public var identifier: String?
  /// The CPU time that a jailed program took, in microseconds; 0 for plain text.
  public var readingTime: Int64 = 0
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
    whole.readingTime = readingTime.adding(rest.readingTime)
    whole.attachments = min(attachments.adding(rest.attachments), Self.largestCount)
    (whole.position, whole.extent) = (rest.position, rest.extent)
    whole.mailboxEnd = rest.mailboxEnd
    whole.hasMoreMembers = rest.hasMoreMembers
    return whole
  }

  /// Creates a value without title, tags and text.
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
