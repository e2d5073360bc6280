import DocumentReaders
import ExtractionProtocol

extension DocumentFormat {
  /// Reads a document of this format.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - sink: gets what it contains.
  /// - Throws: why the rest cannot be read.
  func read(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) throws(ReadingFailure) {
    switch self {
    case .html: HTMLReader.read(bytes, into: &sink)
    case .mail: try MailReader.read(bytes, into: &sink)
    case .appleMail: try MailReader.read(emlx: bytes, into: &sink)
    case .webArchive: try MailReader.read(mhtml: bytes, into: &sink)
    case .mailbox: try MailboxReader.read(bytes, into: &sink)
    case .richText: try RTFReader.read(bytes, into: &sink)
    case .compoundFile: try CompoundFileReader.read(bytes, into: &sink)
    case .flatOpenDocument: try OpenDocumentReader.read(bytes, into: &sink)
    case .fictionBook: try FictionBookReader.read(bytes, into: &sink)
    case .abiWord: try AbiWordReader.read(bytes, into: &sink)
    case .gnumeric: try GnumericReader.read(bytes, into: &sink)
    case .dia: try DiaReader.read(bytes, into: &sink)
    case .svg: try SVGReader.read(bytes, into: &sink)
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
    }
  }
}
