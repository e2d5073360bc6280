public import ExtractionProtocol
import MediaTypes

/// The type of a file, found by its name and first bytes, and the reader for this type.
public struct ContentType: Equatable, Sendable {
  /// The number of first bytes that are examined.
  public static let probeLength = 8_192

  /// How the content of a file is read.
  public enum Reader: Equatable, Sendable {
    /// The file is plain text.
    case plainText
    /// A jailed program reads the file.
    case format(DocumentFormat)
    /// The content is not read; only the name is indexed.
    case none
  }

  /// The media type, such as `text/html`.
  public let type: String
  /// How the content is read.
  public let reader: Reader
  /// Whether the file is compressed; ``reader`` is then the reader of the unpacked content.
  public private(set) var isCompressed = false

  /// Finds the type by the name; by the content if it contradicts the name.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - start: its first ``probeLength`` bytes, or the whole file; empty to use the name alone.
  public init(fileName name: [UInt8], start: [UInt8]) {
    let named = MediaType(fileName: name)
    let signature = ContentSignature.type(of: start) ?? Self.lateSignature(named, start)
    let isChat = signature == nil && ContentSignature.isChat(start, name)
    type = isChat ? MediaType.chat : Self.type(named, signature, start)
    if Self.compressedTypes.contains(type), let inner = Self.reader(ofCompressed: name) {
      reader = .format(inner)
      isCompressed = inner != .archive
      return
    }
    if type == Self.database, start.isEmpty || signature == type, Self.isKnownDatabase(name) {
      reader = .format(.database)
      return
    }
    guard let format = Self.formats[type], !format.isDisguised(in: start) else {
      // Text may have any name.
      reader = signature == nil ? .plainText : .none
      return
    }
    // Sound may begin with zeros, or in the middle of a frame.
    let isPlain =
      format.isBinary && signature == nil && !start.isEmpty
      && (format != .audio || !start.contains(0))
    reader = isPlain ? .plainText : .format(format)
    isCompressed = signature.map(Self.compressedTypes.contains) ?? false
  }

  private init(type: String, reader: Reader) {
    (self.type, self.reader) = (type, reader)
  }

  /// Finds the type of a member of a container; the container may declare a type.
  ///
  /// The declared type is used if name and content do not show the type. A declared mail is always a mail.
  ///
  /// - Parameters:
  ///   - path: the path of the member in the container.
  ///   - declared: the declared media type; untrusted, and usually wrong if it is a general type.
  ///   - start: its first ``probeLength`` bytes, or the whole member; empty to use the name alone.
  public init(memberAt path: [UInt8], declared: String?, start: [UInt8]) {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { Array(path[($0 + 1)...]) } ?? path
    let found = Self(fileName: name, start: start)
    let declared = declared?.lowercased() ?? ""
    let isMail = [MediaType.mail, "message/global", "message/news"].contains(declared)
    // A signed mail in a message of Outlook is declared as the kind of its content.
    let isPart = declared.hasPrefix("multipart/") && ContentSignature.isSignedMail(start)
    let isUnknown = MediaType(fileName: name).isUnknown && !Self.isNamedText(name)
    if isMail || isPart, ContentSignature.type(of: start) == nil {
      self.init(type: MediaType.mail, reader: .format(.mail))
    } else if found.reader == .plainText, isUnknown, Self.formats[declared] == nil,
      ["audio/", "image/", "video/", "font/"].contains(where: declared.hasPrefix)
    {
      // Samples and pixels may look like letters of some encoding.
      self.init(type: declared, reader: .none)
    } else if let format = Self.formats[declared], found.reader == .plainText, isUnknown,
      !format.isBinary,
      !format.isDisguised(in: start)
    {
      self.init(type: declared, reader: .format(format))
    } else {
      self = found
    }
  }

  /// Whether the suffix of a name means plain text.
  private static func isNamedText(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return [".txt", ".text", ".log"].contains(where: name.hasSuffix)
  }

  private static func lateSignature(_ named: MediaType, _ start: [UInt8]) -> String? {
    named.name == MediaType.pdf && ContentSignature.hasLatePDFHeader(start) ? MediaType.pdf : nil
  }

  /// The type of a database of SQLite.
  private static let database = "application/x-sqlite3"

  /// Whether a database of this name is an address book or has bookmarks; all others are not read.
  private static func isKnownDatabase(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    return ["places.sqlite", "history.sqlite", "contacts.db", "cache.db"].contains(name)
      || name.hasPrefix("abook") && name.hasSuffix(".sqlite")
  }

  private static let compressedTypes: Set<String> = [
    "application/gzip", "application/x-bzip2", "application/x-xz", "application/zstd",
    "application/x-lz4",
  ]

