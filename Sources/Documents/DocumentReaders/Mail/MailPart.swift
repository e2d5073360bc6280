/// A part of a mail; ``MailStructure`` finds the parts.
struct MailPart {
  /// How the reader handles a part.
  enum Kind: Equatable, Sendable {
    /// It contains other parts.
    case multipart
    /// Plain text.
    case plain
    case html
    /// A file: an attachment, an image or a message.
    case file
    /// Not read: a signature, a reference to an external file, or a part beyond a limit.
    case skipped
    /// An encrypted part.
    case closed
    /// A part that a signature wraps, or that is encrypted: only its content shows which.
    case signed
    /// The body and the attachments in the format of Outlook (TNEF).
    case transportNeutral
  }

  var kind: Kind
  /// The index of the multipart that contains the part; -1 if there is none.
  var parent: Int
  /// Whether the part's disposition is `attachment`.
  var isAttachment = false
  /// Whether the part is a multipart/alternative.
  var isAlternative = false
  /// The media type in lower case.
  var type: String
  var charset: String?
  var encoding = MailTransferDecoder.Encoding.identity
  /// The file name in UTF-8; nil if there is none.
  var name: [UInt8]?
  /// Whether a line that ends with a blank continues on the next line (`format=flowed`, RFC 3676).
  var isFlowed = false
  /// Whether the blank at the end of a continued line is deleted (`delsp=yes`).
  var deletesSpace = false
  /// The range of the content, still encoded for transport.
  var body: Range<Int>
  /// The section number, such as "1.2": the number of each enclosing part, then of the part itself.
  var section: String
  /// The number of the part, counted from 1 without multiparts.
  var number = 0

  /// Describes the part whose header was read.
  ///
  /// - Parameters:
  ///   - header: the header of the part.
  ///   - bytes: the mail.
  ///   - defaultType: the media type if the header declares none.
  ///   - hasText: whether an earlier part is text; text with a file name is then an attached file.
  ///   - parent: the index of the multipart that contains the part; -1 if there is none.
  ///   - section: the section number.
  init(
    _ header: MailHeader, of bytes: Span<UInt8>, defaultType: String, hasText: Bool, parent: Int,
    section: String
  ) {
    let content = header.value(of: .contentType, in: bytes).map(MIMEHeaderValue.init)
    let disposition = header.value(of: .disposition, in: bytes).map(MIMEHeaderValue.init)
    type = content.map(\.value) ?? defaultType
    if type.isEmpty || !type.utf8.contains(0x2f) { type = "text/plain" }
    charset = content?.word("charset")
    name = disposition?.text("filename") ?? content?.text("name")
    (self.parent, self.section, body) = (parent, section, header.end..<header.end)
    if let method = header.value(of: .transferEncoding, in: bytes) {
      encoding = .init(name: MIMEHeaderValue(method).value)
    }
    isAttachment = disposition?.value == "attachment"
    kind = Self.kind(of: type, isFile: isAttachment || (name != nil && hasText))
    if kind == .file { kind = Self.kind(ofFile: name) }
    if kind == .plain, content?.word("format")?.lowercased() == "flowed" {
      isFlowed = true
      deletesSpace = content?.word("delsp")?.lowercased() == "yes"
    }
    if kind == .multipart {
      isAlternative = type == "multipart/alternative"
      encoding = .identity
    }
  }

  /// Returns the boundary that separates the parts of a multipart; nil if there is none.
  static func boundary(_ header: MailHeader, of bytes: Span<UInt8>) -> [UInt8]? {
    header.value(of: .contentType, in: bytes).flatMap { MIMEHeaderValue($0).boundary }
  }

  private static func kind(of type: String, isFile: Bool) -> Kind {
    switch type {
    case "multipart/encrypted", "application/pgp-encrypted": return .closed
    case "application/pkcs7-mime", "application/x-pkcs7-mime": return .signed
    case "application/ms-tnef", "application/vnd.ms-tnef": return .transportNeutral
    case "application/pgp-signature", "application/pkcs7-signature",
      "application/x-pkcs7-signature", "message/external-body",
      // The same text as in the alternatives, for programs that show more than HTML, and for watches.
      "text/x-amp-html", "text/watch-html":
      return .skipped
    case "message/delivery-status", "message/disposition-notification",
      "message/feedback-report":
      return isFile ? .file : .plain
    case "text/calendar", "text/x-vcalendar", "text/vcard", "text/x-vcard", "text/directory",
      "text/css", "text/rtf", "text/xml", "text/javascript", "text/x-javascript",
      "text/ecmascript":
      return .file
    case "text/html", "application/xhtml+xml", "text/enriched", "text/richtext":
      return isFile ? .file : .html
    default:
      if type.hasPrefix("multipart/") { return .multipart }
      return type.hasPrefix("text/") && !isFile ? .plain : .file
    }
  }

  /// Gateways declare all files as `application/octet-stream`; the name then shows what to do.
  private static func kind(ofFile name: [UInt8]?) -> Kind {
    switch String(decoding: name ?? [], as: UTF8.self).lowercased() {
    case "smime.p7m": .signed
    case "winmail.dat": .transportNeutral
    default: .file
    }
  }

  /// Returns a decoder of the content.
  func decoder(of bytes: Span<UInt8>) -> MailTransferDecoder {
    let isText = kind == .plain || kind == .html
    let isWrong = encoding == .base64 && isText && !MailBase64.isPlausible(bytes, body)
    return MailTransferDecoder(isWrong ? .identity : encoding, body)
  }

  /// The path for the member: the file name, or else the part's number with a suffix for its type.
  var path: [UInt8] {
    if let name { return name }
    let suffix =
      switch type {
      case "image/jpeg", "image/jpg", "image/pjpeg": "jpg"
      case "image/svg+xml": "svg"
      case "image/x-icon", "image/vnd.microsoft.icon": "ico"
      case "image/png", "image/gif", "image/webp", "image/bmp", "image/tiff", "application/pdf",
        "application/zip", "application/rtf", "text/rtf", "application/json", "text/html",
        "text/css", "image/heic", "audio/ogg", "video/mp4", "application/xml", "text/xml":
        String(type.drop { $0 != "/" }.dropFirst())
      case "text/plain": "txt"
      case "text/calendar", "text/x-vcalendar", "application/ics": "ics"
      case "text/vcard", "text/x-vcard", "text/directory": "vcf"
      case "message/rfc822", "message/global", "message/news": "eml"
      case "audio/mpeg": "mp3"
      default: "bin"
      }
    return Array("part \(number).\(suffix)".utf8)
  }
}
