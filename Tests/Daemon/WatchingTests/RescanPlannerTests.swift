import Testing

@testable import Watching

struct RescanPlannerTests {
  let start = ContinuousClock.now
  var planner = RescanPlanner()

  mutating func take(after seconds: Int, isIdle: Bool = true) -> RescanPlanner.Rescan? {
    planner.takeDue(isIdle: isIdle, at: start + .seconds(seconds)) { 100 }
  }

  @Test
  mutating func `The first loss of events causes a rescan at once, even if there is other work`() {
    let isNews = [planner.scheduleRescan(at: start), planner.scheduleRescan(at: start)]
    #expect(isNews == [true, false])
    #expect(planner.isRescanDue)
    #expect(planner.nextDeadline == start)
    #expect(planner.nextDeadlineWhileBusy == start)
    let first = take(after: 0, isIdle: false)
    #expect(first == .everything)
    #expect(!planner.isRescanDue)
    let second = take(after: 0)
    #expect(second == nil)
  }

  @Test mutating func `Repeated losses of events double the gap up to 5 min`() {
    var now = start
    var gaps: [Int] = []
    for _ in 0..<12 {
      planner.scheduleRescan(at: now)
      guard let due = planner.nextDeadline else { break }
      gaps.append(Int(now.duration(to: due).components.seconds))
      let rescan = planner.takeDue(isIdle: false, at: due) { 0 }
      #expect(rescan == .everything)
      now = due + .seconds(1)
    }
    #expect(gaps == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  }

  @Test mutating func `A client that waits for a barrier waits only the first gap`() {
    var now = start
    for _ in 0..<8 {
      planner.scheduleRescan(at: now)
      guard let due = planner.nextDeadline else { break }
      _ = planner.takeDue(isIdle: false, at: due) { 0 }
      planner.finishRescans(at: due)
      now = due + .seconds(1)
    }
    planner.expediteRescan()
    planner.scheduleRescan(at: now)
    #expect(planner.nextDeadline == now + .seconds(128), "No client waits for this rescan.")
    planner.expediteRescan()
    #expect(planner.nextDeadline == now, "The last rescan ended a second ago.")
    let rescan = planner.takeDue(isIdle: false, at: now) { 0 }
    #expect(rescan == .everything)

    // During the rescan, events are lost again, and a client waits.
    planner.scheduleRescan(at: now + .seconds(2))
    planner.expediteRescan()
    #expect(planner.nextDeadline == now + .seconds(258))
    planner.finishRescans(at: now + .seconds(10))
    #expect(planner.nextDeadline == now + .seconds(11))
    _ = planner.takeDue(isIdle: false, at: now + .seconds(11)) { 0 }
    planner.scheduleRescan(at: now + .seconds(12))
    #expect(planner.nextDeadline == now + .seconds(312), "The client no longer waits.")
  }

  @Test mutating func `A loss long after the last rescan is not a repetition`() {
    planner.scheduleRescan(at: start)
    _ = take(after: 0)
    planner.finishRescans(at: start + .seconds(1_000))
    planner.finishRescans(at: start + .seconds(1_500))
    planner.scheduleRescan(at: start + .seconds(1_599))
    #expect(
      planner.nextDeadline == start + .seconds(1_600), "The 10 min begin at the end of the rescan.")
    _ = take(after: 1_600)
    planner.finishRescans(at: start + .seconds(1_600))
    planner.scheduleRescan(at: start + .seconds(2_200))
    #expect(planner.nextDeadline == start + .seconds(2_200))
  }

  @Test mutating func `All folders are compared in a day, and only some are polled`() {
    planner.plan(needsPolling: false, at: start) { 100 }
    #expect(planner.nextDeadline == start + .seconds(86_400))
    planner.plan(needsPolling: true, at: start) { 100 }
    #expect(planner.nextDeadline == start + .seconds(300))
    #expect(planner.nextDeadlineWhileBusy == nil, "With other work there is no deadline for it.")
    let busy = take(after: 300, isIdle: false)
    #expect(busy == nil, "A slice waits until there is no other work.")
    let poll = take(after: 300)
    #expect(poll == .slice(.poll, .init(after: 0, count: 100)))
    planner.setCursor(nil, of: .poll)
    planner.finishRescans(at: start + .seconds(300))
    #expect(planner.nextDeadline == start + .seconds(600))
    planner.plan(needsPolling: true, at: start + .seconds(400)) { 100 }
    #expect(planner.nextDeadline == start + .seconds(600), "A running round is not started again.")
    planner.plan(needsPolling: false, at: start + .seconds(400)) { 100 }
    #expect(planner.nextDeadline == start + .seconds(86_400))
    let rescan = take(after: 86_400)
    #expect(rescan == .slice(.rescan, .init(after: 0, count: 100)))
  }

  @Test mutating func `Folders are counted only if a round starts or a slice is due`() throws {
    struct Counted: Error {}
    do {
      try planner.plan(needsPolling: false, at: start) { throw Counted() }
      Issue.record("The start of a round counts the folders.")
    } catch is Counted {}
    planner.plan(needsPolling: false, at: start) { 1 }
    try planner.plan(needsPolling: false, at: start) { throw Counted() }
    let rescan = try planner.takeDue(isIdle: true, at: start) { throw Counted() }
    #expect(rescan == nil)
  }
}
