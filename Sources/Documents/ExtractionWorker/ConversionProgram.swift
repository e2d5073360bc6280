import CChannel
import CJail
import ExtractionProtocol
import Glibc

/// The program that runs a program of the person's choice for each document, and passes on what it writes.
///
/// The arguments are the path of that program and its own arguments. In them, `%f` stands for the path of the
/// document, which is its standard input as well. The program is jailed; this one never looks at a document.
public struct ConversionProgram {
  /// The path of the document for the program.
  private static let documentPath = "/proc/self/fd/0"
  /// The timeout in seconds: this program ends if no request comes.
  private static let idleSeconds: Int32 = 30
  /// The limit of the memory of each process, in bytes.
  private static let memory: UInt64 = 1 << 30

  private let socket: Int32 = 0
  private let arguments: [String]

  /// Creates the program.
  ///
  /// - Parameter arguments: those of this process, the first of which is its name.
  public init(arguments: [String]) {
    self.arguments = arguments.dropFirst().map { $0 == "%f" ? Self.documentPath : $0 }
  }

  /// Answers requests until none come before the timeout; never returns.
  public func run() -> Never {
    guard !arguments.isEmpty, cjail_set_timeout(socket, Self.idleSeconds) == 0 else {
      ExitCode.hasBadRequest.exit()
    }
    var state = cjail_state()
    unsafe cjail_conversion_state(&state)
    let ready = ExtractionFrame.ready(
      landlock: UInt8(clamping: state.landlock), isFiltered: state.seccomp != 0)
    ExtractionPacket(0, [ready]).send(to: socket)
    while let (request, file) = Channel.takeRequest(socket) {
      convert(file, request)
      _ = Glibc.close(file)
    }
    ExitCode.isIdle.exit()
  }

  private func convert(_ document: Int32, _ request: ExtractionRequest) {
    var conversion = unsafe cjail_conversion(
      words: nil, word_count: Int32(clamping: arguments.count), document: document, output: -1,
      process: -1, memory: Self.memory, seconds: UInt64(request.time) / 1_000 + 1)
    let words = arguments.flatMap { Array($0.utf8) + [0] }.map { CChar(bitPattern: $0) }
    let child = unsafe words.withUnsafeBufferPointer { words in
      unsafe conversion.words = words.baseAddress
      return unsafe cjail_convert(&conversion)
    }
    guard child > 0 else { ExitCode.hasNoJail.exit() }
    let isCut = unsafe passOn(&conversion, child, request)
    _ = unsafe Glibc.close(conversion.process)
    if isCut { cjail_end_conversion(child) }
    var ending = cjail_ending()
    guard unsafe cjail_wait_conversion(child, &ending) == 0 else { ExitCode.hasNoJail.exit() }
    let reason: ExtractionFrame.Ending.Reason = isCut ? .sizeLimit : Self.reason(ending.status)
    let time = min(ending.microseconds, request.longestTime)
    ExtractionPacket(request.number, [.end(.init(reason, time: time))]).send(to: socket)
  }

  /// Sends what the program writes to the daemon, until it ends; closes its output.
  ///
  /// If the daemon closes the connection, the program is ended, and this process, too.
  ///
  /// - Returns: whether it writes more than the limit.
  @unsafe private func passOn(
    _ conversion: inout cjail_conversion, _ child: pid_t, _ request: ExtractionRequest
  ) -> Bool {
    defer { _ = unsafe Glibc.close(conversion.output) }
    var size = 0
    var buffer = [UInt8](repeating: 0, count: 48 << 10)
    while true {
      let state = unsafe cjail_wait_for_output(&conversion, socket)
      if state < 0 { Self.end(child) }
      let count = unsafe read(conversion.output, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN && state == 1 { continue }
      if count <= 0 {
        if state == 0 { return false }
        // It has closed its output, but goes on.
        _ = unsafe Glibc.close(conversion.output)
        unsafe conversion.output = -1
        continue
      }
      size += count
      if size > ExtractionAnswer.fileLimit { return true }
      let packet = ExtractionPacket(request.number, [.content(Array(buffer[..<count]))])
      if !packet.isSent(to: socket) { Self.end(child) }
    }
  }

  /// Ends the program with all that it has started, and this process, because the daemon wants no more.
  private static func end(_ child: pid_t) -> Never {
    cjail_end_conversion(child)
    var ending = cjail_ending()
    _ = unsafe cjail_wait_conversion(child, &ending)
    ExitCode.hasNoDaemon.exit()
  }

  /// How reading ended, by the exit code of the program or the signal that killed it.
  private static func reason(_ status: Int32) -> ExtractionFrame.Ending.Reason {
    switch status {
    case 0: .complete
    case -SIGXCPU, -SIGKILL: .timeLimit
    case Int32(cjail_no_jail): .withoutFilter
    case Int32(cjail_no_program): .unsupported
    default: .damaged
    }
  }
}
