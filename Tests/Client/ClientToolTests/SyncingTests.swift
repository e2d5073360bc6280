import SearchInterface
import Synchronization
import Testing

@testable import ClientTool

/// `sitta sync`.
struct SyncingTests {
  @Test(arguments: [
    (["sync"], 60_000), (["sync", "--timeout", "90s"], 90_000),
    (["sync", "--timeout", "1h"], 3_600_000),
  ])
  func `It waits as long as a person wishes`(arguments: [String], timeout: Int) async throws {
    let (output, search) = (RecordingOutput(), FakeSearch())
    #expect(try await FakeDaemon(search).run(arguments, output: output) == .found)
    #expect(search.asked.syncs.withLock { $0 } == [timeout])
    #expect(output.bytes.isEmpty)
  }

  @Test func `On a terminal it shows progress until it ends, and removes it`() async throws {
    let output = RecordingOutput(.ordinary)
    var search = FakeSearch()
    search.slowSyncs = 2
    (search.status.documents, search.status.pending) = (30, 70)
    #expect(try await FakeDaemon(search).run(["sync"], output: output) == .found)
    #expect(search.asked.syncs.withLock { $0 } == [500, 500, 500])
    #expect(output.text.matches(of: /30 %/).count == 2, "\(output.text)")
    #expect(output.text.hasSuffix("\u{1b}[1A\u{1b}[J\u{1b}[?7h"), "\(output.text)")
  }

  @Test func `Before all files are known, no share is shown`() async throws {
    let output = RecordingOutput(.ordinary)
    var search = FakeSearch()
    (search.slowSyncs, search.status.looking) = (1, true)
    #expect(try await FakeDaemon(search).run(["sync"], output: output) == .found)
    #expect(output.text.contains("still looking for files"))
  }

  @Test func `It does not wait for what is paused, nor longer than it may`() async throws {
    let paused = SearchFailure.notSynchronized(pending: 5, reason: "until mains power")
    for (failure, arguments) in [
      (paused, ["sync"]), (.notSynchronized(pending: 5), ["sync", "--timeout", "400ms"]),
    ] {
      let output = RecordingOutput(.ordinary)
      var search = FakeSearch()
      search.error = failure.wire
      #expect(try await FakeDaemon(search).run(arguments, output: output) == .failed)
    }
  }
}
