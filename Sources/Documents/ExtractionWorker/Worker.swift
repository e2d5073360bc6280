import CJail
import DocumentReaders
import ExtractionProtocol
import Glibc

/// A process that reads one heavy document, or light documents until one of the limits is reached.
struct Worker<Program: ExtractionProgram> {
  /// The number of documents after which a new process continues; so damage that a document did to the
  /// process ends.
  private static var documentLimit: Int { 256 }
  /// The growth of memory in bytes after which a new process continues.
  private static var growthLimit: UInt64 { 64 << 20 }
  /// The CPU time in microseconds after which a new process continues; so each document can use nearly all
  /// the time that the kernel allows a process.
  private static var timeLimit: UInt64 { 1_000_000 }

  let program: Program
  let socket: Int32
  /// Whether system calls are filtered.
  let isFiltered: Bool
  private let memory = cjail_peak_memory()

  init(program: Program, socket: Int32, isFiltered: Bool) {
    (self.program, self.socket, self.isFiltered) = (program, socket, isFiltered)
  }

  /// Reads documents, then ends this process.
  func run() -> Never {
    for count in 0..<Self.documentLimit {
      guard let request = Channel.nextRequest(socket) else { ExitCode.isIdle.exit() }
      let isHeavy = program.readsAlone(request)
      // A new process reads the heavy document.
      if isHeavy, count > 0 { break }
      readNext()
      if isHeavy || cjail_cpu_time() > Self.timeLimit
        || cjail_peak_memory() > memory + Self.growthLimit
      {
        break
      }
    }
    ExitCode.isRetired.exit()
  }

  private func readNext() {
    guard let (request, file) = Channel.takeRequest(socket) else { ExitCode.isIdle.exit() }
    cjail_set_shared_number(request.number)
    let isUsed = answer(request, file)
    cjail_set_shared_number(0)
    _ = Glibc.close(file)
    if isUsed { ExitCode.isRetired.exit() }
  }

  /// - Returns: whether a new process must read the next document: this document could not be read
  ///   completely, or had a member that was read with a library in C or C++.
  private func answer(_ request: ExtractionRequest, _ file: Int32) -> Bool {
    var sink = FrameSink(request, socket, program, isFiltered: isFiltered)
    let size = Int(clamping: request.fileSize)
    if !isFiltered, program.needsFilter(request) {
      sink.end(unread: .withoutFilter)
      return false
    }
    guard size > 0 else {
      sink.end(nil)
      return false
    }
    if size <= Self.copiedSize {
      guard let bytes = copy(file, size) else {
        sink.end(.damaged("It cannot be read."))
        return true
      }
      return read(bytes.span, request, into: &sink)
    }
    guard let bytes = unsafe cjail_map(file, size) else {
      sink.end(.damaged("It cannot be mapped."))
      return true
    }
    defer { unsafe cjail_unmap(bytes, size) }
    let span = unsafe Span<UInt8>(
      _unsafeStart: bytes.assumingMemoryBound(to: UInt8.self), count: size)
    return read(span, request, into: &sink)
  }

  /// Files of up to this number of bytes are copied into memory; larger files are mapped.
  ///
  /// If a file is truncated during reading, a copy only ends earlier, but a mapping would kill this process.
  /// Mapping a larger file saves memory.
  private static var copiedSize: Int { 256 << 10 }

  /// Reads the first bytes of a file; nil if it cannot be read.
  private func copy(_ file: Int32, _ size: Int) -> [UInt8]? {
    var isRead = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let result = unsafe cjail_read(file, buffer.baseAddress, size)
      isRead = result >= 0
      count = max(0, result)
    }
    return isRead ? bytes : nil
  }

  /// Reads a document, or renders a page of it.
  ///
  /// - Returns: whether a new process must read the next document, as ``answer(_:_:)`` does.
  private func read(
    _ bytes: Span<UInt8>, _ request: ExtractionRequest, into sink: inout FrameSink<Program>
  ) -> Bool {
    do throws(ReadingFailure) {
      if let page = request.page {
        if let image = try program.render(
          page, of: bytes, request.format, evenIfEmpty: request.rendersAny)
        {
          sink.send(image)
        }
      } else {
        try readText(of: bytes, request, into: &sink)
      }
      sink.end(nil)
      return sink.hasReadHeavyMember
    } catch {
      sink.end(error)
      return true
    }
  }

  /// The limit of a compressed document's unpacked size in bytes: four times the text limit of a document.
  private static var unpackedLimit: Int { 128 << 20 }

  private func readText(
    of bytes: Span<UInt8>, _ request: ExtractionRequest, into sink: inout FrameSink<Program>
  ) throws(ReadingFailure) {
    guard request.isCompressed else {
      return try program.read(
        bytes, request.format, from: Int(clamping: request.start), into: &sink)
    }
    var content: [UInt8] = []
    var failure: ReadingFailure?
    do throws(ReadingFailure) {
      try program.unpack(bytes, limit: Self.unpackedLimit, into: &content)
      if content.count >= Self.unpackedLimit { failure = .sizeLimit }
    } catch {
      failure = error
    }
    if request.format.program == program.name {
      try program.read(content.span, request.format, from: 0, into: &sink)
    } else {
      sink.send(file: content.span)
    }
    if let failure { throw failure }
  }
}
