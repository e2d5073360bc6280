/// The media type of a file, derived from its name.
///
/// The names are those of the shared MIME-info database of freedesktop.org.
public struct MediaType: Equatable, Sendable {
  /// The name of the type, such as `text/markdown`.
  public let name: String
  /// Whether the type could not be derived from the file name.
  public let isUnknown: Bool

  /// The type of Markdown.
  public static let markdown = "text/markdown"
  /// The type of a web page.
  public static let html = "text/html"
  /// The type of a mail.
  public static let mail = "message/rfc822"
  /// The types of files and members that are one mail each.
  public static let messages: Set<String> = [
    mail, "message/x-emlx", "application/vnd.ms-outlook",
  ]
  /// The type of a web page that was saved with its pictures.
  public static let webArchive = "multipart/related"
  /// The type of a PDF document.
  public static let pdf = "application/pdf"
  /// The type of a document that Office has written as a single XML file.
  public static let officeXML = "application/x-office-xml"
  /// The type of a file that contains many mails.
  public static let mailbox = "application/mbox"
  /// The type of the bookmarks of Chromium and its relatives.
  public static let bookmarks = "application/x-bookmarks"
  /// The type of bookmarks in the XML Bookmark Exchange Language.
  public static let xbel = "application/x-xbel"
  /// The type of exported conversations of messengers.
  public static let chat = "application/x-chat"
  /// The type of bytes whose format is unknown.
  public static let binary = "application/octet-stream"
  /// The type of plain text.
  public static let plainText = "text/plain"

  /// Finds the type by the suffix after the last dot; an unknown suffix gives plain text.
  public init(fileName: [UInt8]) {
    let known = Self.suffix(of: fileName).flatMap { Self.types[$0] }
    name = known ?? Self.plainText
    isUnknown = known == nil
  }

