import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A mount whose server stops to answer: everything else goes on, and each request ends in its time.
@Suite(
  .timeLimit(.minutes(15)), .enabled(if: HangingFileSystem.isPossible, "needs FUSE"))
final class HangingMountTests {
  let home: TemporaryDirectory
  let mount: HangingFileSystem
  var note: FilePath { mount.point.appending("folder").appending("note.txt") }

  /// The longest time of a request, also on a busy machine; without a deadline it would be endless.
  private static let limit = Duration.seconds(10)

  init() throws {
    home = try TemporaryDirectory()
    try home["files/local.txt"].write("silverfish at home\n")
    mount = try HangingFileSystem(at: home["nas"])
    try home["door"].makeSymbolicLink(to: mount.point.appending("folder"))
    try home["files/window"].makeSymbolicLink(to: mount.point)
  }

  deinit {
    // Before the folder that it is mounted in.
    mount.end()
  }

  private func start(configuration: String = "") throws -> RunningDaemon {
    try RunningDaemon(
      in: home, roots: [home["files"], mount.point], configuration: configuration)
  }

  /// Does something that has to end in its time.
  private func inTime<Value>(
    _ what: String, within limit: Duration = limit, _ body: () throws -> Value
  ) rethrows -> Value {
    let start = ContinuousClock.now
    defer { #expect(start.duration(to: .now) < limit, "\(what)") }
    return try body()
  }

  private func names(_ reply: SearchMethod.Reply) -> Set<String> {
    Set(
      reply.hits.compactMap { DocumentLocation(uri: $0.document.uri)?.file }
        .map { String(decoding: $0.name, as: UTF8.self) })
  }

  private func search(_ daemon: RunningDaemon, within: [FilePath]? = nil) throws
    -> SearchMethod.Reply
  {
    var parameters = SearchMethod.Parameters(query: "silverfish")
    parameters.within = within?.map(\.description)
    return try inTime("search \(within ?? [])") { try daemon.connect().search(parameters) }
  }

  private func sync(_ daemon: RunningDaemon) throws -> SyncMethod.Reply {
    var parameters = SyncMethod.Parameters()
    parameters.timeout = 3_000
    return try inTime("sync") { try daemon.connect().sync(parameters) }
  }

  private func explain(_ daemon: RunningDaemon, _ path: FilePath) throws -> String {
    try inTime("explain \(path)", within: .seconds(15)) {
      let reply = try daemon.connect().explain(ExplainMethod.Parameters(path: path.description))
      return reply.steps.map(\.text).joined(separator: "\n")
    }
  }

  /// Searches in the mount, outside of it, and through links to it.
  private func expectSearches(_ daemon: RunningDaemon) throws {
    for _ in 0..<3 {
      #expect(try names(search(daemon)) == ["local.txt", "note.txt"])
      let inside = try search(daemon, within: [note.parent])
      #expect(names(inside) == ["note.txt"])
      #expect(try names(search(daemon, within: [home["files"]])) == ["local.txt"])
      // Links that can be followed show nothing from elsewhere.
      let behind = try search(daemon, within: [home["door"]])
      #expect(names(behind) == ["note.txt"])
      #expect(
        behind.warnings.contains { $0.contains("does not answer; symbolic links") },
        "\(behind.warnings)")
      let missing = try search(daemon, within: [mount.point.appending("x").appending("local.txt")])
      #expect(names(missing) == [])
    }
    try inTime("many searches") {
      let client = try daemon.connect()
      for number in 0..<50 {
        var parameters = SearchMethod.Parameters(query: "silverfish")
        parameters.within = [(number % 2 == 0 ? home["files"] : home["door"]).description]
        _ = try client.search(parameters)
      }
    }
  }

