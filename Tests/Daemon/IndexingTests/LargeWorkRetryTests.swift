import Testing

@testable import Indexing

struct LargeWorkRetryTests {
  var retry = LargeWorkRetry()
  let start = ContinuousClock.now

  @Test mutating func `The first attempt is due at once and gives way`() {
    #expect(retry.due(isAwaited: false) == nil)
    #expect(retry.isInterruptible(at: start, isAwaited: true))
    retry.recordChange(at: start)
    #expect(retry.due(isAwaited: false) == nil)
  }

  @Test mutating func `The next one waits for as much quiet as was needed`() {
    retry.recordInterruption(after: .milliseconds(100), at: start)
    #expect(retry.due(isAwaited: false) == start + .seconds(1))
    retry.recordChange(at: start + .milliseconds(500))
    #expect(retry.due(isAwaited: false) == start + .milliseconds(1_500))
    retry.recordInterruption(after: .seconds(3), at: start + .seconds(4))
    #expect(retry.due(isAwaited: false) == start + .seconds(7))
    retry.recordInterruption(after: .seconds(60), at: start + .seconds(70))
    #expect(retry.due(isAwaited: false) == start + .seconds(86))
    retry.reset()
    #expect(retry.due(isAwaited: false) == nil)
  }

  @Test mutating func `Where something changes all the time it is done all the same in the end`() {
    retry.recordInterruption(after: .seconds(10), at: start)
    for second in 1...200 { retry.recordChange(at: start + .seconds(second)) }
    #expect(retry.due(isAwaited: false) == start + .seconds(120))
    #expect(retry.isInterruptible(at: start + .seconds(119), isAwaited: false))
    #expect(!retry.isInterruptible(at: start + .seconds(120), isAwaited: false))
  }

  @Test mutating func `Whoever waits for it waits half a minute at most`() {
    retry.recordInterruption(after: .seconds(1), at: start)
    for second in 1...60 { retry.recordChange(at: start + .seconds(second)) }
    #expect(retry.due(isAwaited: true) == start + .seconds(30))
    #expect(retry.isInterruptible(at: start + .seconds(29), isAwaited: true))
    #expect(!retry.isInterruptible(at: start + .seconds(30), isAwaited: true))
    #expect(retry.isInterruptible(at: start + .seconds(30), isAwaited: false))
  }

  @Test mutating func `Time in which the work may not run does not count`() {
    retry.recordRest(.seconds(1_000))
    retry.recordInterruption(after: .seconds(1), at: start)
    retry.recordRest(.seconds(3_600))
    #expect(retry.isInterruptible(at: start + .seconds(3_719), isAwaited: false))
    #expect(!retry.isInterruptible(at: start + .seconds(3_720), isAwaited: false))
  }

  @Test mutating func `What begins anew has its whole time`() {
    retry.recordInterruption(after: .seconds(1), at: start)
    retry.reset()
    #expect(retry.isInterruptible(at: start + .seconds(500), isAwaited: false))
    retry.recordInterruption(after: .seconds(1), at: start + .seconds(500))
    #expect(retry.isInterruptible(at: start + .seconds(619), isAwaited: false))
  }
}
