import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The daemon's records of queries.
@Suite(.timeLimit(.minutes(15)))
struct QueryLogTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("frost")
  }

  private func daemon(logging: Bool = true) throws -> RunningDaemon {
    let daemon = try RunningDaemon(
      in: home, configuration: logging ? "[Service]\nQueryLog=yes\n" : "")
    _ = try daemon.listed()
    return daemon
  }

  /// The files of the state folder that hold a text.
  private func files(holding text: String) throws -> [String] {
    try Disk(below: home["state"]).files.filter { file in
      try file.contents().firstRange(of: Array(text.utf8)) != nil
    }.map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test func `Nothing is kept unless somebody wants it`() throws {
    let daemon = try daemon(logging: false)
    #expect(try daemon.sitta(["search", "burrow"]).ending == .exited(1))
    try daemon.connect().opened(.init(query: "burrow", uri: "file:///a"))
    let report = try daemon.sitta(["stats"])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("QueryLog=yes"))
    #expect(!home["state/queries.sqlite"].exists)
    #expect(try files(holding: "burrow").isEmpty)
  }

  @Test func `A reload begins recording, and ends it`() throws {
    let daemon = try daemon(logging: false)
    let (file, client) = (home[".config/sitta/sittad.conf.d/z.conf"], try daemon.connect())
    for (value, searches) in [("yes", 1), ("no", 1), ("yes", 2)] {
      try file.write("[Service]\nQueryLog=\(value)\n")
      #expect(try client.reload().warnings == [])
      #expect(try client.search(.init(query: "frost")).hits.count == 1)
      let statistics = try client.queryStatistics(.init())
      #expect(statistics.logging == (value == "yes"))
      #expect(statistics.searches == searches)
      #expect(try client.status().warnings.filter { $0.contains("QueryLog") } == [])
    }
  }

  @Test func `Popular and failing searches are shown, and what was opened`() throws {
    let daemon = try daemon()
    for query in ["frost", "burrow", "frost"] { _ = try daemon.sitta(["search", query]) }
    let client = try daemon.connect()
    var typing = SearchMethod.Parameters(query: "fro")
    typing.prefixes = .last
    #expect(try client.search(typing).hits.count == 1)
    var paging = SearchMethod.Parameters(query: "frost")
    paging.offset = 20
    _ = try client.search(paging)
    try client.opened(.init(query: "frost", uri: daemon.files.appending("a.txt").uri))
    let statistics = try client.queryStatistics(.init())
    #expect(statistics.logging)
    #expect(statistics.searches == 3)
    #expect(statistics.opened == 1)
    #expect(statistics.popular.map(\.query) == ["frost", "burrow"])
    #expect(statistics.popular.first?.opened == 1)
    #expect(statistics.failing.map(\.query) == ["burrow"])
    let text = try daemon.sitta(["stats"]).outputText
    #expect(text.contains("  2 × frost  (1 hit, 1 opened, "), "\(text)")
    #expect(text.contains("without hits\n  1 × burrow  (0 hits, "))
    #expect(try FileStatus(of: home["state/queries.sqlite"]).permissions == 0o600)
    #expect(try daemon.terminate().ending == .exited(0))
    let next = try self.daemon()
    #expect(try next.connect().queryStatistics(.init()).searches == 3)
  }

  @Test func `What was opened ranks higher after a restart, but only while searches are kept`()
    throws
  {
    for name in ["hare", "hawk"] { try home["files/\(name).txt"].write("meadow \(name)") }
    func names(_ daemon: RunningDaemon) throws -> [String] {
      try daemon.connect().search(.init(query: "meadow")).hits.map(\.document.name)
    }
    let first = try daemon()
    let before = try names(first)
    let last = try #require(before.last)
    #expect(before.count == 2)
    try first.connect().opened(.init(query: "meadow", uri: first.files.appending(last).uri))
    #expect(try first.terminate().ending == .exited(0))
    let second = try daemon()
    #expect(try names(second) == before.reversed())
    let explained = try second.sitta(["explain", "\(second.files.appending(last))", "meadow"])
    #expect(explained.outputText.contains("because it was opened before"), "\(explained)")
    #expect(try second.terminate().ending == .exited(0))
    let silent = try daemon(logging: false)
    #expect(try names(silent) == before)
    #expect(try silent.terminate().ending == .exited(0))
    let third = try daemon()
    #expect(try names(third) == before.reversed())
    _ = try third.sitta(["forget", "--queries"])
    #expect(try names(third) == before)
  }

  @Test func `After they are forgotten no query is left in any file`() throws {
    let daemon = try daemon()
    for number in 0..<50 { _ = try daemon.connect().search(.init(query: "burrow\(number)")) }
    try daemon.connect().opened(.init(query: "burrow1", uri: "file:///burrow/den"))
    #expect(try files(holding: "burrow") == ["queries.sqlite"])
    let report = try daemon.sitta(["forget", "--queries"])
    #expect(report.ending == .exited(0))
    #expect(report.outputText == "50 searches forgotten\n")
    #expect(try files(holding: "burrow").isEmpty)
    #expect(try daemon.connect().queryStatistics(.init()).searches == 0)
    #expect(try daemon.terminate().ending == .exited(0))
    #expect(try files(holding: "burrow").isEmpty)
  }

  @Test func `What was kept can be forgotten after it was switched off`() throws {
    let first = try daemon()
    _ = try first.connect().search(.init(query: "burrow"))
    #expect(try first.terminate().ending == .exited(0))
    let second = try daemon(logging: false)
    #expect(try second.connect().queryStatistics(.init()).searches == 1)
    #expect(try second.connect().forgetQueries().forgotten == 1)
    #expect(!home["state/queries.sqlite"].exists)
  }
}
