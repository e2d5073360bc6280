public import ExtractionProtocol
public import LinuxSystem

/// The text of a file, and the metadata that its content has.
public struct ExtractedText: DescribedDocument, Equatable, Sendable {
  /// How much of a file's content was read.
  public enum Extent: Equatable, Sendable {
    /// All of it.
    case whole
    /// The first `read` of `size` bytes.
    case beginning(read: Int64, size: Int64)
    /// The first and the last lines, which ``ExtractedText/gap`` parts: `read` of `size` bytes.
    case ends(read: Int64, size: Int64)
    /// Nothing: the content is not text.
    case nothing
    /// Only a part, for a reason in a clause such as "it is damaged".
    case part(because: String)
    /// Only what can be read without a password.
    case locked
  }

  /// The line between the first and the last lines of a text whose middle was left out.
  package static let gap = Array("…\n".utf8)

  /// The media type, such as `text/markdown`.
  public var type: String
  /// The reader that produced the text.
  public var reader = ReaderVersion.plainText
  /// The properties besides the text; the language is not yet detected.
  public var properties = DocumentProperties()
  /// The language that the content declares, such as `de-AT`; not verified.
  public var declaredLanguage: String?
  /// The Message-ID of a mail, without angle brackets; nil for other documents.
  public var identifier: String?
  /// The text as UTF-8, without NULs; invalid bytes are replaced by U+FFFD.
  public var text: [UInt8] = []
  /// The parts of ``text``, by ascending offset.
  public var parts: [ExtractionAnswer.Part] = []
  /// How much of the content is in ``text``.
  public var extent: Extent
  /// The offset in a mailbox or data file up to which all messages have been read, and where reading can
  /// continue.
  public var position: UInt64?
  /// The end of a mailbox whose messages have all been read; nil for other documents, and if the
  /// last message may still be incomplete.
  public var mailboxEnd: MailboxEnd?
  /// Whether a mailbox or data file has more messages than one answer holds; they begin at ``position``.
  public var hasMoreMembers = false

  /// The image pages whose text is not recognized yet; page 1 for an image file.
  public var waitingPages = PageNumbers()
  /// Whether the file is an image.
  public var isPicture = false
  /// The pages with hardly any letters of a compressed file; the text of such images is not recognized.
  public var unrecognizablePages = PageNumbers()

  /// This mailbox or data file, continued by another answer that begins at its ``position``.
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

  /// Creates an instance without properties and text.
  public init(type: String, extent: Extent = .whole) {
    self.type = type
    self.extent = extent
  }
}

extension FixedWidthInteger {
  /// The sum; if it overflows, the largest or smallest number.
  func adding(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
