import CJail
import DocumentReaders
import ExtractionProtocol
import Glibc

/// A process that reads one document after the other, until it has read enough.
struct Worker {
  /// The number of documents after which another process goes on: what one document may have done to
  /// the process ends with it.
  private static let documentLimit = 256
  /// The growth in bytes after which another process goes on.
  private static let growthLimit: UInt64 = 64 << 20
  /// The CPU time in microseconds after which another process goes on, so that each document has all
  /// the time that the kernel allows a process.
  private static let timeLimit: UInt64 = 1_000_000

  let socket: Int32
  private let memory = cjail_peak_memory()

  /// Reads documents; ends this process.
  func run() -> Never {
    for _ in 0..<Self.documentLimit {
      readNext()
      if cjail_cpu_time() > Self.timeLimit || cjail_peak_memory() > memory + Self.growthLimit {
        break
      }
    }
    ExitCode.isRetired.exit()
  }

  private func readNext() {
    var packet = [UInt8](repeating: 0, count: ExtractionRequest.size + 1)
    var file: Int32 = -1
    let size = unsafe packet.withUnsafeMutableBytes {
      unsafe cjail_receive(socket, $0.baseAddress, $0.count, &file, 0)
    }
    if size <= 0 { ExitCode.isIdle.exit() }
    guard size <= packet.count, let request = ExtractionRequest(packet: packet[..<size]), file >= 0
    else { ExitCode.hasBadRequest.exit() }
    cjail_set_shared_number(request.number)
    let hasFailed = answer(request, file)
    cjail_set_shared_number(0)
    _ = Glibc.close(file)
    if hasFailed || request.isAlone { ExitCode.isRetired.exit() }
  }

  /// - Returns: whether the document could not be read completely.
  private func answer(_ request: ExtractionRequest, _ file: Int32) -> Bool {
    var sink = FrameSink(request, socket)
    let size = Int(clamping: request.fileSize)
    guard size > 0 else {
      sink.end(nil)
      return false
    }
    guard let bytes = unsafe cjail_map(file, size) else {
      sink.end(.damaged("It cannot be mapped."))
      return true
    }
    defer { unsafe cjail_unmap(bytes, size) }
    let span = unsafe Span<UInt8>(
      _unsafeStart: bytes.assumingMemoryBound(to: UInt8.self), count: size)
    do throws(ReadingFailure) {
      if request.isCompressed {
        try request.format.unpackAndRead(span, into: &sink)
      } else {
        try request.format.read(span, into: &sink)
      }
      sink.end(nil)
      return false
    } catch {
      sink.end(error)
      return true
    }
  }
}
