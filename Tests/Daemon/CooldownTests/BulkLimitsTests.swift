import Testing

@testable import Cooldown

/// Limits that change while bulk work rests.
struct BulkLimitsTests {
  private let start = ContinuousClock.now

  @Test func `A rest ends with the limit that it came of`() {
    var scheduler = BulkScheduler(BulkScheduler.Limits())
    scheduler.worked(.seconds(120), until: start)
    #expect(scheduler.pauses(at: start).map(\.reason) == [.cooldown])
    var limits = BulkScheduler.Limits()
    limits.worksOnBattery = true
    scheduler.apply(limits)
    #expect(scheduler.pauses(at: start).map(\.reason) == [.cooldown])
    limits.activeTime = .zero
    scheduler.apply(limits)
    #expect(scheduler.verdict(at: start) == .work)
    scheduler.worked(.seconds(1_000), until: start)
    #expect(scheduler.verdict(at: start) == .work)
  }

  @Test func `Battery and pressure are judged by the new limits, requests stay`() {
    var scheduler = BulkScheduler(BulkScheduler.Limits())
    scheduler.pause(until: start + .seconds(10), untilPower: false)
    scheduler.record(.init(isOnBattery: true, pressure: 90), at: start)
    #expect(
      scheduler.pauses(at: start).map(\.reason)
        == [.request(untilPower: false), .battery, .pressure])
    var limits = BulkScheduler.Limits()
    limits.worksOnBattery = true
    limits.pressure = nil
    scheduler.apply(limits)
    #expect(scheduler.pauses(at: start).map(\.reason) == [.request(untilPower: false)])
  }

  @Test func `Work that needs mains rests on battery, whatever the limits are`() {
    var limits = BulkScheduler.Limits()
    limits.worksOnBattery = true
    var scheduler = BulkScheduler(limits)
    #expect(scheduler.verdict(at: start, needsMains: true) == .work)
    scheduler.record(BulkScheduler.Readings(isOnBattery: true), at: start)
    #expect(scheduler.verdict(at: start) == .work)
    #expect(
      scheduler.verdict(at: start, needsMains: true)
        == .rest(askAgain: start + BulkScheduler.powerInterval))
  }
}
