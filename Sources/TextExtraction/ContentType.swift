import ExtractionProtocol

/// What a file is, by its name and its first bytes, and who reads it.
struct ContentType: Equatable {
  /// Who reads a file.
  enum Reader: Equatable {
    /// It is plain text.
    case plainText
    /// A jailed program reads it.
    case format(DocumentFormat)
    /// Nobody: only its name is known.
    case none
  }

  /// The media type, such as `text/html`.
  let type: String
  let reader: Reader

  /// Decides by the name, unless the content contradicts.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - start: its first bytes, 8 KiB of a longer one; empty to decide by the name alone.
  init(fileName name: [UInt8], start: [UInt8]) {
    let named = MediaType(fileName: name)
    let signature = ContentSignature.type(of: start)
    type = Self.type(named, signature, start)
    guard let format = Self.formats[type], !format.isDisguised(in: start) else {
      // Text may have any name.
      reader = signature == nil ? .plainText : .none
      return
    }
    let isPlain = format.isBinary && signature == nil && !start.isEmpty
    reader = isPlain ? .plainText : .format(format)
  }

  private static func type(
    _ named: MediaType, _ signature: String?, _ start: [UInt8]
  ) -> String {
    if let signature, !named.isContained(in: signature) { return signature }
    // A page that a browser saved under the name of what it should have been is still a page.
    if named.isUnknown || !named.isText && signature == nil, ContentSignature.isHTML(start) {
      return MediaType.html
    }
    if named.isUnknown, ContentSignature.isMail(start) {
      return start.starts(with: Array("From ".utf8)) ? MediaType.mailbox : MediaType.mail
    }
    return named.name
  }

  static let formats: [String: DocumentFormat] = {
    let types: [DocumentFormat: String] = [
      .html: "text/html application/xhtml+xml",
      .mail: MediaType.mail,
      .appleMail: "message/x-emlx",
      .webArchive: "multipart/related",
      .mailbox: MediaType.mailbox,
      .richText: "application/rtf",
      .compoundFile: """
      application/msword application/vnd.ms-excel application/vnd.ms-powerpoint \
      application/vnd.ms-outlook application/x-ole-storage
      """,
      .flatOpenDocument: """
      application/vnd.oasis.opendocument.text-flat-xml \
      application/vnd.oasis.opendocument.spreadsheet-flat-xml \
      application/vnd.oasis.opendocument.presentation-flat-xml \
      application/vnd.oasis.opendocument.graphics-flat-xml
      """,
      .fictionBook: "application/x-fictionbook+xml",
      .abiWord: "application/x-abiword",
      .gnumeric: "application/x-gnumeric",
      .dia: "application/x-dia-diagram",
      .svg: "image/svg+xml",
      .notebook: "application/x-ipynb+json",
      .calendar: "text/calendar",
      .contacts: "text/vcard",
      .subtitles: "application/x-subrip text/vtt text/x-ssa text/x-microdvd",
      .translations: "text/x-gettext-translation",
      .manualPage: "text/troff",
      .info: "text/x-info",
      .tex: "text/x-tex",
      .image: "image/jpeg image/png image/tiff image/webp image/heic",
      .audio: "audio/mpeg audio/flac audio/ogg audio/mp4 audio/x-wav",
      .video: "video/mp4 video/x-matroska video/webm video/x-msvideo",
    ]
    var formats: [String: DocumentFormat] = [:]
    for (format, types) in types {
      for type in types.split(separator: " ") { formats[String(type)] = format }
    }
    return formats
  }()
}

extension DocumentFormat {
  /// Whether files of this format have a signature; without it, a file is something else.
  fileprivate var isBinary: Bool {
    switch self {
    case .richText, .compoundFile, .image, .audio, .video: true
    default: false
    }
  }

  /// Whether a file has only the name of a format whose names are used for other files as well.
  fileprivate func isDisguised(in start: [UInt8]) -> Bool {
    if start.isEmpty { return false }
    switch self {
    case .manualPage: return !ContentSignature.isManualPage(start)
    case .info: return !ContentSignature.isInfo(start)
    // What is compressed is not read yet.
    case .abiWord, .gnumeric, .dia: return ContentSignature.type(of: start) != nil
    default: return false
    }
  }
}
