/// The properties of a document besides its text, from its content and from its reading.
///
/// Extraction fills them in; the index, listings and messages carry them unchanged. They are in this module
/// because extraction and index do not import each other.
public struct DocumentProperties: Equatable, Sendable {
  /// The title according to the content; nil if there is none.
  public var title: String?
  /// The tags.
  public var tags: [String] = []
  /// The authors in the document's own spelling, or the sender of a mail.
  public var authors: [String] = []
  /// The recipients of a mail.
  public var recipients: [String] = []
  /// When the document was created or sent, according to its content; nil if unknown.
  public var created: UnixTime?
  /// The language of the text as an ISO 639-1 code, such as `de`; nil if unknown.
  public var language: String?
  /// Whether the document declares ``language``; false if the language was detected.
  public var declaresLanguage = false
  /// The number of pages, slides or sheets; nil if there are none.
  public var pages: Int?
  /// The number of files attached to a mail.
  public var attachments = 0
  /// The original character encoding of the text; nil for UTF-8, or if unknown.
  public var charset: String?
  /// The CPU time in microseconds that a jailed program took for the document; 0 for plain text.
  public var readingTime: Int64 = 0

  /// Creates empty properties.
  public init() {}
}

/// A type with document properties; each of them is also a member, such as `document.title`.
@dynamicMemberLookup
public protocol DescribedDocument {
  /// The properties of the document.
  var properties: DocumentProperties { get set }
}

extension DescribedDocument {
  /// A single property of the document.
  public subscript<Value>(
    dynamicMember property: WritableKeyPath<DocumentProperties, Value>
  ) -> Value {
    get { properties[keyPath: property] }
    set { properties[keyPath: property] = newValue }
  }
}
