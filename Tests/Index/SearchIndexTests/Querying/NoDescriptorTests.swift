import Glibc
import IndexStorage
import LinuxSystem
import TestSupport
import Testing

@testable import SearchIndex

struct NoDescriptorTests {
  @Test func `If no connection can be opened, no query waits for ever`() async throws {
    let report = try await OwnProcess.run("SearchIndexTests.NoDescriptorTests") {
      let folder = try TemporaryDirectory()
      let store = IndexStore(in: folder.path)
      _ = try store.open(now: .now)
      struct Complaint: Error {}
      let pool = ReaderPool(store, limit: 1)
      let gate = Gate()
      let first = Task {
        try await pool.read { _ in
          gate.pass()
          throw Complaint()
        }
      }
      for await _ in gate.entries { break }
      let others = (0..<3).map { _ in Task { try await pool.read { _ in } } }
      while await pool.waitingCount < 3 { await Task.yield() }
      // A process that waits for ever is ended, because the time limit would not end it.
      alarm(20)
      // No descriptor is left for another connection.
      var limits = rlimit(rlim_cur: 0, rlim_max: 0)
      let result = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      precondition(result == 0)
      gate.letOneThrough()
      _ = await first.result
      for other in others { _ = await other.result }
    }
    if let report { #expect(report.ending == .exited(0), "\(report.output)") }
  }
}
