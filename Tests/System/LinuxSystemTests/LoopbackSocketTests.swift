import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Sockets on 127.0.0.1.
struct LoopbackSocketTests {
  @Test func `The owner of a connection is known by its ports`() throws {
    let listener = try LoopbackSocket.listen()
    let port = try LoopbackSocket.port(of: listener)
    // Without such a connection the kernel names a socket that listens.
    let none = try? LoopbackSocket.owner(ofPeerAt: port, port: 1)
    #expect(none == nil)
    let script = """
      import os, socket
      client = socket.create_connection(("127.0.0.1", \(port)))
      os.write(1, b"%d\\n" % client.getsockname()[1])
      client.recv(1)
      """
    let client = try ChildProcess(
      ChildProcess.Command(
        #require(FilePath(absolute: "/usr/bin/python3")), ["-c", script].map { Array($0.utf8) }),
      output: .pipe)
    var said = ChildProcess.Complaint()
    let line = try #require(try client.nextOutput(until: .now + .seconds(60), &said))
    let peer = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
    #expect(try LoopbackSocket.owner(ofPeerAt: peer, port: port) == ProcessEnvironment.user)
    let other = try? LoopbackSocket.owner(ofPeerAt: peer, port: 1)
    #expect(other == nil)
    // Both ends are open until here.
    #expect(try LoopbackSocket.port(of: listener) == port)
    #expect(try client.ending() == nil)
  }

  @Test func `A closed end ends a wait that other bytes do not end`() throws {
    let pair = try SocketPair()
    let number = pair.first.number
    try pair.second.write([1])
    let due = ContinuousClock.now + .milliseconds(10)
    #expect(try FileDescriptor.wait(forAnyOf: [.init(closing: number)], until: due) == [])
    let late = ContinuousClock.now + .seconds(60)
    #expect(try FileDescriptor.wait(forAnyOf: [.init(number)], until: late) == [0])
    let first = pair.closeSecond()
    #expect(
      try FileDescriptor.wait(forAnyOf: [.init(closing: first.number)], until: late) == [0])
  }
}
