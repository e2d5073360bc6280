import IndexStorage
import LinuxSystem
import SittaSQLite
import Synchronization
import TestSupport
import Testing

@testable import Indexing

/// The comparison of random files while nothing else is to be done.
@Suite(.timeLimit(.minutes(10)))
struct AuditorTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<4 {
      try home["files/\(number).txt"].write("pear\(number) words of \(number)")
    }
  }

  private func audit(
    _ live: LiveIndexer, until isEnough: @escaping @Sendable (AuditTally) -> Bool
  ) async -> [Difference] {
    let found = Mutex<[Difference]>([])
    let (changes, _) = live.indexer.progress.changes.listen()
    let auditing = Task {
      await Auditor(of: live.indexer).run(every: .milliseconds(1)) { difference, _ in
        found.withLock { $0.append(difference) }
      }
    }
    for await _ in changes where isEnough(live.indexer.progress.current.audit) { break }
    auditing.cancel()
    await auditing.value
    return found.withLock { $0 }
  }

  @Test func `Samples of a sound index agree`() async throws {
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    let found = await audit(live) { $0.samples >= 20 }
    let tally = live.indexer.progress.current.audit
    #expect(found == [] && tally.stale == 0 && tally.leastShare > 0.86)
    await live.stop()
  }

  @Test func `A stale file is found by chance, counted, and repaired`() async throws {
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    try Database(path: home["state/index.sqlite"].bytes, sharing: .thisProcess).execute(
      """
      UPDATE document SET digest = zeroblob(16) WHERE name = CAST('1.txt' AS BLOB);
      DELETE FROM document WHERE name = CAST('2.txt' AS BLOB);
      """)
    let found = await audit(live) { $0.stale >= 2 }
    #expect(Set(found.map(\.path)) == [home["files/1.txt"], home["files/2.txt"]])
    #expect(Set(found.map(\.reason)) == [.text, .missing])
    var verification = try Verification(of: live.indexer, in: .root, repairing: false)
    var page = Verification.Page()
    repeat { page = try await verification.next() } while !page.isDone
    #expect(page.tally.isProven && page.tally.agreeing == 4)
    await live.stop()
  }

  @Test func `The delay of a reported change is measured, and that of the first comparison is not`()
    async throws
  {
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    #expect(live.indexer.progress.current.delay == nil)
    try home["files/new.txt"].write("fresh words")
    #expect(try await live.sync())
    let delay = try #require(live.indexer.progress.current.delay)
    #expect(delay < .seconds(60))
    await live.stop()
  }
}
