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
  /// The number of files that are attached to a mail, in decimal.
  case attachments
  /// The numbers of pages with hardly any letters, as ``PageNumbers`` writes them; a long list is in more
  /// than one value.
  case scannedPages
  /// The version of the library that recognized the text in an image.
  case engine
}
