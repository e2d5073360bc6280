import Testing

@testable import IndexStorage

struct MergeScheduleTests {
  @Test func `A bulk is merged when it is over: all segments are marked once`() {
    var schedule = MergeSchedule(isBulk: false)
    #expect(!schedule.isDue)
    schedule.isBulk = true
    schedule.isBulk = false
    #expect(schedule.isDue)
    let pages = (0..<3).map { _ in schedule.beginStep() }
    #expect(pages == [-500, 500, 500])
    schedule.finish()
    #expect(!schedule.isDue)
    #expect(MergeSchedule(isBulk: true).isDue, "A bulk that was interrupted goes on.")
  }

  @Test(
    arguments: [(64, 8, false), (65, 8, true), (65, 519, true), (65, 520, false)]
      as [(Int, Int64, Bool)])
  func `Many removals need a merge`(removals: Int, documents: Int64, isDue: Bool) throws {
    var schedule = MergeSchedule(isBulk: false)
    for _ in 0..<removals { schedule.countRemoval() }
    try schedule.plan { documents }
    #expect(schedule.isDue == isDue)
    guard isDue else { return }
    _ = schedule.beginStep()
    schedule.finish()
    try schedule.plan { documents }
    #expect(!schedule.isDue)
  }
}
