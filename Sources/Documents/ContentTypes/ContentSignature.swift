import MediaTypes

/// Recognizes file types by their first bytes.
///
/// Sources: the shared MIME-info database of freedesktop.org, and the specifications of the formats.
enum ContentSignature {
  /// Bytes at an offset that identify a type.
  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let type: String

    init(_ bytes: [UInt8], _ type: String, at offset: Int = 0) {
      (self.bytes, self.type, self.offset) = (bytes, type, offset)
    }

    init(_ text: String, _ type: String, at offset: Int = 0) {
      self.init(Array(text.utf8), type, at: offset)
    }

    func matches(_ start: [UInt8]) -> Bool {
      start.dropFirst(offset).starts(with: bytes)
    }
  }

  private static let signatures = [
    Signature("%PDF-", "application/pdf"), Signature("{\\rtf", "application/rtf"),
    Signature("%!PS-Adobe", "application/postscript"),
    Signature("PK\u{3}\u{4}", "application/zip"), Signature("PK\u{5}\u{6}", "application/zip"),
    Signature([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "application/x-ole-storage"),
    Signature([0x1f, 0x8b], "application/gzip"), Signature("1AY&SY", "application/x-bzip2", at: 4),
    Signature([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "application/x-xz"),
    Signature([0x28, 0xb5, 0x2f, 0xfd], "application/zstd"),
    Signature([0x04, 0x22, 0x4d, 0x18], "application/x-lz4"),
    Signature([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "application/x-7z-compressed"),
    Signature("Rar!\u{1a}\u{7}", "application/vnd.rar"),
    Signature("ustar", "application/x-tar", at: 257),
    Signature("!<arch>\n", "application/x-archive"),
    Signature([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"),
    Signature([0xff, 0xd8, 0xff], "image/jpeg"), Signature("GIF87a", "image/gif"),
    Signature("GIF89a", "image/gif"),
    Signature("II*\0", "image/tiff"), Signature("MM\0*", "image/tiff"),
    Signature("WEBP", "image/webp", at: 8), Signature("ftypheic", "image/heic", at: 4),
    Signature("ftyp", "video/mp4", at: 4), Signature("ID3\u{2}", "audio/mpeg"),
    Signature("ID3\u{3}", "audio/mpeg"), Signature("ID3\u{4}", "audio/mpeg"),
    Signature("fLaC", "audio/flac"), Signature("OggS", "audio/ogg"),
    Signature([0x1a, 0x45, 0xdf, 0xa3], "video/x-matroska"),
    Signature("\u{7f}ELF", "application/x-executable"),
    Signature("SQLite format 3\0", "application/x-sqlite3"),
    Signature("WAVE", "audio/x-wav", at: 8), Signature("AVI ", "video/x-msvideo", at: 8),
    Signature("AT&TFORM", "image/vnd.djvu"),
    Signature([0x49, 0x54, 0x53, 0x46, 3, 0, 0, 0], "application/vnd.ms-htmlhelp"),
    Signature("BOOKMOBI", "application/x-mobipocket-ebook", at: 60),
    Signature("TEXtREAd", "application/x-mobipocket-ebook", at: 60),
    Signature([0x78, 0x9f, 0x3e, 0x22], "application/ms-tnef"),
    Signature([0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d], "application/onenote"),
    Signature("!BDN", "application/vnd.ms-outlook-pst"),
  ]

  /// Finds the type of a binary file, or of an XML file of Office.
  ///
  /// - Parameter start: the first bytes of the file: at least 512, or the whole file.
  /// - Returns: nil if no signature matches.
  static func type(of start: [UInt8]) -> String? {
    signatures.first { $0.matches(start) }?.type ?? (isMPEGAudio(start) ? "audio/mpeg" : nil)
      ?? (isOfficeXML(start) ? MediaType.officeXML : nil)
  }

  /// Whether the bytes are the header of a frame of MPEG-1, 2 or 2.5 audio, layer III, with or without a checksum.
  ///
  /// Source: ISO/IEC 11172-3, section 2.4.1.3.
  private static func isMPEGAudio(_ start: [UInt8]) -> Bool {
    guard start.count >= 4, start[0] == 0xff else { return false }
    let isLayer3 = [0xfa, 0xfb, 0xf2, 0xf3, 0xe2, 0xe3].contains(start[1])
    let hasBitRate = (0x10..<0xf0).contains(start[2])
    let hasSampleRate = start[2] & 0x0c != 0x0c
    return isLayer3 && hasBitRate && hasSampleRate && start[3] & 3 != 2
  }

  /// Whether the text is a document that Office has written as a single XML file, which may have the suffix of
  /// any type of Office.
  private static func isOfficeXML(_ start: [UInt8]) -> Bool {
    let text = beginning(of: start)
    guard text.starts(with: Array("<?xml".utf8)) else { return false }
    return officeNamespaces.contains { root, namespace in
      guard let found = text.firstRange(of: Array(namespace.utf8)) else { return false }
      return rootElement(in: text[..<found.lowerBound])?.hasSuffix(root) == true
    }
  }

  /// The beginning of a text in UTF-8 or UTF-16, without marks and blanks before it; other letters than those of ASCII
  /// are lost in UTF-16.
  private static func beginning(of start: [UInt8]) -> ArraySlice<UInt8> {
    let isWide = start.starts(with: [0xff, 0xfe]) || start.starts(with: [0xfe, 0xff])
    let text =
      isWide ? start.prefix(8_192).filter { $0 != 0 && $0 < 0x80 }[...] : start.prefix(4_096)
    return text.drop { $0 <= 0x20 || [0xef, 0xbb, 0xbf].contains($0) }
  }

  /// Whether the text is a document of OpenDocument in a single XML file.
  static func isFlatOpenDocument(_ start: [UInt8]) -> Bool {
    let namespace = Array("urn:oasis:names:tc:opendocument:xmlns:office:1.0".utf8)
    let text = beginning(of: start)
    guard let found = text.firstRange(of: namespace) else { return false }
    return rootElement(in: text[..<found.lowerBound]) == "office:document"
  }

  /// Whether the text is a file of bookmarks in the XML Bookmark Exchange Language.
  static func isXBEL(_ start: [UInt8]) -> Bool {
    let text = beginning(of: start)
    return text.firstRange(of: Array("<xbel".utf8)) != nil && rootElement(in: text) == "xbel"
  }

  /// Whether the text is the file of bookmarks of Chromium or a relative.
  static func isChromiumBookmarks(_ start: [UInt8]) -> Bool {
    let text = beginning(of: start).prefix(1_024)
    return text.first == UInt8(ascii: "{") && text.firstRange(of: Array("\"checksum\"".utf8)) != nil
      && text.firstRange(of: Array("\"roots\"".utf8)) != nil
  }

  /// The namespaces of single XML files of Office, and the names of the elements that contain everything.
  private static let officeNamespaces = [
    ("wordDocument", "http://schemas.microsoft.com/office/word/2003/wordml"),
    ("package", "http://schemas.microsoft.com/office/2006/xmlPackage"),
    ("Workbook", "urn:schemas-microsoft-com:office:spreadsheet"),
  ]

  /// Returns the name of the first element, whose attributes `text` may end in; nil if it begins no element.
  private static func rootElement(in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      guard let first = rest.first else { return nil }
      // Declarations, instructions and comments come before it.
      let end =
        rest.starts(with: Array("!--".utf8)) ? "-->" : first == UInt8(ascii: "?") ? "?>" : ">"
      if first | 0x20 >= UInt8(ascii: "a") {
        return String(decoding: rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }, as: UTF8.self)
      }
      guard let found = rest.firstRange(of: Array(end.utf8)) else { return nil }
      rest = rest[found.upperBound...]
    }
    return nil
  }

  /// Whether a PDF header follows other bytes, which readers of PDF accept.
  ///
  /// Source: ISO 32000-1, note 13 of annex H.
  static func hasLatePDFHeader(_ start: [UInt8]) -> Bool {
    start.prefix(1_024).firstRange(of: Array("%PDF-".utf8)) != nil
  }

  /// Whether the text begins like an HTML document.
  ///
  /// - Parameters:
  ///   - start: the beginning of the text.
  ///   - isFragment: whether a part of a document is enough, such as a table.
  /// - Returns: whether it does.
  static func isHTML(_ start: [UInt8], orFragment isFragment: Bool) -> Bool {
    var text = beginning(of: start)
    // An XML declaration and comments may precede the document.
    for (opening, ending) in [("<?xml", "?>"), ("<!--", "-->"), ("<!--", "-->")]
    where text.starts(with: opening.utf8) {
      guard let end = text.firstRange(of: Array(ending.utf8)) else { break }
      text = text[end.upperBound...].drop { $0 <= 0x20 }
    }
    let beginning = String(decoding: text.prefix(14), as: UTF8.self).lowercased()
    if beginning.hasPrefix("<!doctype html") || beginning.hasPrefix("<html") { return true }
    guard isFragment, beginning.hasPrefix("<") else { return false }
    let name = beginning.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return fragmentElements.contains(String(name))
  }

  /// Elements with which programs begin a page that they save under the name of an office document.
  private static let fragmentElements: Set<String> = [
    "table", "tr", "div", "span", "meta", "head", "title", "style", "script", "link", "body",
    "center",
    "font", "p", "pre", "ul", "h1", "h2", "h3",
  ]

  /// Common headers of a mail (RFC 5322): at least three mean mail, or two with a telling header.
  private static let headers: Set<String> = [
    "from", "to", "subject", "date", "message-id", "cc", "reply-to", "mime-version", "sender",
    "content-type",
  ]
  private static let tellingHeaders: Set<String> = [
    "received", "return-path", "delivered-to", "x-mozilla-status",
  ]
  /// Headers that a mail has, and a saved web page does not.
  private static let letterHeaders = tellingHeaders.union(["to", "cc", "bcc", "reply-to", "sender"])

  /// Whether the text has a macro that begins a manual page, in man(7) or mdoc(7).
  static func isManualPage(_ start: [UInt8]) -> Bool {
    start.split(separator: 0x0a).contains { line in
      [".TH ", ".Dd ", ".Dt ", ".SH "].contains { line.starts(with: $0.utf8) }
    }
  }

  /// Whether the text has the separator between nodes of an Info file, or names makeinfo.
  static func isInfo(_ start: [UInt8]) -> Bool {
    start.contains(0x1f) || start.firstRange(of: Array("produced by makeinfo".utf8)) != nil
  }

  /// Whether the text begins like a mail or a mailbox, with a block of headers.
  ///
  /// - Parameter start: the first 8 KiB of the file, or the whole file. Relays add many headers, so the
  ///   headers of the author may come later.
  /// - Returns: whether the text begins with headers of a mail.
  static func isMail(_ start: [UInt8]) -> Bool {
    let names = headerNames(start)
    let known = names.count(where: headers.contains)
    let telling = names.count(where: tellingHeaders.contains)
    return known >= 2 && telling >= 1 || known >= 3
  }

  /// Whether the text begins like a mail that is signed, with or without its other headers (RFC 1847).
  static func isSignedMail(_ start: [UInt8]) -> Bool {
    guard headerNames(start).contains("content-type") else { return false }
    let head = String(decoding: start.prefix(2_048), as: UTF8.self).lowercased()
    return head.contains("content-type: multipart/signed")
  }

  /// Whether the text begins like a web page that was saved with its pictures (RFC 2557).
  static func isWebArchive(_ start: [UInt8]) -> Bool {
    let names = headerNames(start)
    guard names.contains("mime-version"), names.contains("content-type"),
      !names.contains(where: letterHeaders.contains)
    else { return false }
    return String(decoding: start, as: UTF8.self).lowercased().contains("multipart/related")
  }

  /// Returns the names of the headers at the beginning, in lower case; none if the text does not begin with them.
  private static func headerNames(_ start: [UInt8]) -> [String] {
    var names: [String] = []
    var start = start.drop { $0 == 0x0a || $0 == 0x0d || [0xef, 0xbb, 0xbf].contains($0) }
    if start.starts(with: Array("From ".utf8)), let end = start.firstIndex(of: 0x0a) {
      start = start[(end + 1)...]
    }
    for line in start.split(separator: 0x0a, omittingEmptySubsequences: false) {
      guard let first = line.first, first != 0x0d else { break }
      // A line with a leading blank continues the header before it.
      if first == 0x20 || first == 0x09 {
        if names.isEmpty { return [] }
        continue
      }
      guard let colon = line.firstIndex(of: 0x3a),
        line[..<colon].allSatisfy({ (0x21..<0x7f).contains($0) })
      else { return [] }
      names.append(String(decoding: line[..<colon], as: UTF8.self).lowercased())
    }
    return names
  }
}
