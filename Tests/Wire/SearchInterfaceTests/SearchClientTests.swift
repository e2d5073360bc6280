import LinuxSystem
import SearchInterface
import TestSupport
import Testing
import Varlink

/// Answers every method with its sample, or with an error.
private struct SampleService: VarlinkInterface {
  let name = SearchInterfaceDescription.name
  let description = SearchInterfaceDescription.text
  var error: VarlinkError?

  func answer(_ call: VarlinkCall) async throws -> Bool {
    if let error { throw error }
    switch call.method {
    case "Search":
      // Only the parameters of the sample get the reply of the sample.
      guard try call.parameters() == Sample.searchParameters else { return false }
      try await call.reply(Sample.searchReply)
    case "List":
      guard try call.parameters() == Sample.listParameters, call.wantsMore else { return false }
      for number in 1...3 { try await call.reply(Sample.listReply, continues: number < 3) }
    case "Status":
      try await call.reply(Sample.statusReply)
    case "Sync":
      guard try call.parameters() == Sample.syncParameters else { return false }
      try await call.reply(Sample.syncReply)
    case "Pause":
      if call.wantsMore {
        guard try call.parameters() == PauseMethod.Parameters() else { return false }
        try await call.reply(Sample.pauseReply, continues: true)
      } else {
        guard try call.parameters() == Sample.pauseParameters else { return false }
      }
      try await call.reply(Sample.pauseReply)
    case "AddRoot":
      guard try call.parameters() == Sample.addRootParameters else { return false }
      try await call.reply(Sample.addRootReply)
    case "RemoveRoot":
      guard try call.parameters() == Sample.removeRootParameters else { return false }
      try await call.reply(Sample.removeRootReply)
    case "Reload":
      try await call.reply(Sample.reloadReply)
    case "Resume":
      guard try call.parameters() == Sample.resumeParameters else { return false }
      try await call.reply(Sample.resumeReply)
    case "Subscribe":
      guard try call.parameters() == Sample.subscribeParameters, call.wantsMore else {
        return false
      }
      for number in 1...3 { try await call.reply(Sample.subscribeReply, continues: number < 3) }
    case "Suggest":
      guard try call.parameters() == Sample.suggestParameters else { return false }
      try await call.reply(Sample.suggestReply)
    case "Rebuild":
      try await call.reply(RebuildMethod.Reply())
    default:
      return false
    }
    return true
  }
}

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SearchClientTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// Runs `body` with a client whose daemon answers, or fails with `error`.
  func asking(_ error: VarlinkError? = nil, _ body: (SearchClient) throws -> Void) async throws {
    SignalDescriptor.ignoreBrokenPipes()
    let server = try VarlinkServer(
      listener: UnixSocket.listen(at: folder["socket"]),
      info: ServiceInfo(vendor: "", product: "", version: "", url: ""),
      interfaces: [SampleService(error: error)],
      tasks: LoopTaskExecutor(name: "sitta-tasks"))
    try await server.start()
    try body(SearchClient(connectingTo: folder["socket"], timeout: .seconds(120)))
    await server.stop()
  }

  @Test func `Parameters and replies arrive unchanged`() async throws {
    try await asking { client in
      #expect(try client.search(Sample.searchParameters) == Sample.searchReply)
      #expect(try client.status() == Sample.statusReply)
      #expect(try client.sync(Sample.syncParameters) == Sample.syncReply)
      #expect(try client.pause(Sample.pauseParameters) == Sample.pauseReply)
      #expect(try client.resume(Sample.resumeParameters) == Sample.resumeReply)
      #expect(try client.suggest(Sample.suggestParameters) == Sample.suggestReply)
      var changes: [SubscribeMethod.Reply] = []
      try client.subscribe(Sample.subscribeParameters) { changes.append($0) }
      #expect(changes == [Sample.subscribeReply, Sample.subscribeReply, Sample.subscribeReply])
      var holds: [PauseMethod.Reply] = []
      try client.pause(PauseMethod.Parameters()) { holds.append($0) }
      #expect(try client.addRoot(Sample.addRootParameters) == Sample.addRootReply)
      #expect(try client.removeRoot(Sample.removeRootParameters) == Sample.removeRootReply)
      #expect(try client.reload() == Sample.reloadReply)
      #expect(holds == [Sample.pauseReply, Sample.pauseReply])
      var pages: [ListMethod.Reply] = []
      try client.list(Sample.listParameters) { pages.append($0) }
      #expect(pages == [Sample.listReply, Sample.listReply, Sample.listReply])
    }
  }

  @Test(arguments: Sample.failures)
  func `A failure arrives as it was thrown`(failure: SearchFailure) async throws {
    try await asking(failure.wire) { client in
      #expect(throws: failure) { try client.search(Sample.searchParameters) }
      #expect(throws: failure) { try client.list(Sample.listParameters) { _ in } }
      #expect(throws: failure) { try client.status() }
      #expect(throws: failure) { try client.sync(Sample.syncParameters) }
      #expect(throws: failure) { try client.pause(Sample.pauseParameters) }
      #expect(throws: failure) { try client.pause(PauseMethod.Parameters()) { _ in } }
      #expect(throws: failure) { try client.resume(Sample.resumeParameters) }
      #expect(throws: failure) { try client.addRoot(Sample.addRootParameters) }
      #expect(throws: failure) { try client.removeRoot(Sample.removeRootParameters) }
      #expect(throws: failure) { try client.reload() }
      #expect(throws: failure) { try client.status { _ in } }
      #expect(throws: failure) { try client.subscribe(Sample.subscribeParameters) { _ in } }
      #expect(throws: failure) { try client.suggest(Sample.suggestParameters) }
    }
  }

  @Test(
    arguments: [
      "io.sitta.Search.Unknown", "org.varlink.service.MethodNotFound", "InvalidQuery",
      "org.example.Search.InvalidQuery",
    ])
  func `An error of another interface is named`(name: String) async throws {
    try await asking(VarlinkError(name)) { client in
      let failure = #expect(throws: SearchClient.ConnectionFailure.self) { try client.status() }
      #expect(failure?.description == "The daemon replied with the error \(name).")
    }
  }

  @Test func `The sentence of a failure says what to do`() {
    #expect(Sample.failures[0].description == "why")
    #expect(Sample.failures[1].description.contains("500 ms"))
    #expect(Sample.failures[2].description.contains("9 changes are waiting (paused"))
    #expect(Sample.failures[2].description.contains("'sitta resume --now'"))
    #expect(
      SearchFailure.notSynchronized(pending: 9).description.contains("9 changes are waiting. Try"))
    #expect(Sample.failures[4].description.contains("has mains power"))
    #expect(Sample.failures[3].description.contains("why"))
    #expect(Sample.failures[6].description.contains("'/a'"))
    #expect(Sample.failures[7].description.contains("'/b'"))
    #expect(Sample.failures[8].description.contains("only root"))
    #expect(Sample.failures[9].description.hasSuffix("/c, line 3: why"))
    #expect(Sample.failures[10].description.contains("'/d': why"))
    #expect(Sample.failures[11].description.contains("20000 documents match"))
    #expect(
      SearchFailure.notSynchronized(pending: 1).description.contains("1 change is waiting. Try"))
    #expect(Sample.failures[12].description.contains("16 searches are watched"))
    #expect(Sample.failures.last?.description.hasPrefix("'/e' is not in the index.") == true)
  }

  @Test func `A closed connection is reported as a sentence`() async throws {
    let client = try await { () async throws -> SearchClient in
      let server = try VarlinkServer(
        listener: UnixSocket.listen(at: folder["socket"]),
        info: ServiceInfo(vendor: "", product: "", version: "", url: ""), interfaces: [],
        tasks: LoopTaskExecutor(name: "sitta-tasks"))
      try await server.start()
      let client = try SearchClient(connectingTo: folder["socket"], timeout: .seconds(120))
      _ = try? client.status()
      await server.stop()
      return client
    }()
    let failure = #expect(throws: SearchClient.ConnectionFailure.self) { try client.status() }
    #expect(failure?.description == "The daemon closed the connection.")
  }
}
