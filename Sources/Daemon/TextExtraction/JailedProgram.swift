import CChannel
import ExtractionProtocol
import LinuxSystem
import Glibc

/// A running program that reads documents in a jail: its process, and the socket to it.
///
/// It ends on its own when idle for a while, and at the latest when this object is released.
final class JailedProgram: ReaderProcess {
  /// Starts a program.
  static let start: ReaderStart = { (path, arguments) throws(SystemError) in
    try JailedProgram(path, arguments: arguments)
  }

  private let process: ChildProcess
  private let socket: FileDescriptor
  /// Whether the program has started another one, which it ends when the socket is closed.
  private let endsAnother: Bool

  /// Starts a program.
  ///
  /// - Throws: ENOENT if the program is missing, and a shortage of descriptors or memory.
  init(_ program: FilePath, arguments: [[UInt8]] = []) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe cchannel_socket_pair(&ends) == 0 else {
      throw SystemError(code: errno, attempt: "Cannot make a socket pair")
    }
    socket = FileDescriptor(owning: ends[0])
    let other = FileDescriptor(owning: ends[1])
    endsAnother = program.name == Array(ReaderProgram.external.rawValue.utf8)
    let environment = [
      "TZ=UTC0", "LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "MALLOC_ARENA_MAX=1",
      "SWIFT_BACKTRACE=enable=no",
    ]
    process = try ChildProcess(
      ChildProcess.Command(
        program, arguments, environment: environment.map { Array($0.utf8) }, directory: .root),
      input: .descriptor(other.number))
  }

  var number: Int32 { process.number }

  var descriptor: Int32 { process.descriptor.number }

  @discardableResult
  func reap() -> Bool {
    ((try? process.ending()) ?? nil) != nil
  }

  deinit {
    if endsAnother { kill() }
  }

  func kill() {
    if endsAnother {
      _ = shutdown(socket.number, Int32(SHUT_RDWR))
      if ((try? process.wait(until: .now + .seconds(1))) ?? nil) != nil { return }
    }
    try? process.send(signal: SIGKILL)
    _ = try? process.wait(until: .now + .seconds(5))
  }

  func send(_ request: ExtractionRequest, _ file: borrowing FileDescriptor) -> Bool {
    let packet = request.packet
    let number = file.number
    return unsafe packet.withUnsafeBytes {
      unsafe cchannel_send(socket.number, $0.baseAddress, $0.count, number) == 0
    }
  }

  func receive(into buffer: inout [UInt8], waiting milliseconds: Int32) -> ReaderPacket {
    var source = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&source, 1, milliseconds)
    if ready <= 0 { return .none }
    let size = unsafe buffer.withUnsafeMutableBytes {
      unsafe cchannel_receive(socket.number, $0.baseAddress, $0.count, nil, 0)
    }
    return size > 0 ? .received(size) : .end
  }
}
