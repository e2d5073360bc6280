import Testing

@testable import Cooldown

/// The scheduler of bulk work, with times given by hand.
struct BulkSchedulerTests {
  private static let start = ContinuousClock.now

  @Test(arguments: CooldownScenario.all)
  func `Bulk work rests and continues as the scenario says`(scenario: CooldownScenario) throws {
    var scheduler = BulkScheduler(scenario.limits)
    var holds: [Substring: BulkScheduler.Hold] = [:]
    for line in scenario.lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      let arrow = try #require(words.firstIndex(of: "->"))
      let now = try Self.moment(words[0])
      try take(words[1..<arrow], at: now, &scheduler, &holds)
      let outcome = words[(arrow + 1)...].joined(separator: " ")
      #expect(Self.text(&scheduler, at: now) == outcome, "\(line)")
    }
  }

  @Test func `There are enough scenarios`() {
    #expect(CooldownScenario.all.count >= 30)
    #expect(Set(CooldownScenario.all.map(\.testDescription)).count == CooldownScenario.all.count)
  }

  @Test(
    arguments: [
      (.cooldown, 10, 9, true), (.cooldown, 10, 10, false), (.battery, nil, 1_000, true),
      (.pressure, 100, 1, false), (.held(1), nil, 1_000, true),
      (.request(untilPower: true), 5, 6, false),
    ] as [(BulkPause.Reason, Int?, Int, Bool)])
  func `A pause outlasts a moment only if it is certain`(
    reason: BulkPause.Reason, until: Int?, moment: Int, expected: Bool
  ) {
    let pause = BulkPause(reason: reason, until: until.map { Self.start + .seconds($0) })
    #expect(pause.outlasts(Self.start + .seconds(moment)) == expected)
  }
}

extension BulkSchedulerTests {
  @Test func `Work that needs mains power rests on battery even if all pauses are overridden`() {
    var scheduler = BulkScheduler(BulkScheduler.Limits())
    scheduler.record(BulkScheduler.Readings(isOnBattery: true, pressure: 90), at: Self.start)
    scheduler.overridePauses()
    #expect(scheduler.pauses(at: Self.start) == [])
    #expect(scheduler.pauses(at: Self.start, needsMains: true).map(\.reason) == [.battery])
  }
}

extension BulkSchedulerTests {
  private func take(
    _ event: ArraySlice<Substring>, at now: ContinuousClock.Instant,
    _ scheduler: inout BulkScheduler, _ holds: inout [Substring: BulkScheduler.Hold]
  ) throws {
    let operands = event.dropFirst()
    switch event.first {
    case "look": break
    case "cpu":
      scheduler.worked(.seconds(try #require(operands.first.flatMap { Double($0) })), until: now)
    case "battery", "mains", "pressure":
      let share = event.firstIndex(of: "pressure").flatMap { Double(event[$0 + 1]) }
      scheduler.record(
        BulkScheduler.Readings(isOnBattery: event.first == "battery", pressure: share ?? 0),
        at: now)
    case "pause":
      scheduler.pause(
        until: operands.first == "power" ? nil : try Self.moment(operands[operands.startIndex]),
        untilPower: operands.last == "power")
    case "hold": holds[try #require(operands.first)] = scheduler.hold()
    case "release": scheduler.release(try #require(operands.first.flatMap { holds[$0] }))
    case "resume":
      if operands.first == "now" { scheduler.overridePauses() } else { scheduler.resume() }
    case "finish": scheduler.finish()
    default: Issue.record("There is no event '\(event.joined(separator: " "))'.")
    }
  }

  private static func text(
    _ scheduler: inout BulkScheduler, at now: ContinuousClock.Instant
  ) -> String {
    let pauses = scheduler.pauses(at: now).map { pause in
      "\(name(of: pause.reason)) \(pause.until.map(second) ?? "-")"
    }
    switch scheduler.verdict(at: now) {
    case .work: return (pauses + ["work"]).joined(separator: ", ")
    case .rest(let askAgain):
      return "\(pauses.joined(separator: ", ")) | \(askAgain.map(second) ?? "never")"
    }
  }

  private static func name(of reason: BulkPause.Reason) -> String {
    switch reason {
    case .request: "request"
    case .held: "held"
    case .cooldown, .battery, .pressure: "\(reason)"
    }
  }

  private static func moment(_ word: Substring) throws -> ContinuousClock.Instant {
    start + .seconds(try #require(Double(word)))
  }

  private static func second(_ moment: ContinuousClock.Instant) -> String {
    "\(Int((start.duration(to: moment) / .seconds(1)).rounded()))"
  }
}
