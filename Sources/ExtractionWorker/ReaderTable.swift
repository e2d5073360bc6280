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
    }
  }
}
