import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// A daemon that rests, and the work that goes on meanwhile.
@Suite(.timeLimit(.minutes(15)))
struct CooldownTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try RunningDaemon.writeForest(in: home)
  }

  private func isInVain(_ daemon: RunningDaemon) throws -> String? {
    do {
      _ = try daemon.connect().sync(SyncMethod.Parameters())
      return nil
    } catch SearchFailure.notSynchronized(_, let reason) {
      return reason
    }
  }

  @Test func `After its time bulk work rests, and the status says until when and why`() throws {
    let daemon = try RunningDaemon.resting(in: home)
    let status = try daemon.connect().status()
    #expect(status.state == .resting)
    #expect(status.pending > 0)
    #expect(status.documents < 600)
    let pause = try #require(status.pauses.first)
    #expect(status.pauses.count == 1)
    #expect(pause.reason == .cooldown)
    #expect(pause.until != nil)
    #expect(pause.text.wholeMatch(of: /resting until [-0-9 ]*\d\d:\d\d:\d\d: cooldown/) != nil)
    let text = try daemon.sitta(["status"]).outputText
    #expect(text.contains("resting, \(status.pending) to go"))
    #expect(text.contains("pause      \(pause.text)\n"))
  }

  @Test func `While bulk work rests a saved file is found at once, and sync says what it misses`()
    throws
  {
    let daemon = try RunningDaemon.resting(in: home)
    for round in 0..<3 {
      try daemon.files.appending("new\(round).txt").write("round\(round)")
      // The error comes after everything but bulk work is in the index, and long before the timeout.
      let reason = try #require(try isInVain(daemon))
      #expect(reason.contains("cooldown"))
      let query = SearchMethod.Parameters(query: "round\(round)")
      #expect(try daemon.connect().search(query).hits.count == 1)
    }
    let report = try daemon.sitta(["sync"])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("resting until"))
    #expect(try daemon.connect().status().state == .resting)
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/ionice") && Tool.exists("/usr/bin/chrt")))
  func `Bulk work runs behind all other, and what a person changed as any program`() throws {
    let daemon = try RunningDaemon.resting(in: home)
    let thread = try #require(try indexThread(of: daemon))
    #expect(try Tool.run("/usr/bin/chrt", "-p", thread).contains("SCHED_BATCH"))
    #expect(try Tool.run("/usr/bin/ionice", "-p", thread).hasPrefix("idle"))
    try daemon.files.appending("new.txt").write("evening")
    #expect(try isInVain(daemon) != nil)
    #expect(try Tool.run("/usr/bin/chrt", "-p", thread).contains("SCHED_OTHER"))
    #expect(try !Tool.run("/usr/bin/ionice", "-p", thread).hasPrefix("idle"))
  }

  /// The number of the thread that indexes.
  private func indexThread(of daemon: RunningDaemon) throws -> String? {
    let tasks = ["proc", "\(daemon.process.number)", "task"].reduce(FilePath.root) {
      $0.appending($1)
    }
    return try DirectoryListing(of: FileDescriptor(openingDirectory: tasks)).names
      .first { name in
        let file = try FileDescriptor(openingOwn: tasks.appending(name).appending("comm"))
        return try file.read(upTo: 64, expecting: 16).starts(with: "sitta-index".utf8)
      }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Who resumes ends the rest`() throws {
    let daemon = try RunningDaemon.resting(in: home)
    // A moment of work at a time, until everything is there.
    while try isInVain(daemon) != nil { _ = try daemon.connect().resume(ResumeMethod.Parameters()) }
    #expect(try daemon.found("forest").count == 600)
    let status = try daemon.waitForStatus { $0.state == .idle }
    #expect(status.pauses == [])
  }

  @Test func `A daemon that rests ends at once`() throws {
    let daemon = try RunningDaemon.resting(in: home)
    let (ending, duration) = try daemon.terminate()
    #expect(ending == .exited(0))
    #expect(duration < .seconds(1))
  }

  @Test func `A configuration without active time never rests`() throws {
    let daemon = try RunningDaemon(
      in: home, configuration: "[Cooldown]\nActiveTime=0\nRestTime=1h\n")
    #expect(try daemon.found("forest").count == 600)
  }
}

// MARK: - Pauses that are asked for

extension CooldownTests {
  @Test func `A pause that a client holds ends when that client is killed`() throws {
    let daemon = try RunningDaemon.resting(in: home)
    let client = try holdingClient(of: daemon)
    try daemon.waitForStatus { $0.pauses.map(\.reason) == [.held, .cooldown] }
    try client.send(signal: 9)
    _ = try client.wait(until: .now + .seconds(60))
    let status = try daemon.waitForStatus { $0.pauses.map(\.reason) == [.cooldown] }
    #expect(status.state == .resting)
  }

  @Test func `A held pause keeps bulk work from running, and its end lets it run`() throws {
    let daemon = try RunningDaemon.resting(in: home)
    let client = try holdingClient(of: daemon)
    try daemon.waitForStatus { $0.pauses.map(\.reason) == [.held, .cooldown] }
    let before = try daemon.connect().status().documents
    #expect(try isInVain(daemon)?.contains("a client holds it") == true)
    #expect(try daemon.connect().status().documents == before)
    #expect(try daemon.connect().resume(ResumeMethod.Parameters()).pauses == [])
    #expect(try client.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test func `A pause for a time outlives the client that asked for it`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("forest").count == 600)
    let report = try daemon.sitta(["pause", "--for", "1h"])
    #expect(report.ending == .exited(0))
    #expect(report.outputText.hasPrefix("paused until "))
    let pauses = try daemon.connect().status().pauses
    #expect(pauses.map(\.reason) == [.request])
    // Files that a person changes are still found.
    try daemon.files.appending("new.txt").write("evening")
    #expect(try daemon.found("evening").count == 1)
    #expect(try daemon.sitta(["resume"]).outputText == "no pause\n")
    #expect(try daemon.connect().status().pauses == [])
  }

  @Test(arguments: ["soon", "2020-01-01T00:00:00Z", ""])
  func `A pause until a time that never comes is refused`(until: String) throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    var parameters = PauseMethod.Parameters()
    parameters.until = until
    let failure = #expect(throws: SearchClient.ConnectionFailure.self) {
      try daemon.connect().pause(parameters)
    }
    #expect(failure?.description.contains("InvalidParameter") == true)
  }

  @Test func `A pause without an end needs a connection that stays`() throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    let failure = #expect(throws: SearchClient.ConnectionFailure.self) {
      try daemon.connect().pause(PauseMethod.Parameters())
    }
    #expect(failure?.description.contains("ExpectedMore") == true)
  }

  private func holdingClient(of daemon: RunningDaemon) throws -> ChildProcess {
    let words = ["--socket", "\(daemon.socket)", "pause"].map { Array($0.utf8) }
    return try ChildProcess(ChildProcess.Command(Binary.sitta.path, words), errors: .pipe)
  }
}
