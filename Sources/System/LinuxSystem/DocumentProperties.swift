/// The properties of a document besides its text: from its content, and from how it was read.
///
/// Extraction fills it, and the index, lists and messages carry it whole. It lies beside
/// ``DocumentLocation``, because extraction and index know nothing of each other.
public struct DocumentProperties: Equatable, Sendable {
  /// The title in the content, if there is one.
  public var title: String?
  /// The tags.
  public var tags: [String] = []
  /// The authors in the document's own spelling; of a mail its sender.
  public var authors: [String] = []
  /// The recipients of a mail.
  public var recipients: [String] = []
  /// When it was created or sent, as its content says.
  public var created: UnixTime?
  /// The language of the text as an ISO 639-1 code, such as `de`; nil if it is not known.
  public var language: String?
  /// Whether the document declares ``language``; otherwise it was detected.
  public var declaresLanguage = false
  /// The number of pages, slides or sheets, if it has any.
  public var pages: Int?
  /// The number of files that are attached to a mail.
  public var attachments = 0
  /// The character encoding that the text was decoded from; nil for UTF-8, or if it is not known.
  public var charset: String?
  /// The CPU time that a jailed program took to read it, in microseconds; 0 for plain text.
  public var readingTime: Int64 = 0

  /// Properties of a document of which nothing is known.
  public init() {}
}

/// A document with properties, each of which can be named as a member: `document.title`.
@dynamicMemberLookup
public protocol DescribedDocument {
  /// Its properties besides its text.
  var properties: DocumentProperties { get set }
}

extension DescribedDocument {
  /// A property of the document.
  public subscript<Value>(
    dynamicMember property: WritableKeyPath<DocumentProperties, Value>
  ) -> Value {
    get { properties[keyPath: property] }
    set { properties[keyPath: property] = newValue }
  }
}
