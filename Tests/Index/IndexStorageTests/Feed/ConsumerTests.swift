import LinuxSystem
import SittaSQLite
import TestSupport
import Testing

@testable import IndexStorage

/// How long removals are kept.
@Suite(.timeLimit(.minutes(15)))
struct ConsumerTests {
  let index: TestIndex
  private static let day = UnixTime(seconds: 20_000 * 86_400)

  init() throws {
    index = try TestIndex()
    for number in 0..<4 { try index.put("/d/\(number)", "text \(number)") }
    try index.writer.commit()
  }

  private func day(_ number: Int) -> UnixTime { Self.day + .seconds(number * 86_400) }

  /// Removes a document, and returns the clock after that.
  @discardableResult
  private func remove(_ number: Int) throws -> IndexClock {
    _ = try index.writer.remove(FilePath("/d/\(number)"))
    try index.writer.commit()
    return index.writer.clock
  }

  private var removals: Int64? { get throws { try index.number("SELECT count(*) FROM gone") } }

  private func consumers() throws -> [FeedConsumer] {
    try FeedConsumer.all(in: index.writer.database, at: index.writer.clock)
  }

  private func isReset(_ clock: IndexClock) throws -> Bool {
    let history = try FeedHistory(of: index.writer.database)
    return !FeedPosition(after: clock).isKnown(to: history, at: index.writer.clock)
  }

  @Test func `Removals are kept until the last consumer has confirmed them`() throws {
    let start = index.writer.clock
    try index.writer.confirm(nil, by: "a", now: Self.day)
    try index.writer.confirm(start, by: "b", now: Self.day)
    let clocks = try (0..<3).map { try remove($0) }
    try index.writer.confirm(clocks[2], by: "a", now: Self.day)
    #expect(try removals == 3)
    #expect(try !isReset(start))
    try index.writer.confirm(clocks[0], by: "b", now: Self.day)
    #expect(try removals == 2)
    #expect(try isReset(start))
    #expect(try !isReset(clocks[0]))
    try index.writer.unregister("b", now: Self.day)
    #expect(try removals == 0)
    #expect(try !isReset(clocks[2]))
    #expect(index.writer.clock == clocks[2])
  }

  @Test func `The consumers are known, with what they have confirmed and when`() throws {
    #expect(try consumers() == [])
    let start = index.writer.clock
    try index.writer.confirm(start, by: "b", now: day(3) + .seconds(70))
    try index.writer.confirm(nil, by: "a", now: Self.day)
    #expect(
      try consumers() == [
        FeedConsumer(name: "a", confirmed: start.sequence, day: Self.day),
        FeedConsumer(name: "b", confirmed: start.sequence, day: day(3)),
      ])
    try index.writer.unregister("b", now: day(4))
    #expect(try consumers().map(\.name) == ["a"])
  }

  @Test func `What a consumer lacks is counted, and commits that it would not see are not`() throws
  {
    let start = index.writer.clock
    try index.writer.confirm(start, by: "a", now: Self.day)
    func missing() throws -> [Int64] { try consumers().map(\.missing) }
    #expect(try missing() == [0])
    // A commit that changes nothing of what Changes sends.
    try index.writer.recordFolder("/d", inode: 99)
    try index.writer.commit()
    #expect(index.writer.clock != start)
    #expect(try missing() == [0])
    try remove(0)
    try remove(1)
    #expect(try missing() == [3])
    #expect(try consumers().map(\.missingSince) == [nil])
    // The first look of the next day finds the commits of the day before.
    try index.writer.pruneRemovals(now: day(1))
    #expect(try consumers().map(\.missingSince) == [day(2)])
    try index.writer.confirm(index.writer.clock, by: "a", now: day(1))
    #expect(try missing() == [0])
  }

  @Test func `Removals are kept for 30 days at most, and a silent consumer is dropped`() throws {
    let start = index.writer.clock
    try index.writer.confirm(start, by: "a", now: Self.day)
    let clock = try remove(0)
    for number in 0...29 {
      try index.writer.pruneRemovals(now: day(number))
      #expect(try removals == 1, "day \(number)")
    }
    try index.writer.pruneRemovals(now: day(30))
    #expect(try removals == 0)
    #expect(try isReset(start))
    #expect(try !isReset(clock))
    #expect(try index.number("SELECT count(*) FROM consumer") == 0)
  }

  @Test func `A consumer with a clock from which it cannot continue begins now`() throws {
    let clock = try remove(0)
    try index.writer.confirm(
      IndexClock(index: "other", sequence: 0), by: "a", now: Self.day)
    #expect(try removals == 0)
    try remove(1)
    #expect(try removals == 1)
    #expect(try !isReset(clock))
    // As a copy that was restored from a backup, it can go back.
    try index.writer.confirm(index.writer.clock, by: "a", now: Self.day)
    #expect(try removals == 0)
    try index.writer.confirm(clock, by: "a", now: Self.day)
    #expect(try isReset(clock))
  }

  @Test func `Confirming neither commits what is open nor is lost with a rollback`() throws {
    let clock = index.writer.clock
    try index.put("/e", "open")
    try index.writer.confirm(clock, by: "a", now: Self.day)
    #expect(index.writer.hasChanges)
    index.writer.rollBack()
    try index.writer.confirm(clock, by: "a", now: Self.day)
    #expect(index.writer.clock == clock && !index.writer.hasChanges)
    #expect(try index.number("SELECT count(*) FROM consumer") == 1)
  }

  @Test func `Of too many consumers the one that was longest silent is dropped`() throws {
    for number in 0..<70 {
      try index.writer.confirm(nil, by: "c\(number)", now: day(number / 10))
    }
    #expect(try index.number("SELECT count(*) FROM consumer") == 64)
    #expect(try index.number("SELECT count(*) FROM consumer WHERE name = 'c69'") == 1)
    #expect(try index.number("SELECT min(day) FROM consumer") == 20_000)
  }

  @Test func `Without consumers removals take a hundredth of the index at most`() throws {
    try index.writer.database.execute(
      """
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
      INSERT INTO gone(sequence, kind, id) SELECT i, 0, i FROM n
      """)
    try index.writer.pruneRemovals(now: Self.day)
    #expect(try removals == 10_000)
    #expect(try index.number("SELECT min(sequence) FROM gone") == 2_001)
    #expect(try FeedHistory(of: index.writer.database).floor == 2_000)
  }
}