  @Test func `An idle daemon serves everything else, and the mount as it was`() throws {
    let daemon = try start()
    #expect(try daemon.found("silverfish") == [home["files/local.txt"], note])
    try mount.hang()
    try expectSearches(daemon)
    let list = try inTime("list") {
      var parameters = ListMethod.Parameters()
      parameters.within = [mount.point.description]
      return try daemon.connect().list(parameters)
    }
    #expect(list.documents.count == 2)
    let read = try inTime("read") {
      try daemon.connect().read(ReadMethod.Parameters(uri: note.uri))
    }
    #expect(read.text == "silverfish in the mount\n")
    #expect(try inTime("status") { try daemon.connect().status() }.documents == 3)
    #expect(try explain(daemon, note).contains("its file system does not answer"))
    #expect(try explain(daemon, home["files/local.txt"]).contains("It is in the index"))
    try home["files/new.txt"].write("silverfish anew")
    _ = try sync(daemon)
    #expect(try names(search(daemon)) == ["local.txt", "new.txt", "note.txt"])
    let forgotten = try inTime("forget") {
      try daemon.connect().forget(ForgetMethod.Parameters(path: note.description))
    }
    #expect(forgotten.documents == 1)
    #expect(forgotten.excluded)
    #expect(try names(search(daemon)) == ["local.txt", "new.txt"])
    let added = #expect(throws: SearchFailure.self) {
      try self.inTime("add-root") {
        _ = try daemon.connect().addRoot(
          AddRootMethod.Parameters(folder: self.note.parent.description))
      }
    }
    #expect("\(try #require(added))".contains("does not answer"))
    try inTime("reload") { _ = try daemon.connect().reload() }
    try inTime("rebuild") { try daemon.connect().rebuild() }
    try inTime("status") { _ = try daemon.connect().status() }
    // Said as soon as the indexer has come to the mount, which it may not have yet.
    try daemon.waitForStatus {
      $0.warnings.contains { $0.hasPrefix("The file system at '\(mount.point)' has not") }
    }
    #expect(try names(search(daemon)).isSuperset(of: ["local.txt", "new.txt"]))
    let end = try daemon.terminate()
    #expect(end.ending == .exited(0))
    #expect(end.after < Self.limit)
  }

  @Test func `Once it answers again, its files are compared, and what was forgotten stays so`()
    throws
  {
    let daemon = try start()
    #expect(try daemon.found("silverfish").count == 2)
    try mount.hang()
    _ = try daemon.connect().forget(ForgetMethod.Parameters(path: note.description))
    try daemon.connect().rebuild()
    try daemon.waitForStatus { !$0.warnings.filter { $0.contains("has not answered") }.isEmpty }
    try mount.answer()
    try daemon.waitForStatus { $0.rebuild == nil && $0.warnings.isEmpty && $0.state == .idle }
    #expect(try daemon.found("silverfish") == [home["files/local.txt"]])
    #expect(try daemon.found("lanternfish") == [note.parent.appending("other.txt")])
  }

  @Test func `A daemon starts beside a mount that hangs already, and ends`() throws {
    try mount.hang()
    let daemon = try start()
    #expect(try daemon.found("silverfish") == [home["files/local.txt"]])
    try mount.answer()
    try daemon.waitForStatus { $0.warnings.isEmpty && $0.documents == 3 }
    #expect(try daemon.found("silverfish") == [home["files/local.txt"], note])
    try mount.hang()
    let end = try daemon.terminate()
    #expect(end.ending == .exited(0))
    #expect(end.after < Self.limit)
  }

  @Test(arguments: [3, 6, 9, 12, 15, 20, 25])
  func `Wherever it stops to answer, each request ends in its time, and so does the daemon`(
    requests: Int
  ) throws {
    try mount.hang(after: requests)
    let daemon = try start()
    #expect(try !names(search(daemon)).contains("other.txt"))
    _ = try search(daemon, within: [home["door"]])
    _ = try inTime("status") { try daemon.connect().status() }
    _ = try explain(daemon, note)
    _ = try explain(daemon, home["files/local.txt"])
    // The indexer may hang: then the reply says so.
    do {
      _ = try sync(daemon)
    } catch {
      #expect("\(error)".contains("does not answer"), "\(error)")
    }
    do {
      let path = home["files/local.txt"].description
      _ = try inTime("forget") { try daemon.connect().forget(ForgetMethod.Parameters(path: path)) }
    } catch {
      #expect("\(error)".contains("does not answer"), "\(error)")
    }
    do {
      try inTime("reload") { _ = try daemon.connect().reload() }
    } catch {
      #expect("\(error)".contains("does not answer"), "\(error)")
    }
    try inTime("rebuild") { try daemon.connect().rebuild() }
    let end = try daemon.terminate()
    #expect(end.ending == .exited(0))
    #expect(end.after < Self.limit)
  }
}
