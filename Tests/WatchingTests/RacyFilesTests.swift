import Testing
import Watching

struct RacyFilesTests {
  let start = ContinuousClock.now
  var files = RacyFiles()
  /// The moment at `start`.
  static let second: Int64 = 1_000_000_000
  static let origin: Int64 = 1_700_000_000 * second

  /// Schedules another read of a file, at a moment in milliseconds after `start`.
  mutating func note(at now: Int, final: Int) {
    files.schedule(
      final: Self.origin + Int64(final) * 1_000_000, moment: Self.origin + Int64(now) * 1_000_000,
      at: start + .milliseconds(now))
  }

  /// The moments that are due, in nanoseconds after the origin.
  mutating func take(at now: Int, offset: Int = 0) -> ClosedRange<Int64>? {
    files.takeDue(
      at: start + .milliseconds(now), moment: Self.origin + Int64(now + offset) * 1_000_000
    ).map { ($0.lowerBound - Self.origin)...($0.upperBound - Self.origin) }
  }

  @Test mutating func `Without racy files there is no deadline`() {
    #expect(files.nextDeadline == nil)
    let due = take(at: 10_000)
    #expect(due == nil)
  }

  @Test mutating func `The earliest moment sets the deadline, and each moment is taken once`() {
    note(at: 0, final: 2_000)
    note(at: 100, final: 1_000)
    note(at: 200, final: 3_000)
    #expect(files.nextDeadline == start + .milliseconds(1_000))
    let early = take(at: 999)
    #expect(early == nil)
    let first = take(at: 1_000)
    #expect(first?.upperBound == Self.second)
    #expect(files.nextDeadline == nil, "The caller schedules the next read.")
    note(at: 1_000, final: 2_000)
    let second = take(at: 2_500)
    #expect(second == 1_000_000_001...2_500_000_000)
    let third = take(at: 60_000)
    #expect(third == nil)
  }

  @Test mutating func `Moments that are put back are due at once`() {
    note(at: 0, final: 1_000)
    _ = take(at: 1_500)
    files.putBack(after: Self.origin + 700_000_000, at: start + .milliseconds(1_500))
    let rest = take(at: 1_501)
    #expect(rest == 700_000_001...1_501_000_000)
  }

  @Test mutating func `A clock that is set back does not delay a read`() {
    note(at: 0, final: 3_600_000)
    #expect(files.nextDeadline == start + .seconds(10))
    _ = take(at: 20_000)
    // The clock is set back by an hour, so later files have earlier moments than the taken ones.
    let hour = -3_600_000
    files.schedule(
      final: Self.origin + Int64(hour + 20_500) * 1_000_000,
      moment: Self.origin + Int64(hour + 20_000) * 1_000_000, at: start + .milliseconds(20_000))
    let due = take(at: 21_000, offset: hour)
    #expect(due?.upperBound == Int64(hour + 21_000) * 1_000_000)
    #expect((due?.lowerBound ?? .max) <= Int64(hour + 20_500) * 1_000_000)
  }

  @Test mutating func `The deadline of racy files is a deadline of the planner`() {
    var planner = RescanPlanner()
    #expect(planner.nextDeadline == nil)
    planner.racyFiles.schedule(final: Self.second, moment: 0, at: start)
    #expect(planner.nextDeadline == start + .seconds(1))
    planner.scheduleRescan(at: start)
    #expect(planner.nextDeadline == start)
  }
}
