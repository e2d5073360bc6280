import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import Varlink

/// A client of services that fail.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct VarlinkClientTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// The failure of a client whose service sends these bytes and closes the connection.
  func failure(of answer: String) throws -> VarlinkClient.Failure? {
    let path = folder["socket"]
    let listener = try UnixSocket.listen(at: path)
    let client = try VarlinkClient(connectingTo: path, timeout: .seconds(120))
    if let service = try UnixSocket.accept(from: listener) {
      try service.write(Array(answer.utf8))
      shutdown(service.number, Int32(SHUT_WR))
      return #expect(throws: VarlinkClient.Failure.self) {
        _ = try client.call("a.B", NoParameters(), reply: [String: Int].self)
      }
    }
    return nil
  }

  @Test func `Connecting fails if no service listens`() throws {
    let error = #expect(throws: SystemError.self) {
      _ = try VarlinkClient(connectingTo: folder["socket"], timeout: .zero)
    }
    #expect(error?.isMissing == true)
  }

  @Test(
    arguments: [
      ("", .closed), ("{\"parameters\":{}}", .closed), ("garbage\0", .notUnderstood),
      ("[]\0", .notUnderstood), ("{\"error\":1}\0", .notUnderstood),
      ("{\"parameters\":{\"a\":\"b\"}}\0", .notUnderstood), ("\0", .notUnderstood),
    ] as [(String, VarlinkClient.Failure)])
  func `An invalid or missing reply is an error`(answer: String, expected: VarlinkClient.Failure)
    throws
  {
    #expect(try failure(of: answer) == expected)
  }

  @Test func `A call that the service does not take is not sent`() throws {
    let path = folder["socket"]
    let listener = try UnixSocket.listen(at: path)
    let client = VarlinkClient(
      over: try UnixSocket.connect(to: path), timeout: .milliseconds(1), callLimit: 100)
    // The call of this name without parameters has as many bytes as it may have, or one more.
    let empty = #"{"method":"","parameters":{}}"#.utf8.count
    for (length, expected) in [
      (100 - empty, VarlinkClient.Failure.timedOut), (101 - empty, .oversized(limit: 100)),
    ] {
      #expect(throws: expected) {
        _ = try client.call(
          String(repeating: "a", count: length), [String: String](), reply: NoParameters.self)
      }
    }
    _ = listener.number
  }

  @Test func `A service that does not answer in time causes a timeout`() throws {
    let path = folder["socket"]
    let listener = try UnixSocket.listen(at: path)
    let client = try VarlinkClient(connectingTo: path, timeout: .milliseconds(1))
    #expect(throws: VarlinkClient.Failure.timedOut) {
      _ = try client.call("a.B", NoParameters(), reply: NoParameters.self)
    }
    _ = listener.number
  }
}
