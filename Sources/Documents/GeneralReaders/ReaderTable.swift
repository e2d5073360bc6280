import ArchiveReading
import CharacterEncodings
import ContentTypes
package import DocumentReaders
package import ExtractionProtocol

extension DocumentFormat {
  /// The limit of decoded text in bytes: four times the text that is kept of a document.
  private static let decodedLimit = 128 << 20

  private func readPackage(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try ArchivePackage.read(bytes) { (package) throws(ReadingFailure) in
      switch self {
      case .openDocument: try OpenDocumentReader.read(&package, into: &sink)
      case .epub: try EPUBReader.read(&package, into: &sink)
      case .xps: try FixedDocumentReader.read(&package, into: &sink)
      case .iWork: try IWorkReader.read(&package, into: &sink)
      default: try OfficeOpenXMLReader.read(&package, into: &sink)
      }
    }
  }

  /// Reads text in any encoding; gives nothing to the sink if the bytes are not text.
  private static func readText(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    let start = bytes.extracting(first: ContentType.probeLength)
    guard EncodingDetector.isText(start) else { return }
    // The beginning decides whether the bytes are text, as it does for files.
    let encoding = EncodingDetector.encoding(of: bytes) ?? .utf8
    if encoding != .utf8 { sink.add(encoding.name, to: .charset) }
    var text: [UInt8] = []
    encoding.decode(bytes, limit: decodedLimit, into: &text)
    TextEscapes.decode(&text)
    sink.add(text: text.span)
  }

  /// Reads a document of this format.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - start: the position of an earlier answer, for formats that ``DocumentFormat/canContinue``.
  ///   - sink: receives the content.
  /// - Throws: why the document, or the rest of it, cannot be read.
  package func read(
    _ bytes: Span<UInt8>, from start: Int = 0, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    switch self {
    case .html: HTMLReader.read(bytes, into: &sink)
    case .mail: try MailReader.read(bytes, into: &sink)
    case .appleMail: try MailReader.read(emlx: bytes, into: &sink)
    case .webArchive: try MailReader.read(mhtml: bytes, into: &sink)
    case .transportNeutral: try TransportNeutralReader.read(bytes, into: &sink)
    case .signedData: try SignedDataReader.read(bytes, into: &sink)
    case .mailbox: try MailboxReader.read(bytes, from: start, into: &sink)
    case .richText: try RTFReader.read(bytes, into: &sink)
    case .compoundFile: try CompoundFileReader.read(bytes, into: &sink)
    case .flatOpenDocument: try OpenDocumentReader.read(bytes, into: &sink)
    case .officeXML: try OfficeXMLReader.read(bytes, into: &sink)
    case .fictionBook: try XMLDocumentReader.fictionBook.read(bytes, into: &sink)
    case .abiWord: try XMLDocumentReader.abiWord.read(bytes, into: &sink)
    case .gnumeric: try XMLDocumentReader.gnumeric.read(bytes, into: &sink)
    case .dia: try XMLDocumentReader.dia.read(bytes, into: &sink)
    case .svg: try XMLDocumentReader.svg.read(bytes, into: &sink)
    case .notebook: try IPythonNotebookReader.read(bytes, into: &sink)
    case .calendar: try CalendarReader.read(bytes, into: &sink)
    case .contacts: try ContactReader.read(bytes, into: &sink)
    case .subtitles: try SubtitleReader.read(bytes, into: &sink)
    case .translations: try TranslationCatalogReader.read(bytes, into: &sink)
    case .manualPage: try ManualPageReader.read(bytes, into: &sink)
    case .info: try InfoFileReader.read(bytes, into: &sink)
    case .tex: try TeXReader.read(bytes, into: &sink)
    case .image: try ImageMetadataReader.read(bytes, into: &sink)
    case .audio: try AudioMetadataReader.read(bytes, into: &sink)
    case .video: try VideoMetadataReader.read(bytes, into: &sink)
    case .database: try DatabaseReader.read(bytes, into: &sink)
    case .bookmarks: try BookmarksReader.read(bytes, into: &sink)
    case .chat: try ChatReader.read(bytes, into: &sink)
    case .oneNote: try OneNoteReader.read(bytes, into: &sink)
    case .outlookData: try OutlookDataFileReader.read(bytes, from: start, into: &sink)
    case .officeOpenXML, .openDocument, .epub, .xps, .iWork: try readPackage(bytes, into: &sink)
    case .mobipocket: try MobipocketReader.read(bytes, into: &sink)
    case .djvu: try DjVuReader.read(bytes, into: &sink)
    case .compiledHelp: try CompiledHelpReader.read(bytes, into: &sink)
    case .archive: try ArchiveReader.read(bytes, into: &sink)
    case .plainText: Self.readText(bytes, into: &sink)
    case .pdf, .external: throw .unsupported("Another program reads this format.")
    }
  }
}
