/// A format that a jailed program reads.
public enum DocumentFormat: UInt8, CaseIterable, Sendable {
  case html = 1
  case mail
  case appleMail
  case webArchive
  case mailbox
  case richText
  case compoundFile
  case flatOpenDocument
  case fictionBook
  case abiWord
  case gnumeric
  case dia
  case svg
  case notebook
  case calendar
  case contacts
  case subtitles
  case translations
  case manualPage
  case info
  case tex
  case image
  case audio
  case video
  case officeOpenXML
  case openDocument
  case epub
  case archive
  /// Text in a compressed file.
  case plainText
  case pdf

  /// The version of its reader; increase it to have all documents of the format read again.
  public var readerVersion: UInt16 {
    switch self {
    // Members are documents since version 3, PDF documents among them since version 4. All alternatives of a
    // mail are read since version 5, in containers, too.
    case .archive, .mail, .appleMail, .mailbox, .compoundFile: 5
    // It is read in code pages of DOS since version 3.
    case .plainText: 3
    // Since version 3 the date of the last change counts where there is no other one.
    case .image: 3
    // Since version 3 the first section is not always the title.
    case .manualPage: 3
    default: 2
    }
  }

  /// Whether documents of it can have members, which are documents of their own.
  public var canHaveMembers: Bool {
    switch self {
    case .archive, .mail, .appleMail, .mailbox, .compoundFile: true
    default: false
    }
  }

  /// Whether a large file usually means a large text; false for sound, pixels and members.
  public var textGrowsWithSize: Bool {
    switch self {
    case .image, .audio, .video: false
    default: !canHaveMembers
    }
  }

  /// The name for people.
  public var name: String { names.name }

  /// The word for it in options and in messages for programs; formats with one name share it.
  public var keyword: String { names.keyword }

  private var names: (name: String, keyword: String) {
    switch self {
    case .html: ("HTML", "html")
    case .mail, .appleMail: ("mail", "mail")
    case .webArchive: ("web archive", "web-archive")
    case .mailbox: ("mailbox", "mailbox")
    case .richText: ("RTF", "rtf")
    case .compoundFile: ("Office 97–2003", "office97")
    case .flatOpenDocument: ("flat OpenDocument", "flat-opendocument")
    case .fictionBook: ("FictionBook", "fictionbook")
    case .abiWord: ("AbiWord", "abiword")
    case .gnumeric: ("Gnumeric", "gnumeric")
    case .dia: ("Dia", "dia")
    case .svg: ("SVG", "svg")
    case .notebook: ("Jupyter notebook", "notebook")
    case .calendar: ("calendar", "calendar")
    case .contacts: ("contacts", "contacts")
    case .subtitles: ("subtitles", "subtitles")
    case .translations: ("translations", "translations")
    case .manualPage: ("manual page", "manual")
    case .info: ("Info file", "info")
    case .tex: ("TeX", "tex")
    case .image: ("image metadata", "image")
    case .audio: ("audio tags", "audio")
    case .video: ("video tags", "video")
    case .officeOpenXML: ("Office Open XML", "ooxml")
    case .openDocument: ("OpenDocument", "opendocument")
    case .epub: ("EPUB", "epub")
    case .archive: ("archive", "archive")
    case .plainText: ("compressed text", "compressed-text")
    case .pdf: ("PDF", "pdf")
    }
  }
}
