import Glibc
import LinuxSystem
import TestSupport
import Varlink

/// A server on a socket of its own.
final class TestServer: Sendable {
  let folder: TemporaryDirectory
  let server: VarlinkServer
  let diary = Diary()
  let gate = Gate()

  var path: FilePath { folder["socket"] }

  init(limits: VarlinkServer.Limits = VarlinkServer.Limits()) async throws {
    SignalDescriptor.ignoreBrokenPipes()
    folder = try TemporaryDirectory()
    let info = ServiceInfo(
      vendor: "vendor", product: "product", version: "1", url: "https://example.org")
    server = try VarlinkServer(
      listener: UnixSocket.listen(at: folder["socket"]), info: info,
      interfaces: [TestInterface(diary: diary, gate: gate)], limits: limits,
      tasks: LoopTaskExecutor(name: "sitta-tasks"))
    try await server.start()
  }

  func client() throws -> VarlinkClient {
    try VarlinkClient(connectingTo: path, timeout: .seconds(120))
  }

  func wire() throws -> RawClient {
    try RawClient(path)
  }
}

/// A client that writes any bytes and reads messages.
final class RawClient {
  private var socket: FileDescriptor?
  private var buffer: [UInt8] = []
  private var messages: [[UInt8]] = []

  init(_ path: FilePath) throws {
    socket = try UnixSocket.connect(to: path)
  }

  /// Writes text without a NUL; a message needs one at its end.
  func write(_ text: String) throws {
    try socket?.write(Array(text.utf8))
  }

  /// Writes a call of a method of the test's interface.
  func call(_ method: String, _ parameters: String = "{}", flags: String = "") throws {
    try write(
      #"{"method":"org.example.test.\#(method)","parameters":\#(parameters)\#(flags)}"# + "\0")
  }

  /// The next message as text; nil if the server has closed the connection.
  func read() throws -> String? {
    while messages.isEmpty {
      var bytes: [UInt8] = []
      do throws(SystemError) {
        guard try socket?.readAvailable(upTo: 1 << 18, to: &bytes) ?? 0 > 0 else { return nil }
      } catch {
        // A server that closes a socket with unread bytes resets the connection.
        if error.code == ECONNRESET { return nil }
        throw error
      }
      let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
      for part in parts.dropLast() {
        messages.append(buffer + part)
        buffer = []
      }
      buffer += parts.last ?? []
    }
    return String(decoding: messages.removeFirst(), as: UTF8.self)
  }

  /// Closes the writing half; see shutdown(2).
  func endWriting() {
    if let number = socket?.number { shutdown(number, Int32(SHUT_WR)) }
  }

  /// Closes the reading half, so that the server's writes fail.
  func endReading() {
    if let number = socket?.number { shutdown(number, Int32(SHUT_RD)) }
  }

  func close() {
    socket = nil
  }
}
