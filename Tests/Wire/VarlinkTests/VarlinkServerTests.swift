import LinuxSystem
import TestSupport
import Testing

@testable import Varlink

/// A server with slow, silent, invalid and disconnected clients.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct VarlinkServerTests {
  func echo(_ word: String) -> String { #"{"parameters":{"word":"\#(word)"}}"# }
  func word(_ word: String) -> String { #"{"word":"\#(word)"}"# }

  /// Checks that the server answers another client.
  func serves(_ test: TestServer) throws -> Bool {
    let client = try test.wire()
    try client.call("Echo", word("other"))
    return try client.read() == echo("other")
  }

  @Test func `Calls sent together are answered in order`() async throws {
    let test = try await TestServer()
    let client = try test.wire()
    try client.call("Hold")
    for number in 0..<100 { try client.call("Echo", word("\(number)")) }
    try client.call("Count", #"{"number":2}"#, flags: #","more":true"#)
    try client.call("Missing")
    try client.call("Echo", word("last"))
    test.gate.letOneThrough()
    #expect(try client.read() == echo("held"))
    for number in 0..<100 { #expect(try client.read() == echo("\(number)")) }
    #expect(try client.read()?.contains(#""number":1"#) == true)
    #expect(try client.read()?.contains(#""number":2"#) == true)
    #expect(try client.read()?.contains("MethodNotFound") == true)
    #expect(try client.read() == echo("last"))
  }

  @Test func `A server that is gone leaves nothing on the loop of its calls`() async throws {
    let tasks = try LoopTaskExecutor(name: "sitta-tasks")
    let folder = try TemporaryDirectory()
    let info = ServiceInfo(vendor: "vendor", product: "product", version: "1", url: "")
    weak var former: VarlinkServer?
    for number in 0..<20 {
      // Each one probably gets the descriptors of the one before it.
      while former != nil { await Task.yield() }
      let path = folder["socket \(number)"]
      let server = try VarlinkServer(
        listener: UnixSocket.listen(at: path), info: info,
        interfaces: [TestInterface(diary: Diary(), gate: Gate())], tasks: tasks)
      try await server.start()
      let client = try RawClient(path)
      try client.call("Echo", word("a"))
      #expect(try client.read() == echo("a"))
      former = server
    }
  }

  @Test func `A service that cannot serve yet answers each call of a client with an error`() throws
  {
    let folder = try TemporaryDirectory()
    let listener = try UnixSocket.listen(at: folder["socket"])
    let client = try RawClient(folder["socket"])
    let silent = try RawClient(folder["socket"])
    try client.call("Echo", word("a"))
    try client.call("Echo", word("b"), flags: #","oneway":true"#)
    try client.call("Missing")
    client.endWriting()
    let error = VarlinkError("org.example.test.Wrong", ["line": 3])
    try VarlinkServer.refuseClient(of: listener, with: error, patience: .seconds(600))
    for _ in 0..<2 {
      // The order of the members differs from process to process.
      let reply = try #require(try client.read())
      #expect(reply.contains(#""error":"org.example.test.Wrong""#))
      #expect(reply.contains(#""parameters":{"line":3}"#))
    }
    #expect(try client.read() == nil)
    try VarlinkServer.refuseClient(of: listener, with: error, patience: .milliseconds(1))
    #expect(try silent.read() == nil)
    // No client waits.
    try VarlinkServer.refuseClient(of: listener, with: error, patience: .seconds(600))
  }

  @Test func `A call may arrive in pieces`() async throws {
    let test = try await TestServer()
    let client = try test.wire()
    for byte in #"{"method":"org.example.test.Echo","parameters":{"word":"a"}}"# {
      try client.write(String(byte))
      await test.server.ping()
    }
    try client.write("\0")
    #expect(try client.read() == echo("a"))
  }

  @Test(arguments: [
    "garbage", "", "{", "[]", "1", "null", #"{"parameters":{}}"#, #"{"method":1}"#,
    #"{"method":null}"#,
    #"{"method":"org.example.test.Echo","more":"yes"}"#, "{\"method\":\"\u{1}\"}", "\u{feff}{}",
    String(repeating: "[", count: 60_000),
    #"{"method":"org.example.test.Echo","parameters":{"word":"#
      + String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000) + "}}",
  ])
  func `An invalid call closes only its own connection`(message: String) async throws {
    let test = try await TestServer()
    let other = try test.wire()
    let client = try test.wire()
    try client.call("Echo", word("before"))
    #expect(try client.read() == echo("before"))
    try client.write(message + "\0")
    #expect(try client.read() == nil)
    try other.call("Echo", word("after"))
    #expect(try other.read() == echo("after"))
    #expect(try serves(test))
  }

  @Test func `A call may be as long as the limit, not longer`() async throws {
    var limits = VarlinkServer.Limits()
    limits.callBytes = 1_000
    let test = try await TestServer(limits: limits)
    let empty = #"{"method":"org.example.test.Echo","parameters":{"word":""}}"#.utf8.count
    let client = try test.wire()
    let longest = String(repeating: "x", count: 1_000 - empty)
    try client.call("Echo", word(longest))
    #expect(try client.read() == echo(longest))
    try client.call("Echo", word(longest + "x"))
    #expect(try client.read()?.contains("InvalidParameter") == true)
    #expect(try client.read() == nil)
    // The end of this call is never sent.
    let endless = try test.wire()
    try endless.call("Echo", word("before"))
    try endless.write(String(repeating: "x", count: 1_001))
    #expect(try endless.read() == echo("before"))
    #expect(try endless.read()?.contains("InvalidParameter") == true)
    #expect(try endless.read() == nil)
    #expect(try serves(test))
  }

  @Test(arguments: ["", "{\"method\":"])
  func `A client that disconnects in the middle of a call frees its connection`(part: String)
    async throws
  {
    var limits = VarlinkServer.Limits()
    limits.connections = 1
    let test = try await TestServer(limits: limits)
    for _ in 0..<5 {
      let client = try test.wire()
      try client.write(part)
      client.close()
    }
    #expect(try serves(test))
  }

  /// Limits of two connections and a short idle timeout.
  var narrow: VarlinkServer.Limits {
    var limits = VarlinkServer.Limits()
    limits.connections = 2
    limits.idleTimeout = .milliseconds(1)
    return limits
  }

  @Test func `Clients beyond the limit wait while all connections have calls in progress`()
    async throws
  {
    let test = try await TestServer(limits: narrow)
    let first = try [test.wire(), test.wire()]
    for client in first {
      try client.call("Hold")
      await test.diary.wait(for: "holding")
    }
    let waiting = try [test.wire(), test.wire(), test.wire()]
    for client in waiting { try client.call("Hold") }
    for _ in 0..<100 { await test.server.ping() }
    test.diary.record("no other client")
    #expect(await test.diary.next(among: ["holding", "no other client"]) == "no other client")
    for (number, client) in (first + waiting).enumerated() {
      test.gate.letOneThrough()
      #expect(try client.read() == echo("held"))
      if number < waiting.count { await test.diary.wait(for: "holding") }
    }
  }

  @Test(arguments: ["", "{\"method\":"])
  func `The connection that is silent for longest is closed for a waiting client`(part: String)
    async throws
  {
    let test = try await TestServer(limits: narrow)
    let silent = try [test.wire(), test.wire()]
    for (number, client) in silent.enumerated() {
      try client.call("Echo", word("\(number)"))
      #expect(try client.read() == echo("\(number)"))
      try client.write(part)
    }
    let third = try test.wire()
    try third.call("Echo", word("third"))
    #expect(try third.read() == echo("third"))
    #expect(try silent[0].read() == nil)
    try third.call("Hold")
    await test.diary.wait(for: "holding")
    // The second client is idle, and the third is not: it has a call in progress.
    #expect(try serves(test))
    #expect(try silent[1].read() == nil)
    test.gate.letOneThrough()
    #expect(try third.read() == echo("held"))
  }

  @Test func `The connection of a client that does not read is closed for a waiting client`()
    async throws
  {
    let test = try await TestServer(limits: narrow)
    let greedy = try [test.wire(), test.wire()]
    for client in greedy {
      try client.call("Flood", #"{"times":1000,"bytes":100000}"#, flags: #","more":true"#)
      await test.diary.wait(for: "sent 5")
    }
    #expect(try serves(test))
    await test.diary.wait(for: "flood ended: true")
  }

  @Test func `A client that does not read a refusal makes room for a waiting client`()
    async throws
  {
    var limits = narrow
    limits.callBytes = 1_000
    let test = try await TestServer(limits: limits)
    let greedy = try [test.wire(), test.wire()]
    let parameters = #"{"times":1,"bytes":500000}"#
    for client in greedy {
      // The call that is too long comes together with one whose reply fills the socket.
      try client.write(
        #"{"method":"org.example.test.Flood","parameters":\#(parameters)}"# + "\0"
          + String(repeating: "x", count: 1_001))
      await test.diary.wait(for: "sent 1")
    }
    #expect(try serves(test))
  }

  @Test func `A client that never reads delays no other, and its call ends when it disconnects`()
    async throws
  {
    let test = try await TestServer()
    let silent = try test.wire()
    try silent.call("Flood", #"{"times":1000,"bytes":100000}"#, flags: #","more":true"#)
    await test.diary.wait(for: "sent 5")
    for _ in 0..<20 { #expect(try serves(test)) }
    silent.close()
    await test.diary.wait(for: "flood ended: true")
    #expect(try serves(test))
  }

  @Test func `A client that reads late gets all replies`() async throws {
    let test = try await TestServer()
    let client = try test.wire()
    try client.call("Flood", #"{"times":100,"bytes":100000}"#, flags: #","more":true"#)
    await test.diary.wait(for: "sent 5")
    let word = String(repeating: "x", count: 100_000)
    for time in 1...100 {
      let reply = try #require(try client.read())
      #expect(reply.utf8.count > 100_000 && reply.contains(word), "reply \(time)")
    }
    await test.diary.wait(for: "sent 100")
    try client.call("Echo", self.word("after"))
    #expect(try client.read() == echo("after"))
  }

  @Test func `One reply may be larger than the limit of unread bytes`() async throws {
    var limits = VarlinkServer.Limits()
    limits.unreadBytes = 10
    let test = try await TestServer(limits: limits)
    let client = try test.wire()
    // Often, because the client may have read everything before the server begins to wait for it.
    try client.call("Flood", #"{"times":100,"bytes":300000}"#, flags: #","more":true"#)
    for _ in 1...100 { #expect(try client.read()?.utf8.count ?? 0 > 300_000) }
  }

  @Test func `A client that has closed its writing half still gets its replies`() async throws {
    let test = try await TestServer()
    let client = try test.wire()
    try client.call("Hold")
    try client.call("Flood", #"{"times":10,"bytes":100000}"#, flags: #","more":true"#)
    try client.call("Echo", word("last"))
    client.endWriting()
    test.gate.letOneThrough()
    #expect(try client.read() == echo("held"))
    for _ in 1...10 { #expect(try client.read()?.utf8.count ?? 0 > 100_000) }
    #expect(try client.read() == echo("last"))
    #expect(try client.read() == nil)
  }

  @Test func `A call is cancelled when its client disconnects`() async throws {
    let test = try await TestServer()
    let client = try test.wire()
    try client.call("Hold")
    await test.diary.wait(for: "holding")
    client.close()
    #expect(try serves(test))
    test.gate.letOneThrough()
    await test.diary.wait(for: "held")
    #expect(try serves(test))
  }

  @Test func `A large reply to a client that no longer reads ends the call`() async throws {
    var limits = VarlinkServer.Limits()
    limits.unreadBytes = 1_000
    let test = try await TestServer(limits: limits)
    let client = try test.wire()
    client.endReading()
    try client.call("Flood", #"{"times":5,"bytes":100000}"#, flags: #","more":true"#)
    await test.diary.wait(for: "flood ended: true")
    #expect(try serves(test))
  }

  @Test func `A late reply is not sent to the next client`() async throws {
    let test = try await TestServer()
    for round in 0..<50 {
      let gone = try test.wire()
      try gone.call("Hold")
      await test.diary.wait(for: "holding")
      gone.close()
      let next = try test.wire()
      try next.call("Echo", word("first \(round)"))
      #expect(try next.read() == echo("first \(round)"))
      test.gate.letOneThrough()
      await test.diary.wait(for: "held")
      try next.call("Echo", word("second \(round)"))
      #expect(try next.read() == echo("second \(round)"))
    }
  }

  @Test func `An unexpected error is answered, and the connection goes on`() async throws {
    let test = try await TestServer()
    let client = try test.wire()
    try client.call("Break")
    let reply = try #require(try client.read())
    #expect(reply.contains(#""error":"org.varlink.service.MethodNotImplemented""#))
    try client.call("Echo", word("after"))
    #expect(try client.read() == echo("after"))
  }

  @Test func `A user keeps the newest connections, and a busy one is not closed`() async throws {
    var limits = VarlinkServer.Limits()
    limits.connectionsOfUser = 2
    let test = try await TestServer(limits: limits)
    let (busy, idle) = (try test.wire(), try test.wire())
    try idle.call("Echo", word("a"))
    #expect(try idle.read() == echo("a"))
    try busy.call("Hold")
    await test.diary.wait(for: "holding")
    #expect(try serves(test))
    #expect(try idle.read() == nil)
    // The one that has just asked gives way again, and then both are busy.
    let other = try test.wire()
    try other.call("Hold")
    await test.diary.wait(for: "holding")
    #expect(try test.wire().read() == nil)
    for _ in 0..<2 { test.gate.letOneThrough() }
    #expect(try busy.read() == echo("held"))
    #expect(try other.read() == echo("held"))
  }

  @Test func `A server that stops closes all connections`() async throws {
    let test = try await TestServer()
    let clients = try [test.wire(), test.wire()]
    for client in clients {
      try client.call("Echo", word("a"))
      #expect(try client.read() == echo("a"))
    }
    await test.server.stop()
    for client in clients { #expect(try client.read() == nil) }
  }
}
