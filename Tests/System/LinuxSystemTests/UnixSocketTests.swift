import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct UnixSocketTests {
  let folder: TemporaryDirectory
  let path: FilePath

  init() throws {
    folder = try TemporaryDirectory()
    path = folder["socket"]
  }

  func accept(from listener: borrowing FileDescriptor) throws -> FileDescriptor {
    guard let client = try UnixSocket.accept(from: listener) else { throw NobodyConnected() }
    return client
  }

  @Test func `Both ends of a socket can send and receive`() throws {
    let listener = try UnixSocket.listen(at: path)
    let client = try UnixSocket.connect(to: path)
    let server = try accept(from: listener)
    try client.write(Array("question".utf8))
    #expect(try server.read(upTo: 8, expecting: 8) == Array("question".utf8))
    #expect(try UnixSocket.send(Array("answer".utf8)[1...], to: server) == 5)
    #expect(try client.read(upTo: 5, expecting: 5) == Array("nswer".utf8))
  }

  @Test func `Accepting without a client returns nil at once`() throws {
    let listener = try UnixSocket.listen(at: path)
    #expect(throws: NobodyConnected.self) { _ = try accept(from: listener) }
  }

  @Test func `A listener that hangs does not hold a client that does not wait`() throws {
    let listener = try UnixSocket.listen(at: path)
    var code: Int32 = 0
    var clients = 0
    do throws(SystemError) {
      while clients < 10_000 {
        _ = try UnixSocket.connect(to: path, waits: false)
        clients += 1
      }
    } catch {
      code = error.code
    }
    #expect(code == EAGAIN)
    #expect(clients > 0)
    // Until it takes one from its queue.
    _ = try accept(from: listener)
    _ = try UnixSocket.connect(to: path, waits: false)
  }

  @Test func `An accepted socket does not block`() throws {
    let listener = try UnixSocket.listen(at: path)
    let client = try UnixSocket.connect(to: path)
    let server = try accept(from: listener)
    var bytes: [UInt8] = []
    #expect(try server.readAvailable(upTo: 10, to: &bytes) == nil)
    let chunk = [UInt8](repeating: 0, count: 1 << 20)
    while try UnixSocket.send(chunk[...], to: server) > 0 {}
    #expect(try client.readAvailable(upTo: 1 << 20, to: &bytes) ?? 0 > 0)
  }

  @Test func `Sending to a closed client is an error, not a signal`() throws {
    let listener = try UnixSocket.listen(at: path)
    let client = try UnixSocket.connect(to: path)
    let server = try accept(from: listener)
    _ = consume client
    let error = #expect(throws: SystemError.self) { try UnixSocket.send([1], to: server) }
    #expect(error?.code == EPIPE)
  }

  @Test func `Only the owner may connect, and no temporary socket is left`() throws {
    let listener = try UnixSocket.listen(at: path)
    let status = try FileStatus(of: path)
    #expect(status.kind == .other)
    #expect(status.permissions == 0o600)
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
    #expect(names == [path.name])
    #expect(listener.number >= 0)
  }

  @Test func `The kernel says who is at the other end`() throws {
    let listener = try UnixSocket.listen(at: path)
    let client = try UnixSocket.connect(to: path)
    let server = try accept(from: listener)
    for identity in [try UnixSocket.peer(of: server), try UnixSocket.peer(of: client)] {
      #expect(identity.user == geteuid())
      #expect(identity.process == getpid())
    }
  }

  @Test func `A socket without a listener is replaced`() throws {
    _ = try UnixSocket.listen(at: path)
    let gone = SystemError(code: ECONNREFUSED, attempt: "Cannot connect to", path: path)
    #expect(throws: gone) { _ = try UnixSocket.connect(to: path) }
    let listener = try UnixSocket.listen(at: path)
    let client = try UnixSocket.connect(to: path)
    #expect(listener.number != client.number)
  }

  @Test func `A socket with a listener is not replaced`() throws {
    let listener = try UnixSocket.listen(at: path)
    let busy = SystemError(code: EADDRINUSE, attempt: "Cannot listen at", path: path)
    #expect(throws: busy) { _ = try UnixSocket.listen(at: path) }
    // The first call has left a client from its check for a listener.
    let client = try UnixSocket.connect(to: path)
    #expect(listener.number != client.number)
  }

  @Test func `A socket with a busy listener is not replaced`() throws {
    let listener = try UnixSocket.listen(at: path)
    try #require(Glibc.listen(listener.number, 0) == 0)
    let waiting = try UnixSocket.connect(to: path)
    let busy = SystemError(code: EADDRINUSE, attempt: "Cannot listen at", path: path)
    #expect(throws: busy) { _ = try UnixSocket.listen(at: path) }
    #expect(waiting.number != listener.number)
  }

  @Test(arguments: ["file", "folder"])
  func `A path that is not a socket is not replaced`(name: String) throws {
    try folder["file"].write("words")
    try folder["folder"].makeDirectory()
    let taken = SystemError(code: EEXIST, attempt: "Cannot listen at", path: folder[name])
    #expect(throws: taken) { _ = try UnixSocket.listen(at: folder[name]) }
    #expect(try folder["file"].text() == "words")
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
    #expect(names.count == 2)
  }

  @Test func `Connecting to a missing socket fails`() {
    let missing = SystemError(code: ENOENT, attempt: "Cannot connect to", path: path)
    #expect(throws: missing) { _ = try UnixSocket.connect(to: path) }
  }

  @Test(arguments: [107, 108, 200])
  func `A path that is too long for a socket is named in the error`(count: Int) throws {
    let name = String(repeating: "a", count: count - folder.path.bytes.count - 1)
    let long = folder[name]
    try #require(long.bytes.count == count)
    if count <= 107 {
      let listener = try UnixSocket.listen(at: long)
      let client = try UnixSocket.connect(to: long)
      #expect(listener.number != client.number)
    } else {
      let listening = SystemError(code: ENAMETOOLONG, attempt: "Cannot listen at", path: long)
      #expect(throws: listening) { _ = try UnixSocket.listen(at: long) }
      let connecting = SystemError(code: ENAMETOOLONG, attempt: "Cannot connect to", path: long)
      #expect(throws: connecting) { _ = try UnixSocket.connect(to: long) }
    }
  }
}

private struct NobodyConnected: Error {}
