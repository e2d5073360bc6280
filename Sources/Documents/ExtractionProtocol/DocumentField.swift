/// A metadata field of a document.
public enum DocumentField: UInt8, CaseIterable, Sendable {
  /// The title of the document, or the subject of a mail.
  case title = 1
  /// An author in the document's own spelling, or the sender of a mail.
  case author
  /// A recipient of a mail.
  case recipient
  /// When the document was created or sent: an RFC 3339 date, or date and time.
  case created
  /// When the document was changed, according to its content; in the format of ``created``.
  case changed
  /// The language that the document declares, as a BCP 47 tag.
  case language
  /// The number of pages, slides or sheets, in decimal.
  case pages
  /// A tag or keyword.
  case keyword
  /// The Message-ID of a mail, without angle brackets.
  case identifier
  /// The name of the text's original character encoding.
  case charset
  /// The number of files that are attached to a mail, in decimal.
  case attachments
  /// The numbers of pages with almost no letters, in the format of ``PageNumbers``; a long list is split into
  /// several values.
  case scannedPages
  /// The version of the library that recognized the text in an image.
  case engine
  /// What a text is about, as a vector: two hexadecimal digits for each number, which is a signed byte.
  case vector
}
