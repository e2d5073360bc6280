import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// A new index beside the old one: on purpose, for other settings, and through sudden deaths.
@Suite(.timeLimit(.minutes(15)))
struct RebuildTests {
  let home: TemporaryDirectory
  private var database: FilePath { home["state/index.sqlite"] }
  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<200 {
      try home["files/folder\(number % 9)/\(number).txt"].write("common word\(number)\n")
    }
  }

  @Test func `On purpose: the old one answers, without what is gone, until the new one is there`()
    throws
  {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == 200)
    let before = try daemon.connect().status().clock.index
    try beginSlowRebuild(daemon)
    // Calling it again is harmless.
    #expect(try daemon.sitta(["rebuild"]).ending == .exited(0))
    try home["files/new.txt"].write("newcomer")
    try home["files/folder0/0.txt"].removeFile()
    let reply = try ask(daemon, "common")
    #expect(reply.hits.count == 199)
    #expect(reply.clock.index == before)
    #expect(
      reply.warnings.contains {
        $0.hasPrefix("A new index is being built; changes since ")
      })
    #expect(try ask(daemon, "newcomer").hits.isEmpty)
    let status = try daemon.connect().status()
    #expect(status.rebuild?.serving == .old)
    #expect(status.rebuild?.reason == "A rebuild was requested.")
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    #expect(try daemon.found("newcomer") == [home["files/new.txt"]])
    #expect(try daemon.found("common").count == 199)
    let after = try daemon.connect().status()
    #expect(after.rebuild == nil)
    #expect(after.warnings == [])
    #expect(after.recoveries == [])
    #expect(after.clock.index != before)
    #expect(try files() == ["index.sqlite", "index.sqlite-wal"])
    #expect(try daemon.terminate().ending == .exited(0))
    #expect(try files() == ["index.sqlite"])
  }

  @Test func `Other settings: old hits until the new index is there, which finds more`() throws {
    try home["files/han.txt"].write("拼音 common")
    let first = try RunningDaemon(in: home)
    #expect(try first.found("pinyin") == [])
    #expect(try first.terminate().ending == .exited(0))
    // The rebuild rests in its middle, until the limit that it rests by is gone.
    let limit = home[".config/sitta/sittad.conf.d/zz.conf"]
    try limit.write("[Cooldown]\nActiveTime=10ms\nRestTime=1h\n")
    let daemon = try RunningDaemon(in: home, configuration: "[Text]\nReadings=pinyin\n")
    let resting = try daemon.waitForStatus { $0.state == .resting }
    #expect(resting.rebuild?.serving == .old)
    #expect(try ask(daemon, "common").hits.count == 201)
    #expect(try ask(daemon, "pinyin").hits.isEmpty)
    try limit.removeFile()
    _ = try daemon.connect().reload()
    try daemon.waitForStatus { status in
      let hits = try ask(daemon, "common").hits
      #expect(hits.count == 201)
      return status.rebuild == nil
    }
    #expect(try ask(daemon, "pinyin").hits.count == 1)
    #expect(try daemon.found("common").count == 201)
    #expect(try daemon.connect().status().recoveries == [])
    #expect(try files() == ["index.sqlite", "index.sqlite-wal"])
  }

  /// The numbers of `status`.
  private struct Numbers: Equatable {
    let documents: [Int]
    let formats: [FormatCountMessage]
    let leftOut: [ExclusionMessage]?

    init(_ status: StatusMethod.Reply) {
      documents = [
        status.documents, status.withoutText, status.partial, status.unreadable, status.failed,
        status.locked, status.away,
      ]
      formats = status.formats
      leftOut = status.leftOut
    }
  }

  @Test func `While a new index is built, status counts what can be found`() throws {
    try home["files/.hidden/a.txt"].write("common")
    try home["files/node_modules/a.js"].write("common")
    try home["files/a.pdf"].write("no document")
    let first = try RunningDaemon(in: home)
    #expect(try first.found("common").count == 200)
    let before = Numbers(try first.connect().status())
    #expect(before.leftOut?.isEmpty == false)
    #expect(try first.terminate().ending == .exited(0))
    let limit = home[".config/sitta/sittad.conf.d/zz.conf"]
    try limit.write("[Cooldown]\nActiveTime=10ms\nRestTime=1h\n")
    let daemon = try RunningDaemon(in: home, configuration: "[Text]\nReadings=pinyin\n")
    let resting = try daemon.waitForStatus { $0.state == .resting }
    #expect(Numbers(resting) == before)
    #expect((0..<201).contains(resting.rebuild?.documents ?? -1))
    try limit.removeFile()
    _ = try daemon.connect().reload()
    let after = try daemon.waitForStatus { $0.rebuild == nil && $0.state == .idle }
    #expect(Numbers(after) == before)
  }

  @Test func `Killed while it is built: it goes on, and the old one answers`() throws {
    let first = try RunningDaemon(in: home)
    #expect(try first.found("common").count == 200)
    let clock = try first.connect().status().clock.index
    try beginSlowRebuild(first)
    try first.kill()
    #expect(try files().contains("index.new.sqlite"))
    let second = try RunningDaemon(in: home)
    #expect(try ask(second, "common").hits.count == 200)
    #expect(try second.found("word7") == [home["files/folder7/7.txt"]])
    let status = try second.connect().status()
    #expect(status.rebuild == nil)
    #expect(status.clock.index != clock)
    #expect(try second.found("common").count == 200)
  }

  /// strace(1) ends the daemon at its nth rename or removal of a file of the index.
  @Test(.enabled(if: FilePath(absolute: "/usr/bin/strace")?.exists == true), arguments: 1...7)
  func `Killed in the exchange: one usable index is there, which has everything`(
    count: Int
  ) throws {
    var tracing = ["/usr/bin/strace", "-D", "-f", "-qq", "-o", "/dev/null"]
    tracing += [
      "-e", "trace=rename,unlink", "-e", "inject=rename,unlink:signal=KILL:when=\(count)",
    ]
    for name in ["index.sqlite", "index.new.sqlite"] {
      for ending in ["", "-wal", "-shm"] { tracing += ["-P", "\(home["state"])/\(name)\(ending)"] }
    }
    SignalDescriptor.ignoreBrokenPipes()
    let whole = try RunningDaemon(in: home)
    #expect(try whole.found("common").count == 200)
    #expect(try whole.terminate().ending == .exited(0))
    let first = try RunningDaemon(in: home, prefix: tracing)
    _ = try? first.connect().rebuild()
    _ = try? first.found("common")
    try? first.process.send(signal: SignalDescriptor.terminate)
    let ending = try first.process.wait(until: .now + .seconds(20))
    #expect(ending == .killed(signal: 9), "There is no call \(count).")
    let second = try RunningDaemon(in: home)
    // Whichever it is, at the first moment, it has everything.
    #expect(try ask(second, "common").hits.count == 200)
    #expect(try second.found("common").count == 200)
    #expect(try second.connect().status().rebuild == nil)
    #expect(try files() == ["index.sqlite", "index.sqlite-wal"])
  }

  @Test func `After a sudden death the index is checked while it serves`() throws {
    let first = try RunningDaemon(in: home)
    #expect(try first.found("common").count == 200)
    try first.kill()
    let second = try RunningDaemon(in: home)
    let status = try second.waitForStatus { $0.checked != nil }
    #expect(status.recoveries == [])
  }

  @Test func `A text that cannot be read is read from its file again, and nothing else happens`()
    throws
  {
    let first = try RunningDaemon(in: home)
    #expect(try first.found("common").count == 200)
    let clock = try first.connect().status().clock.index
    #expect(try first.terminate().ending == .exited(0))
    try Database(path: database.bytes).execute(
      "UPDATE body SET text = x'00' WHERE id = 5; UPDATE meta SET value = 0 WHERE key = 'clean'")
    let second = try RunningDaemon(in: home)
    let status = try second.waitForStatus { $0.checked != nil }
    #expect(status.recoveries.map(\.action) == [.documents])
    #expect(status.clock.index == clock)
    #expect(try second.found("common").count == 200)
    #expect(try files().filter { $0.contains("damaged") } == [])
  }

  @Test func `A file that is damaged in the middle serves until the new index is there`() throws {
    let first = try RunningDaemon(in: home)
    #expect(try first.found("common").count == 200)
    #expect(try first.terminate().ending == .exited(0))
    let page = try Database(path: database.bytes, access: .readOnly).first(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'body'"
    ) { Int($0.integer(at: 0)) }
    var bytes = try database.contents()
    let start = (try #require(page) - 1) * 4_096
    bytes.replaceSubrange(start..<start + 4_096, with: [UInt8](repeating: 0, count: 4_096))
    try database.write(bytes)
    try Database(path: database.bytes).execute("UPDATE meta SET value = 0 WHERE key = 'clean'")
    let second = try RunningDaemon(in: home)
    var without = SearchMethod.Parameters(query: "common")
    (without.limit, without.snippetWords) = (1_000, 0)
    // Snippets need the texts; hits do not.
    try second.waitForStatus { status in
      let hits = try second.connect().search(without).hits
      #expect(hits.count == 200)
      return status.recoveries.map(\.action) == [.file]
    }
    #expect(try second.connect().search(without).hits.count == 200)
    #expect(try ask(second, "common").hits.count == 200)
  }

  @Test func `A damaged file is set aside when the new index is there`() throws {
    let first = try RunningDaemon(in: home)
    #expect(try first.found("common").count == 200)
    #expect(try first.terminate().ending == .exited(0))
    try home["state/index.sqlite"].write("garbage")
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == 200)
    let recoveries = try daemon.connect().status().recoveries
    #expect(recoveries.map(\.action) == [.file])
    let aside = try #require(recoveries.first?.setAside.flatMap { FilePath(uri: $0) })
    #expect(try aside.text() == "garbage")
    // The repairs are reported after a restart, too.
    _ = try daemon.terminate()
    let next = try RunningDaemon(in: home)
    #expect(try next.connect().status().recoveries == recoveries)
  }

  @Test func `Nobody else may read any file of the index`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("common").count == 200)
    try beginSlowRebuild(daemon)
    #expect(try files().contains("index.new.sqlite-wal"))
    try expectPrivacy()
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    _ = try daemon.found("common")
    _ = try daemon.terminate()
    try database.write("garbage")
    try database.setPermissions(0o644)
    let second = try RunningDaemon(in: home)
    #expect(try second.found("common").count == 200)
    #expect(try files().contains { $0.contains("damaged") })
    try expectPrivacy()
  }
}