  /// Returns the format of a compressed file's content by the name without its last suffix (`ls.1.gz` is a
  /// manual page); nil if no reader reads such content.
  private static func reader(ofCompressed name: [UInt8]) -> DocumentFormat? {
    let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let suffix = String(decoding: name[dot...], as: UTF8.self).lowercased()
    let inner = MediaType(fileName: Array(name[..<dot]))
    if [".tgz", ".txz", ".tbz2"].contains(suffix) || inner.name == "application/x-tar" {
      return .archive
    }
    if let format = formats[inner.name] { return format.canBeCompressed ? format : nil }
    return inner.isText ? .plainText : nil
  }

  private static func type(
    _ named: MediaType, _ signature: String?, _ start: [UInt8]
  ) -> String {
    if start.isEmpty { return named.name }
    if let signature {
      // A document may be saved under the name of another format; only archives are read as such.
      if signature == "application/zip", formats[named.name] != .archive,
        let package = ZipPackage.type(of: start), formats[package] != formats[named.name]
      {
        return package
      }
      if !named.isContained(in: signature) { return signature }
    }
    // A page that a browser saved under the name of another type is still a page.
    if named.name == "application/xml", ContentSignature.isFlatOpenDocument(start) {
      return "application/vnd.oasis.opendocument.text-flat-xml"
    }
    if named.name == "application/xml", ContentSignature.isXBEL(start) { return MediaType.xbel }
    if named.isUnknown, ContentSignature.isChromiumBookmarks(start) { return MediaType.bookmarks }
    let isFree = named.isUnknown || !named.isText && signature == nil
    if isFree, ContentSignature.isHTML(start, orFragment: !named.isUnknown && signature == nil) {
      return MediaType.html
    }
    if isFree, ContentSignature.isSignedMail(start) { return MediaType.mail }
    if isFree, ContentSignature.isWebArchive(start) { return MediaType.webArchive }
    if isFree, ContentSignature.isMail(start) {
      return start.starts(with: Array("From ".utf8)) ? MediaType.mailbox : MediaType.mail
    }
    return named.name
  }

  /// The formats, by media type.
  public static let formats: [String: DocumentFormat] = {
    let types: [DocumentFormat: String] = [
      .html: "text/html application/xhtml+xml",
      .mail: MediaType.mail,
      .appleMail: "message/x-emlx",
      .webArchive: MediaType.webArchive,
      .transportNeutral: "application/ms-tnef application/vnd.ms-tnef",
      .signedData: "application/pkcs7-mime application/x-pkcs7-mime",
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
      .officeXML: MediaType.officeXML,
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
      .officeOpenXML: """
      application/vnd.openxmlformats-officedocument.wordprocessingml.document \
      application/vnd.openxmlformats-officedocument.spreadsheetml.sheet \
      application/vnd.openxmlformats-officedocument.presentationml.presentation \
      application/vnd.ms-visio.drawing
      """,
      .openDocument: """
      application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.spreadsheet \
      application/vnd.oasis.opendocument.presentation \
      application/vnd.oasis.opendocument.graphics application/vnd.oasis.opendocument.base \
      application/vnd.sun.xml.writer \
      application/vnd.sun.xml.calc application/vnd.sun.xml.impress
      """,
      .epub: "application/epub+zip",
      .mobipocket: "application/x-mobipocket-ebook application/vnd.amazon.mobi8-ebook",
      .djvu: "image/vnd.djvu",
      .compiledHelp: "application/vnd.ms-htmlhelp",
      .xps: "application/vnd.ms-xpsdocument application/oxps",
      .iWork: """
      application/vnd.apple.pages application/vnd.apple.numbers application/vnd.apple.keynote
      """,
      .archive: """
      application/zip application/x-tar application/x-7z-compressed application/vnd.rar
      """,
      .pdf: MediaType.pdf,
      .bookmarks: "\(MediaType.bookmarks) \(MediaType.xbel)",
      .chat: MediaType.chat,
      .outlookData: "application/vnd.ms-outlook-pst",
      .oneNote: "application/onenote",
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
  /// Whether all files of this format have a signature; a file without a signature has another format.
  fileprivate var isBinary: Bool {
    switch self {
    case .richText, .compoundFile, .image, .audio, .video, .archive, .pdf, .transportNeutral,
      .mobipocket, .djvu, .compiledHelp, .outlookData, .oneNote:
      true
    default: isPackage
    }
  }

  /// Whether files of this format are zip packages or other containers.
  fileprivate var isPackage: Bool {
    switch self {
    case .officeOpenXML, .openDocument, .epub, .xps, .iWork, .archive: true
    default: false
    }
  }

  /// Whether a compressed document of this format is unpacked before it is read.
  fileprivate var canBeCompressed: Bool { self != .archive }

  /// Whether a file is not of this format, although its name suggests it: the names are ambiguous.
  fileprivate func isDisguised(in start: [UInt8]) -> Bool {
    if start.isEmpty { return false }
    switch self {
    case .manualPage: return !ContentSignature.isManualPage(start)
    case .info: return !ContentSignature.isInfo(start)
    default: return false
    }
  }
}
