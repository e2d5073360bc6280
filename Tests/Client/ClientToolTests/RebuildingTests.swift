import SearchInterface
import Testing

@testable import ClientTool

struct RebuildingTests {
  @Test func `A rebuild is asked for, and the person told where to look`() async throws {
    let output = RecordingOutput()
    #expect(try await FakeDaemon().run("rebuild", output: output) == .found)
    #expect(output.text.contains("sitta status --watch"))
  }

  @Test func `The status tells of a new index and of what was repaired`() {
    var status = StatusMethod.Reply(version: "1", process: 2, clock: FakeSearch.clock)
    status.rebuild = IndexRebuildMessage(
      reason: "A rebuild was requested.", started: "2026-01-02T03:04:05Z", documents: 12,
      serving: .old)
    status.recoveries = [
      RecoveryMessage(
        time: "2026-01-02T03:04:05Z", reason: "", action: .file, setAside: nil, text: "All of it.")
    ]
    let lines = StatusText(status).lines
    #expect(
      lines.contains(
        "new index  12 documents so far, since 2026-01-02T03:04:05Z: A rebuild was requested."))
    #expect(lines.contains("repaired   2026-01-02T03:04:05Z: All of it."))
  }
}
