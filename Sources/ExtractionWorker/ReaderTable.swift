import ArchiveReading
import CharacterEncodings
package import DocumentReaders
package import ExtractionProtocol

extension DocumentFormat {
  /// A compressed document is read up to this size, which is four times the text that is kept of one.
  private static let unpackedLimit = 128 << 20

  /// Reads a compressed document of this format.
  ///
  /// - Parameters:
  ///   - bytes: the compressed file.
  ///   - sink: gets what it contains.
  /// - Throws: why the rest cannot be read.
  package func unpackAndRead(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var content: [UInt8] = []
    var failure: ReadingFailure?
    do throws(ReadingFailure) {
      try CompressedFile.unpack(bytes, limit: Self.unpackedLimit, into: &content)
    } catch {
      failure = error
    }
    try read(content.span, into: &sink)
    if let failure { throw failure }
  }

  private func readPackage(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try ArchivePackage.read(bytes) { (package) throws(ReadingFailure) in
      switch self {
      case .openDocument: try OpenDocumentReader.read(&package, into: &sink)
      case .epub: try EPUBReader.read(&package, into: &sink)
      default: try OfficeOpenXMLReader.read(&package, into: &sink)
      }
    }
  }

  /// Reads text in any encoding; other bytes are no text.
  private static func readText(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    guard let encoding = EncodingDetector.encoding(of: bytes) else { return }
    if encoding != .utf8 { sink.add(encoding.name, to: .charset) }
    var text: [UInt8] = []
    encoding.decode(bytes, limit: unpackedLimit, into: &text)
    sink.add(text: text.span)
  }

  /// Reads a document of this format.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - sink: gets what it contains.
  /// - Throws: why the rest cannot be read.
  package func read(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) throws(ReadingFailure)
  {
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
    case .officeOpenXML, .openDocument, .epub: try readPackage(bytes, into: &sink)
    case .archive: try ArchiveReader.read(bytes, into: &sink)
    case .plainText: Self.readText(bytes, into: &sink)
    }
  }
}
