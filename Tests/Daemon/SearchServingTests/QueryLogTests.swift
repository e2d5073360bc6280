import LinuxSystem
import TestSupport
import Testing

@testable import SearchServing

@Suite(.timeLimit(.minutes(15)))
struct QueryLogTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func log(isOn: Bool = true, capacity: Int = 10_000) throws -> QueryLog {
    try QueryLog(in: folder.path, isOn: isOn, capacity: capacity)
  }

  @Test func `Nothing is recorded between its end and its new beginning`() async throws {
    let log = try log()
    for (number, isOn) in [true, false, true].enumerated() {
      log.setRecording(isOn)
      await log.record(search("\(number)"), now: UnixTime(seconds: Int64(number)))
      await log.recordOpened("file:///\(number)", query: "a", now: UnixTime(seconds: 0))
      #expect(log.isOn == isOn)
    }
    let statistics = try await log.statistics(limit: 10)
    #expect(statistics.popular.map(\.query) == ["2", "0"])
    #expect(statistics.opened == 2)
  }

  private func search(_ query: String, hits: Int = 1) -> QueryLog.Search {
    QueryLog.Search(query: query, hits: hits, hasMore: false, duration: .milliseconds(2))
  }

  /// The names of the files in the folder that hold a text.
  private func files(holding text: String) throws -> [String] {
    let names = try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
    return try names.filter { name in
      try folder[name].contents().firstRange(of: Array(text.utf8)) != nil
    }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Where it is off, nothing is kept and there is no file`() async throws {
    let log = try log(isOn: false)
    await log.record(search("secret"), now: 1)
    await log.recordOpened("file:///a", query: "secret", now: 1)
    #expect(try await log.statistics(limit: 10) == QueryLog.Statistics())
    #expect(try await log.forget() == 0)
    #expect(try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names.isEmpty)
  }

  @Test func `The popular and the failing come by their number, the newest of equals first`()
    async throws
  {
    let log = try log()
    for (time, query, hits) in [
      (1, "often", 3), (2, "lost", 0), (3, "often", 4), (4, "found later", 0), (5, "lost", 0),
      (6, "found later", 2), (7, "never", 0),
    ] { await log.record(search(query, hits: hits), now: UnixTime(seconds: Int64(time))) }
    await log.recordOpened("file:///a", query: "often", now: 8)
    let statistics = try await log.statistics(limit: 10)
    #expect(statistics.searches == 7)
    #expect(statistics.opened == 1)
    #expect(statistics.since == 1)
    #expect(statistics.popular.map(\.query) == ["found later", "lost", "often", "never"])
    #expect(statistics.failing.map(\.query) == ["lost", "never"])
    let often = try #require(statistics.popular.first { $0.query == "often" })
    #expect(
      often
        == QueryLog.Asked(
          query: "often", count: 2, hits: 4, hasMore: false, opened: 1, last: 3, milliseconds: 2))
    #expect(try await log.statistics(limit: 1).popular.map(\.query) == ["found later"])
  }

  @Test func `Another daemon reads what this one kept`() async throws {
    await (try log()).record(search("a"), now: 1)
    #expect(try await log(isOn: false).statistics(limit: 1).searches == 1)
  }

  @Test func `Nothing of a query is left on disk when it is forgotten`() async throws {
    let log = try log()
    for number in 0..<300 { await log.record(search("burrow\(number)"), now: 1) }
    await log.recordOpened("file:///den", query: "burrow7", now: 1)
    #expect(try files(holding: "burrow") == ["queries.sqlite"])
    #expect(try await log.forget() == 300)
    #expect(try files(holding: "burrow").isEmpty)
    #expect(try files(holding: "file:///den").isEmpty)
    await log.record(search("again"), now: 2)
    #expect(try await log.statistics(limit: 10).popular.map(\.query) == ["again"])
  }

  @Test func `What was opened at a path or below it is forgotten with it`() async throws {
    let log = try log()
    for name in ["den", "den/a", "den/b%FF", "denim", "other"] {
      await log.recordOpened("file:///\(name)", query: "q", now: 1)
    }
    try await log.forgetOpened(["/den"])
    #expect(try await log.statistics(limit: 1).opened == 2)
    #expect(try files(holding: "file:///den/").isEmpty)
    #expect(try !files(holding: "file:///denim").isEmpty)
  }

  @Test func `The oldest go beyond the capacity, and nothing of them is left`() async throws {
    let log = try log(capacity: 5)
    for number in 0..<9 {
      await log.record(search("burrow\(number)x"), now: UnixTime(seconds: Int64(number)))
      await log.recordOpened(
        "file:///den\(number)x", query: "q", now: UnixTime(seconds: Int64(number)))
    }
    let statistics = try await log.statistics(limit: 10)
    #expect(statistics.searches == 5)
    #expect(statistics.opened == 5)
    #expect(statistics.since == 4)
    for text in ["burrow3x", "den3x"] { #expect(try files(holding: text).isEmpty) }
    for text in ["burrow4x", "den4x"] { #expect(try !files(holding: text).isEmpty) }
    await log.record(search(String(repeating: "é", count: 5_000)), now: 99)
    #expect(try await log.statistics(limit: 9).popular.contains { $0.query.count == 1_000 })
  }

  @Test func `A damaged file begins anew`() async throws {
    try folder["queries.sqlite"].write(String(repeating: "no database ", count: 1_000))
    let log = try log()
    #expect(try await log.statistics(limit: 10) == QueryLog.Statistics())
    try folder["queries.sqlite"].write(String(repeating: "no database ", count: 1_000))
    await log.record(search("lost"), now: 1)
    await log.record(search("kept"), now: 2)
    #expect(try await log.statistics(limit: 10).popular.map(\.query) == ["kept"])
  }
}
