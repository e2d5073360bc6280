import ArchiveReading
public import DocumentReaders
public import ExtractionProtocol
public import ExtractionWorker

/// The program for most formats: readers in Swift, and libarchive.
public struct GeneralProgram: ExtractionProgram {
  /// Creates the program.
  public init() {}

  /// The name of the general program.
  public var name: ReaderProgram? { .general }

  /// Reads a small document of each format, so that everything is loaded before the jail forbids it.
  public func prepare() -> Bool {
    WarmUp.run()
    return true
  }

  /// Whether documents of a format need a process of their own: archives do, for libarchive.
  public func isHeavy(_ format: DocumentFormat) -> Bool { format == .archive }

  /// Reads a document.
  public func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try format.read(bytes, from: start, into: &sink)
  }

  /// Unpacks a document with libarchive.
  public func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure) {
    try CompressedFile.unpack(bytes, limit: limit, into: &content)
  }
}
