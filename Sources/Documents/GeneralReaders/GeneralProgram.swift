import ArchiveReading
public import DocumentReaders
public import ExtractionProtocol
public import ExtractionWorker

/// The program of most formats: readers in Swift, and libarchive.
public struct GeneralProgram: ExtractionProgram {
  /// Creates the program.
  public init() {}

  /// The general program.
  public var name: ReaderProgram? { .general }

  /// Reads a small document of each format.
  public func prepare() -> Bool {
    WarmUp.run()
    return true
  }

  /// Whether a document needs a process of its own: libarchive may unpack a file of any kind.
  public func isHeavy(_ format: DocumentFormat) -> Bool { format == .archive }

  /// Reads a document.
  public func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try format.read(bytes, from: start, into: &sink)
  }

  /// Unpacks a document through libarchive.
  public func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure) {
    try CompressedFile.unpack(bytes, limit: limit, into: &content)
  }
}