extension RebuildTests {
  /// Begins a rebuild that lasts until somebody resumes.
  private func beginSlowRebuild(_ daemon: RunningDaemon) throws {
    #expect(try daemon.sitta(["pause", "--for", "2h"]).ending == .exited(0))
    #expect(try daemon.sitta(["rebuild"]).ending == .exited(0))
    try daemon.waitForStatus { $0.rebuild != nil }
  }

  /// Searches the index that answers now.
  private func ask(_ daemon: RunningDaemon, _ query: String) throws -> SearchMethod.Reply {
    var parameters = SearchMethod.Parameters(query: query)
    parameters.limit = 1_000
    parameters.deadline = 60_000
    return try daemon.connect().search(parameters)
  }

  private func files() throws -> [String] {
    try DirectoryListing(of: FileDescriptor(openingDirectory: home["state"])).names
      .map { String(decoding: $0, as: UTF8.self) }.filter { $0.hasPrefix("index") }.sorted()
  }

  private func expectPrivacy() throws {
    #expect(try FileStatus(of: home["state"]).permissions == 0o700)
    for name in try DirectoryListing(of: FileDescriptor(openingDirectory: home["state"])).names {
      let status = try FileStatus(of: home["state"].appending(name))
      let expected: UInt32 = status.kind == .directory ? 0o700 : 0o600
      #expect(status.permissions == expected, "\(String(decoding: name, as: UTF8.self))")
    }
  }
}
