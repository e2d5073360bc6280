import LinuxSystem
import SearchInterface
import Synchronization
import TestSupport
import Testing

@testable import ClientTool

/// `sitta verify`.
struct VerifyTests {
  private static func counts(_ change: (inout VerificationCountsMessage) -> Void = { _ in })
    -> VerificationCountsMessage
  {
    var counts = VerificationCountsMessage(
      agreeing: 9, differing: 0, repaired: 0, waiting: 0, partial: 0, unreadable: 0, changing: 0,
      away: 0, unread: 0)
    change(&counts)
    return counts
  }

  private static func difference(
    _ path: FilePath, _ reason: DifferenceReason
  ) -> DifferenceMessage {
    DifferenceMessage(uri: path.uri, path: path.utf8, reason: reason)
  }

  @Test func `A proven index is one line, and ends with 0`() async throws {
    var search = FakeSearch()
    search.verified = [
      VerifyMethod.Reply(differences: [], unrepaired: [], counts: Self.counts(), proven: true)
    ]
    let output = RecordingOutput()
    #expect(try await FakeDaemon(search).run(["verify", "/a"], output: output) == .found)
    #expect(output.text == "9 files are in the index with the current content.\n")
    let asked = search.asked.verified.withLock { $0 }
    #expect(asked == VerifyMethod.Parameters(folder: "file:///a"))
  }

  @Test func `Differences are printed with their reasons, and end with 1`() async throws {
    var search = FakeSearch()
    search.verified = [
      VerifyMethod.Reply(
        differences: [Self.difference("/a/b\n.txt", .missing), Self.difference("/c", .content)],
        unrepaired: [], counts: Self.counts()),
      VerifyMethod.Reply(
        differences: [], unrepaired: [Self.difference("/c", .content)],
        counts: Self.counts {
          ($0.differing, $0.repaired, $0.waiting, $0.changing) = (2, 1, 1, 3)
          ($0.partial, $0.unreadable, $0.away, $0.unread) = (1, 2, 1, 1)
        }, proven: false),
    ]
    let output = RecordingOutput()
    #expect(try await FakeDaemon(search).run(["verify", "--repair"], output: output) == .notFound)
    #expect(
      output.text == """
        /a/b\\n.txt  (not in the index)
        /c  (the index has another content)
        not repaired: /c  (the index has another content)
        9 files are in the index with the current content; 2 differ (1 repaired); 1 waits to be indexed; \
        3 changed all the time; 1 is indexed in part; 2 cannot be read; 1 is not available now; \
        1 folder could not be looked at.

        """)
    #expect(search.asked.verified.withLock { $0 } == VerifyMethod.Parameters(repair: true))
  }

  @Test func `Scripts get each reply as an object`() async throws {
    var search = FakeSearch()
    search.verified = [
      VerifyMethod.Reply(
        differences: [Self.difference("/c", .gone)], unrepaired: [],
        counts: Self.counts { $0.differing = 1 }, proven: false)
    ]
    let output = RecordingOutput()
    #expect(try await FakeDaemon(search).run(["verify", "--json"], output: output) == .notFound)
    #expect(output.text.contains(#""reason":"gone""#) && output.text.contains(#""proven":false"#))
  }

  @Test func `A daemon that ends before the end proves nothing`() async throws {
    var search = FakeSearch()
    search.verified = [
      VerifyMethod.Reply(differences: [], unrepaired: [], counts: Self.counts())
    ]
    let output = RecordingOutput()
    #expect(try await FakeDaemon(search).run(["verify"], output: output) == .failed)
  }

  @Test func `On a terminal the folder is shown meanwhile, and removed at the end`() async throws {
    var search = FakeSearch()
    search.verified = [
      VerifyMethod.Reply(
        differences: [], unrepaired: [], counts: Self.counts(), folder: "file:///a"),
      VerifyMethod.Reply(differences: [], unrepaired: [], counts: Self.counts(), proven: true),
    ]
    let output = RecordingOutput(Terminal(rows: 24, columns: 80, isPlain: false))
    #expect(try await FakeDaemon(search).run(["verify"], output: output) == .found)
    #expect(output.text.contains("9 files compared: /a"))
    #expect(output.text.hasSuffix("9 files are in the index with the current content.\n"))
  }
}
