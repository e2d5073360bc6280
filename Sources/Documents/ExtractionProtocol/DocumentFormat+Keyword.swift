extension DocumentFormat {
  /// The word for it in options and in messages for programs; formats with one name share it.
  public var keyword: String {
    switch self {
    case .html: "html"
    case .mail, .appleMail: "mail"
    case .webArchive: "web-archive"
    case .mailbox: "mailbox"
    case .richText: "rtf"
    case .compoundFile: "office97"
    case .flatOpenDocument: "flat-opendocument"
    case .fictionBook: "fictionbook"
    case .abiWord: "abiword"
    case .gnumeric: "gnumeric"
    case .dia: "dia"
    case .svg: "svg"
    case .notebook: "notebook"
    case .calendar: "calendar"
    case .contacts: "contacts"
    case .subtitles: "subtitles"
    case .translations: "translations"
    case .manualPage: "manual"
    case .info: "info"
    case .tex: "tex"
    case .image: "image"
    case .audio: "audio"
    case .video: "video"
    case .officeOpenXML: "ooxml"
    case .openDocument: "opendocument"
    case .epub: "epub"
    case .pdf: "pdf"
    case .archive: "archive"
    case .plainText: "compressed-text"
    }
  }
}
