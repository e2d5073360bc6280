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
  /// Plain text; used for text in compressed files.
  case plainText
  case pdf
  /// Documents of Office in a single XML file: of Word and Excel 2003, and packages of later versions.
  case officeXML
  case transportNeutral
  case signedData
  /// SQLite databases with address books or bookmarks; others are not read.
  case database
  /// Bookmarks of Chromium, and XBEL.
  case bookmarks
  /// Exported conversations of messengers.
  case chat
  /// Mobipocket, KF8 and PalmDOC.
  case mobipocket = 48
  case djvu
  case xps
  /// Pages, Numbers and Keynote.
  case iWork
  /// Compiled help of Windows.
  case compiledHelp
  /// Data files of Outlook with all folders of a person.
  case outlookData = 56
  /// Sections of notebooks of OneNote.
  case oneNote
  /// What a program reads that the configuration names.
  case external = 255

  /// The version of the format's reader; raise it to have all documents of the format read again.
  public var readerVersion: UInt16 {
    switch self {
    // 3: members are documents. 4: also PDF documents in them. 5: all alternatives of a mail are read, also
    // in containers. 6: encodings that nothing declares are recognized; TNEF, uuencoded files and signed mails.
    // 7: the text of images in members is recognized.
    case .archive, .mail, .appleMail: 7
    // 7: messages that were deleted are left out. 8: the text of images in members is recognized.
    case .mailbox: 8
    // 4: the text of images in members is recognized.
    case .outlookData: 4
    // 6: numbers in cells are read as they are shown; embedded objects, and no deleted text. 7: also objects of
    // presentations. 8: people, events and tasks of Outlook, and categories. 9: the text of images in members is
    // recognized.
    case .compoundFile: 9
    // 3: numbers in cells are read as they are shown; embedded objects, descriptions, more properties.
    case .officeXML, .officeOpenXML, .openDocument, .flatOpenDocument: 3
    // 4: also embedded objects.
    case .richText: 4
    // 3: also notes, attached files and XMP metadata.
    case .pdf: 3
    // 3: text is also recognized in DOS code pages. 4: more encodings; escapes of JSON and XML are characters.
    case .plainText: 4
    // 3: the date of the last change is used if there is no other date. 4: encodings are recognized.
    case .image: 4
    // 3: the first section does not always give the title. 4: encodings are recognized.
    case .manualPage: 4
    // 3: encodings that nothing declares are recognized.
    default: 3
    }
  }

  /// Whether documents of the format can have members, which are documents, too.
  public var canHaveMembers: Bool {
    switch self {
    case .archive, .mail, .appleMail, .mailbox, .compoundFile, .officeOpenXML, .officeXML,
      .openDocument, .pdf, .richText, .transportNeutral, .signedData, .database, .bookmarks,
      .chat, .outlookData:
      true
    default: false
    }
  }

  /// Whether documents of the format have or are images, whose text can be recognized.
  public var hasImages: Bool { self == .pdf || self == .image }

  /// Whether the content of members is compressed in files of the format.
  public var compressesMembers: Bool {
    switch self {
    case .archive, .compoundFile, .officeOpenXML, .openDocument, .pdf: true
    default: false
    }
  }

  /// Whether another request can continue where an answer ended because it had too many members.
  public var canContinue: Bool { self == .mailbox || self == .outlookData }

  /// Whether a large file usually has much text; false for sound, pixels, and files that mostly consist of
  /// members.
  public var textGrowsWithSize: Bool {
    switch self {
    case .image, .audio, .video, .archive, .mail, .appleMail, .mailbox, .compoundFile,
      .transportNeutral, .signedData, .database, .bookmarks, .djvu, .outlookData, .oneNote:
      false
    default: true
    }
  }

  /// The name of the format for people.
  public var name: String { names.name }

  /// The word for the format in options and in messages for programs; several formats may share it.
  public var keyword: String { names.keyword }

  private var names: (name: String, keyword: String) {
    switch self {
    case .html: ("HTML", "html")
    case .mail, .appleMail, .transportNeutral, .signedData: ("mail", "mail")
    case .webArchive: ("web archive", "web-archive")
    case .mailbox: ("mailbox", "mailbox")
    case .richText: ("RTF", "rtf")
    case .compoundFile: ("Office 97–2003", "office97")
    case .officeXML: ("Office XML", "office-xml")
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
    case .database: ("address book or bookmarks", "database")
    case .bookmarks: ("bookmarks", "bookmarks")
    case .chat: ("chat", "chat")
    case .mobipocket: ("Mobipocket", "mobi")
    case .djvu: ("DjVu", "djvu")
    case .xps: ("XPS", "xps")
    case .iWork: ("iWork", "iwork")
    case .compiledHelp: ("CHM", "chm")
    case .outlookData: ("Outlook data file", "pst")
    case .oneNote: ("OneNote", "onenote")
    case .external: ("external reader", "external")
    }
  }
}
