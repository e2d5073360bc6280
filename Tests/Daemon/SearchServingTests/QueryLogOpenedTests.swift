import Dispatch
import LinuxSystem
import SearchIndex
import TestSupport
import Testing

@testable import SearchServing

/// The effect of the log of queries on searches.
@Suite(.timeLimit(.minutes(15)))
struct QueryLogOpenedTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func log(isOn: Bool = true) throws -> QueryLog {
    try QueryLog(in: folder.path, isOn: isOn)
  }

  private let both = OpenedHits([
    OpenedHits.Hit("/a", isSameQuery: true), OpenedHits.Hit("/b", isSameQuery: false),
  ])

  private func open(_ log: QueryLog) async {
    await log.recordOpened("file:///a", query: "Fox", now: 1)
    await log.recordOpened("file:///b", query: "hen", now: 2)
  }

  @Test func `Opened hits count at once, and for the next daemon`() async throws {
    let log = try log()
    #expect(await log.opened(for: "fox", now: 3) == OpenedHits())
    #expect(!folder["queries.sqlite"].exists)
    await open(log)
    #expect(await log.opened(for: "fox", now: 3) == both)
    #expect(await log.opened(for: "fox", limit: 1, now: 3) == OpenedHits([both.hits[0]]))
    #expect(try await self.log().opened(for: "fox", now: 3) == both)
    let long = String(repeating: "é", count: 5_000)
    await log.recordOpened("file:///c", query: long, now: 4)
    #expect(await log.opened(for: long, now: 5).hits.first?.isSameQuery == true)
    #expect(try await self.log().opened(for: long, now: 5).hits.first?.isSameQuery == true)
  }

  @Test func `Without the log nothing that was kept counts`() async throws {
    await open(try log())
    #expect(try await log(isOn: false).opened(for: "fox", now: 3) == OpenedHits())
  }

  @Test func `What is forgotten counts no more`() async throws {
    let log = try log()
    await open(log)
    #expect(await log.opened(for: "fox", now: 3) == both)
    try await log.forgetOpened(["/b"])
    #expect(await log.opened(for: "fox", now: 3) == OpenedHits([both.hits[0]]))
    _ = try await log.forget()
    #expect(await log.opened(for: "fox", now: 3) == OpenedHits())
    await open(log)
    #expect(await log.opened(for: "fox", now: 3) == both)
  }

  @Test func `A damaged file has no opened hits`() async throws {
    try folder["queries.sqlite"].write(String(repeating: "no database ", count: 1_000))
    let log = try log()
    #expect(await log.opened(for: "fox", now: 3) == OpenedHits())
    await open(log)
    #expect(await log.opened(for: "fox", now: 3) == both)
  }

  @Test func `A search does not wait for a write`() async throws {
    let log = try log()
    await open(log)
    #expect(await log.opened(for: "fox", now: 3) == both)
    let (write, (begun, begin)) = (SlowWrite(), AsyncStream<Void>.makeStream())
    let writing = Task { await log.run(write) { begin.yield() } }
    for await _ in begun { break }
    #expect(await log.opened(for: "fox", now: 3) == both)
    write.end()
    // Otherwise the search has waited until the write gave up.
    #expect(await writing.value)
  }
}

/// A write that takes as long as a test likes.
private final class SlowWrite: Sendable {
  private let mayEnd = DispatchSemaphore(value: 0)

  func end() { mayEnd.signal() }

  /// Returns false if nothing ends it.
  func run() -> Bool { mayEnd.wait(timeout: .now() + .seconds(60)) == .success }
}

extension QueryLog {
  fileprivate func run(_ write: SlowWrite, _ begin: () -> Void) -> Bool {
    begin()
    return write.run()
  }
}
