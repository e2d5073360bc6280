import DocumentReaders
import ExtractionProtocol
import ExtractionWorker
import PortableDocumentReading

/// The program that reads PDF documents with poppler.
struct PortableDocumentProgram: ExtractionProgram {
  var name: ReaderProgram? { .pdf }

  /// The folder of the tables that convert codes of Chinese, Japanese and Korean fonts to characters.
  var folder: StaticString? { "/usr/share/poppler" }

  func prepare() -> Bool { PortableDocumentReader.prepare() }

  func isHeavy(_ format: DocumentFormat) -> Bool { true }

  func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard format == .pdf else { throw .unsupported("Another program reads this format.") }
    try PortableDocumentReader.read(bytes, into: &sink)
  }

  func render(
    _ page: UInt32, of bytes: Span<UInt8>, _ format: DocumentFormat, evenIfEmpty isAnyWanted: Bool
  ) throws(ReadingFailure) -> GrayImage? {
    guard format == .pdf else { throw .unsupported("Another program reads this format.") }
    return try PortableDocumentReader.render(page, of: bytes, evenIfEmpty: isAnyWanted)
  }
}
