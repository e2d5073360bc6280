import LinuxSystem
import Testing
import Watching

struct RacyFilesTests {
  let start = ContinuousClock.now
  var files = RacyFiles()
  /// The moment at `start`.
  static let origin = FileTime.epoch + .seconds(1_700_000_000)

  /// Schedules another read of a file, at a moment in milliseconds after `start`.
  mutating func note(at now: Int, final: Int) {
    files.schedule(
      final: Self.origin + .milliseconds(final), moment: Self.origin + .milliseconds(now),
      at: start + .milliseconds(now))
  }

  /// The moments that are due, after the origin.
  mutating func take(at now: Int, offset: Int = 0) -> ClosedRange<Duration>? {
    files.takeDue(
      at: start + .milliseconds(now), moment: Self.origin + .milliseconds(now + offset)
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
    #expect(first?.upperBound == .seconds(1))
    #expect(files.nextDeadline == nil, "Who takes them says when the next is due.")
    note(at: 1_000, final: 2_000)
    let second = take(at: 2_500)
    #expect(second == Duration.nanoseconds(1_000_000_001)...Duration.milliseconds(2_500))
    let third = take(at: 60_000)
    #expect(third == nil)
  }

  @Test mutating func `Moments that are put back are due at once`() {
    note(at: 0, final: 1_000)
    _ = take(at: 1_500)
    files.putBack(after: Self.origin + .milliseconds(700), at: start + .milliseconds(1_500))
    let rest = take(at: 1_501)
    #expect(rest == Duration.nanoseconds(700_000_001)...Duration.milliseconds(1_501))
  }

  @Test mutating func `A clock that is set back does not delay a read`() {
    note(at: 0, final: 3_600_000)
    #expect(files.nextDeadline == start + .seconds(10))
    _ = take(at: 20_000)
    // The clock is set back by an hour, so later files have earlier moments than the taken ones.
    let hour = -3_600_000
    files.schedule(
      final: Self.origin + .milliseconds(hour + 20_500),
      moment: Self.origin + .milliseconds(hour + 20_000), at: start + .milliseconds(20_000))
    let due = take(at: 21_000, offset: hour)
    #expect(due?.upperBound == .milliseconds(hour + 21_000))
    #expect(due.map { $0.lowerBound <= .milliseconds(hour + 20_500) } == true)
  }

  @Test mutating func `The deadline of racy files is a deadline of the planner`() {
    var planner = RescanPlanner()
    #expect(planner.nextDeadline == nil)
    planner.racyFiles.schedule(final: FileTime.epoch + .seconds(1), moment: .epoch, at: start)
    #expect(planner.nextDeadline == start + .seconds(1))
    planner.scheduleRescan(at: start)
    #expect(planner.nextDeadline == start)
  }
}
