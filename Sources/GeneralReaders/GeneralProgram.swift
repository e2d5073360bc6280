public import DocumentReaders
public import ExtractionProtocol
public import ExtractionWorker

/// The program of most formats: readers in Swift, and libarchive.
public struct GeneralProgram: ExtractionProgram {
  /// Creates the program.
  public init() {}

  /// Reads a small document of each format.
  public func prepare() -> Bool {
    WarmUp.run()
    return true
  }

  /// Whether libarchive unpacks what may be anything.
  public func isHeavy(_ format: DocumentFormat) -> Bool { format == .archive }

  /// Reads a document.
  public func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try format.read(bytes, into: &sink)
  }

  /// Unpacks and reads a document.
  public func readCompressed(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try format.unpackAndRead(bytes, into: &sink)
  }
}
