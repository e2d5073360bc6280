import Testing
import Watching

struct RescanPlannerTests {
  let start = ContinuousClock.now
  var planner = RescanPlanner()

  mutating func take(after seconds: Int, isIdle: Bool = true) -> RescanPlanner.Rescan? {
    planner.takeDue(isIdle: isIdle, at: start + .seconds(seconds)) { 100 }
  }

  @Test mutating func `What is lost for the first time is looked for at once, even in busy times`()
  {
    let isNews = [planner.noteLoss(at: start), planner.noteLoss(at: start)]
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

  @Test mutating func `Where events are lost again and again, the gaps double up to 5 min`() {
    var now = start
    var gaps: [Int] = []
    for _ in 0..<12 {
      planner.noteLoss(at: now)
      guard let due = planner.nextDeadline else { break }
      gaps.append(Int(now.duration(to: due).components.seconds))
      let rescan = planner.takeDue(isIdle: false, at: due) { 0 }
      #expect(rescan == .everything)
      now = due + .seconds(1)
    }
    #expect(gaps == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  }

  @Test mutating func `Whoever waits for a barrier waits no longer than the first gap`() {
    var now = start
    for _ in 0..<8 {
      planner.noteLoss(at: now)
      guard let due = planner.nextDeadline else { break }
      _ = planner.takeDue(isIdle: false, at: due) { 0 }
      planner.noteIdle(at: due)
      now = due + .seconds(1)
    }
    planner.noteWaiting()
    planner.noteLoss(at: now)
    #expect(planner.nextDeadline == now + .seconds(128), "Nobody waits for this one.")
    planner.noteWaiting()
    #expect(planner.nextDeadline == now, "The last rescan ended a second ago.")
    let rescan = planner.takeDue(isIdle: false, at: now) { 0 }
    #expect(rescan == .everything)

    // While it runs, events are lost again, and somebody waits.
    planner.noteLoss(at: now + .seconds(2))
    planner.noteWaiting()
    #expect(planner.nextDeadline == now + .seconds(258))
    planner.noteIdle(at: now + .seconds(10))
    #expect(planner.nextDeadline == now + .seconds(11))
    _ = planner.takeDue(isIdle: false, at: now + .seconds(11)) { 0 }
    planner.noteLoss(at: now + .seconds(12))
    #expect(planner.nextDeadline == now + .seconds(312), "Who waited has what was waited for.")
  }

  @Test mutating func `Events lost long after the last rescan are lost for the first time`() {
    planner.noteLoss(at: start)
    _ = take(after: 0)
    planner.noteIdle(at: start + .seconds(1_000))
    planner.noteIdle(at: start + .seconds(1_500))
    planner.noteLoss(at: start + .seconds(1_599))
    #expect(planner.nextDeadline == start + .seconds(1_600), "10 min from the end count.")
    _ = take(after: 1_600)
    planner.noteIdle(at: start + .seconds(1_600))
    planner.noteLoss(at: start + .seconds(2_200))
    #expect(planner.nextDeadline == start + .seconds(2_200))
  }

  @Test mutating func `Everything is checked in a day, and polled only where there is need`() {
    planner.plan(needsPolling: false, at: start) { 100 }
    #expect(planner.nextDeadline == start + .seconds(86_400))
    planner.plan(needsPolling: true, at: start) { 100 }
    #expect(planner.nextDeadline == start + .seconds(300))
    #expect(planner.nextDeadlineWhileBusy == nil, "Who is busy need not wake up for it.")
    let busy = take(after: 300, isIdle: false)
    #expect(busy == nil, "It waits until there is no other work.")
    let poll = take(after: 300)
    #expect(poll == .slice(.poll, .init(after: 0, count: 100)))
    planner.noteReach(nil, of: .poll)
    planner.noteIdle(at: start + .seconds(300))
    #expect(planner.nextDeadline == start + .seconds(600))
    planner.plan(needsPolling: true, at: start + .seconds(400)) { 100 }
    #expect(planner.nextDeadline == start + .seconds(600), "What runs is not started anew.")
    planner.plan(needsPolling: false, at: start + .seconds(400)) { 100 }
    #expect(planner.nextDeadline == start + .seconds(86_400))
    let check = take(after: 86_400)
    #expect(check == .slice(.check, .init(after: 0, count: 100)))
  }

  @Test mutating func `Folders are counted only where a round starts or a slice is due`() throws {
    struct Counted: Error {}
    do {
      try planner.plan(needsPolling: false, at: start) { throw Counted() }
      Issue.record("They are counted where a round starts.")
    } catch is Counted {}
    planner.plan(needsPolling: false, at: start) { 1 }
    try planner.plan(needsPolling: false, at: start) { throw Counted() }
    let rescan = try planner.takeDue(isIdle: true, at: start) { throw Counted() }
    #expect(rescan == nil)
  }
}