  /// The suffix after the last dot of a name, in lower case; nil if there is none, or only a dot at the start.
  public static func suffix(of fileName: [UInt8]) -> String? {
    guard let dot = fileName.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return String(decoding: fileName[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// Creates a type with a name, such as `text/markdown`.
  public init(name: String) {
    (self.name, isUnknown) = (name, false)
  }

  /// Whether files of this type are also files of a more general type, such as zip archives.
  public func isContained(in general: String) -> Bool {
    if name == general { return true }
    switch general {
    case "application/zip":
      return name.hasPrefix("application/vnd.o") || name.hasPrefix("application/vnd.sun.xml")
        || Self.zipTypes.contains(name)
    case "application/x-ole-storage": return Self.compoundTypes.contains(name)
    // The programs for these types may compress their files.
    case "application/gzip":
      return [
        "application/x-gnumeric", "application/x-abiword", "application/x-dia-diagram",
        "image/svg+xml",
      ].contains(name)
    case "video/mp4": return name == "audio/mp4" || name == "image/heic"
    case "video/x-matroska": return name == "video/webm"
    case "audio/ogg": return name == "video/ogg"
    case "application/x-mobipocket-ebook": return name == "application/vnd.amazon.mobi8-ebook"
    default: return false
    }
  }

  private static let zipTypes: Set<String> = [
    "application/epub+zip", "application/vnd.ms-visio.drawing", "application/vnd.ms-xpsdocument",
    "application/oxps", "application/vnd.apple.pages", "application/vnd.apple.numbers",
    "application/vnd.apple.keynote",
  ]

  private static let compoundTypes: Set<String> = [
    "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint",
    "application/vnd.ms-outlook",
  ]

  /// Whether files of this type contain plain text.
  public var isText: Bool {
    name.hasPrefix("text/") || name.hasSuffix("+xml") || name.hasSuffix("json")
      || name.hasSuffix("-flat-xml") || Self.textTypes.contains(name)
  }

  private static let textTypes: Set<String> = [
    "application/xml", "application/x-subrip", "application/mbox", "message/rfc822",
    "message/x-emlx", "multipart/related",
  ]

  /// The names of the types, by suffix.
  public static let types: [String: String] = {
    let suffixes: [String: String] = [
      "text/markdown": "md markdown mdown mkd",
      "text/html": "html htm shtml",
      "application/xhtml+xml": "xhtml xht",
      "message/rfc822": "eml",
      "application/ms-tnef": "tnef",
      "application/pkcs7-mime": "p7m",
      "message/x-emlx": "emlx",
      "application/mbox": "mbox",
      "multipart/related": "mht mhtml",
      "application/rtf": "rtf",
      "application/msword": "doc dot",
      "application/vnd.ms-excel": "xls xlt",
      "application/vnd.ms-powerpoint": "ppt pps",
      "application/vnd.ms-outlook": "msg",
      "application/onenote": "one",
      "application/vnd.ms-outlook-pst": "pst ost",
      "application/postscript": "ps eps",
      "application/vnd.wordperfect": "wpd wp wp4 wp5 wp6",
      "application/vnd.visio": "vsd vst vss",
      "application/vnd.ms-works": "wps wks wdb",
      "application/vnd.stardivision.writer": "sdw",
      "application/vnd.stardivision.calc": "sdc",
      "application/x-mswrite": "wri",
      "application/x-mobipocket-ebook": "mobi prc azw",
      "application/vnd.amazon.mobi8-ebook": "azw3",
      "application/vnd.ms-xpsdocument": "xps",
      "application/oxps": "oxps",
      "application/vnd.ms-htmlhelp": "chm",
      "application/vnd.apple.pages": "pages",
      "application/vnd.apple.numbers": "numbers",
      "application/vnd.apple.keynote": "key",
      "application/vnd.ms-visio.drawing": "vsdx vsdm vstx vstm",
      "application/vnd.oasis.opendocument.base": "odb",
      "image/vnd.djvu": "djvu djv",
      "image/tiff": "tif tiff",
      "image/heic": "heic heif",
      "application/x-7z-compressed": "7z",
      "application/vnd.rar": "rar",
      "application/x-bzip2": "bz2 tbz2",
      "text/css": "css",
      "text/csv": "csv",
      "text/x-rst": "rst",
      "text/org": "org",
      "text/asciidoc": "adoc asciidoc",
      "text/x-tex": "tex ltx latex",
      "text/x-bibtex": "bib",
      "text/x-texmacro": "sty cls",
      "text/x-info": "info",
      "text/x-gettext-translation": "po pot",
      "text/vtt": "vtt",
      "text/x-ssa": "ass ssa",
      "text/x-microdvd": "sub",
      "application/x-subrip": "srt",
      "application/x-ipynb+json": "ipynb",
      "application/x-abiword": "abw zabw",
      "application/x-gnumeric": "gnumeric",
      "application/x-dia-diagram": "dia",
      "application/x-fictionbook+xml": "fb2",
      "application/vnd.oasis.opendocument.text-flat-xml": "fodt",
      "application/vnd.oasis.opendocument.spreadsheet-flat-xml": "fods",
      "application/vnd.oasis.opendocument.presentation-flat-xml": "fodp",
      "application/vnd.oasis.opendocument.graphics-flat-xml": "fodg",
      "audio/x-wav": "wav",
      "video/x-msvideo": "avi",
      "text/troff": "man roff 1 2 3 4 5 6 7 8 9",
      "text/x-log": "log",
      "text/x-diff": "diff patch",
      "text/x-swift": "swift",
      "text/x-c": "c h",
      "text/x-c++": "cc cpp cxx hh hpp hxx",
      "text/x-go": "go",
      "text/rust": "rs",
      "text/x-java": "java",
      "text/x-kotlin": "kt kts",
      "text/x-python": "py pyi",
      "text/x-ruby": "rb",
      "text/x-perl": "pl pm",
      "text/x-php": "php",
      "text/x-lua": "lua",
      "text/x-haskell": "hs",
      "text/x-shellscript": "sh bash zsh fish",
      "text/javascript": "js mjs cjs",
      "text/typescript": "ts tsx",
      "text/x-sql": "sql",
      "text/x-ini": "ini conf cfg service socket timer",
      "text/x-toml": "toml",
      "text/yaml": "yaml yml",
      "text/x-makefile": "mk mak",
      "text/calendar": "ics",
      "text/vcard": "vcf",
      "application/json": "json",
      "application/xml": "xml",
      "image/svg+xml": "svg svgz",
      "image/png": "png",
      "image/jpeg": "jpg jpeg",
      "image/gif": "gif",
      "image/webp": "webp",
      "audio/mpeg": "mp3",
      "audio/flac": "flac",
      "audio/ogg": "ogg oga opus",
      "audio/mp4": "m4a m4b",
      "video/mp4": "mp4 m4v",
      "video/x-matroska": "mkv",
      "video/webm": "webm",
      "application/pdf": "pdf",
      "application/epub+zip": "epub",
      "application/zip": "zip",
      "application/gzip": "gz tgz",
      "application/x-xz": "xz txz",
      "application/zstd": "zst",
      "application/x-tar": "tar",
      "application/x-xbel": "xbel",
      "application/x-sqlite3": "sqlite sqlite3 db",
      "application/vnd.oasis.opendocument.text": "odt ott",
      "application/vnd.oasis.opendocument.spreadsheet": "ods ots",
      "application/vnd.oasis.opendocument.presentation": "odp otp",
      "application/vnd.oasis.opendocument.graphics": "odg otg",
      "application/vnd.sun.xml.writer": "sxw stw",
      "application/vnd.sun.xml.calc": "sxc stc",
      "application/vnd.sun.xml.impress": "sxi sti",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document":
        "docx docm dotx dotm",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":
        "xlsx xlsm xltx xltm xlsb",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation":
        "pptx pptm potx ppsx potm",
    ]
    // A suffix that occurs twice traps here.
    return Dictionary(
      uniqueKeysWithValues: suffixes.flatMap { type, suffixes in
        suffixes.split(separator: " ").map { (String($0), type) }
      })
  }()
}
