public import DocumentReaders
public import ExtractionProtocol

/// A program that reads foreign documents in a jail.
///
/// Its executable calls ``run()``; see there for the steps and their order.
public protocol ExtractionProgram {
  /// Which program it is; nil for one that reads no members and unpacks nothing.
  var name: ReaderProgram? { get }

  /// The only folder that can be read in the jail; nil for none.
  var folder: StaticString? { get }

  /// Has everything loaded that is loaded at its first use, because no file can be opened later.
  ///
  /// - Returns: false if the program cannot read here.
  func prepare() -> Bool

  /// Whether a document gets a process of its own, which ends after it.
  func isHeavy(_ format: DocumentFormat) -> Bool

  /// Whether a document is read only if system calls are filtered.
  func needsFilter(_ request: ExtractionRequest) -> Bool

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - format: its format; one of another program is not supported.
  ///   - start: the offset of the first message to read, for a mailbox; else it has no meaning.
  ///   - sink: receives the content.
  /// - Throws: why the rest cannot be read.
  func read(
    _ bytes: Span<UInt8>, _ format: DocumentFormat, from start: Int,
    into sink: inout some DocumentSink
  ) throws(ReadingFailure)

  /// Renders a page of a document; a program that does not render any throws.
  ///
  /// - Parameters:
  ///   - page: its number, the first page being 1.
  ///   - bytes: the document.
  ///   - format: the format of the document.
  /// - Returns: the page; nil if there is next to nothing on it.
  /// - Throws: why the page cannot be rendered.
  func render(
    _ page: UInt32, of bytes: Span<UInt8>, _ format: DocumentFormat
  ) throws(ReadingFailure) -> GrayImage?

  /// Unpacks a compressed document; a program that does not unpack any throws.
  ///
  /// - Parameters:
  ///   - bytes: the compressed document.
  ///   - limit: how many bytes are wanted; a longer content is cut there.
  ///   - content: receives the unpacked bytes.
  /// - Throws: why the rest cannot be unpacked.
  func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure)
}

extension ExtractionProgram {
  /// No name.
  public var name: ReaderProgram? { nil }

  /// No folder.
  public var folder: StaticString? { nil }

  /// All that libraries in C and C++ read in the general program.
  public func needsFilter(_ request: ExtractionRequest) -> Bool { request.needsFilter }

  /// Whether a document gets a process of its own, by its format or because it was asked for.
  func readsAlone(_ request: ExtractionRequest) -> Bool {
    request.isAlone || isHeavy(request.format)
  }

  /// Renders nothing.
  public func render(
    _ page: UInt32, of bytes: Span<UInt8>, _ format: DocumentFormat
  ) throws(ReadingFailure) -> GrayImage? {
    throw .unsupported("Its pages cannot be rendered.")
  }

  /// Unpacks nothing.
  public func unpack(
    _ bytes: Span<UInt8>, limit: Int, into content: inout [UInt8]
  ) throws(ReadingFailure) {
    throw .unsupported("It is compressed.")
  }

  /// Serves requests until there are none for a while; ends this process.
  ///
  /// The process gives up all rights, then forks the processes that read. Everything happens on one
  /// thread. Its standard input is a SOCK_SEQPACKET socket of the daemon.
  public func run() -> Never {
    Zygote(program: self).run()
  }
}
