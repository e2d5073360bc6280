public import DocumentReaders
public import ExtractionProtocol

/// A program that reads untrusted documents in a jail.
///
/// Its executable calls ``run()``, which describes the steps.
public protocol ExtractionProgram {
  /// The name of the program, which reads members of its formats; nil if it reads no members.
  var name: ReaderProgram? { get }

  /// The only folder that the jail allows to read; nil for none.
  var folder: StaticString? { get }

  /// Loads everything that would be loaded at first use, because the jail allows to open no files.
  ///
  /// - Returns: false if the program cannot work here.
  func prepare() -> Bool

  /// Whether each document of a format is read in a process of its own.
  func isHeavy(_ format: DocumentFormat) -> Bool

  /// Whether a document may be read only if system calls are filtered.
  func needsFilter(_ request: ExtractionRequest) -> Bool

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - format: the format of the document; throws `unsupported` if another program reads it.
  ///   - start: the position of an earlier answer, for formats that ``DocumentFormat/canContinue``.
  ///   - sink: receives the content.
  /// - Throws: why the document, or the rest of it, cannot be read.
  func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure)

  /// Renders a page of a document; throws if the program cannot render.
  ///
  /// - Parameters:
  ///   - page: the number of the page, counted from 1.
  ///   - bytes: the document.
  ///   - format: the format of the document.
  ///   - isAnyWanted: whether a nearly empty page is rendered as well.
  /// - Returns: the page; nil if the page is nearly empty.
  /// - Throws: why the page cannot be rendered.
  func render(
    _ page: UInt32, of bytes: Span<UInt8>, _ format: DocumentFormat, evenIfEmpty isAnyWanted: Bool
  ) throws(ReadingFailure) -> GrayImage?

  /// Unpacks a compressed document; throws if the program cannot unpack.
  ///
  /// - Parameters:
  ///   - bytes: the compressed document.
  ///   - limit: the content is cut after this number of bytes.
  ///   - content: receives the unpacked bytes.
  /// - Throws: why the document, or the rest of it, cannot be unpacked.
  func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure)
}

extension ExtractionProgram {
  /// Nil: the program reads no members.
  public var name: ReaderProgram? { nil }

  /// Nil: the jail allows to read no folder.
  public var folder: StaticString? { nil }

  /// Whether a library in C or C++ reads the document.
  public func needsFilter(_ request: ExtractionRequest) -> Bool { request.needsFilter }

  /// Whether a document is read in a process of its own: because of its format or size, or on request.
  func readsAlone(_ request: ExtractionRequest) -> Bool {
    // The address space of a process for many documents has room for the mapped file of one such.
    request.isAlone || isHeavy(request.format) || request.fileSize > 256 << 20
  }

  /// Throws, because the program cannot render.
  public func render(
    _ page: UInt32, of bytes: Span<UInt8>, _ format: DocumentFormat, evenIfEmpty isAnyWanted: Bool
  ) throws(ReadingFailure) -> GrayImage? {
    throw .unsupported("Its pages cannot be rendered.")
  }

  /// Throws, because the program cannot unpack.
  public func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure) {
    throw .unsupported("It is compressed.")
  }

  /// Reads requests until none come before the timeout; never returns.
  ///
  /// The process enters the jail, then forks the processes that read documents; each has one thread. Standard
  /// input must be a SOCK_SEQPACKET socket of the daemon.
  public func run() -> Never {
    Zygote(program: self).run()
  }
}
