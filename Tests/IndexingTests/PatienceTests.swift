import Testing

@testable import Indexing

struct PatienceTests {
  var patience = Patience()
  let start = ContinuousClock.now

  @Test mutating func `The first attempt is due at once and gives way`() {
    #expect(patience.due(isAwaited: false) == nil)
    #expect(patience.givesWay(at: start, isAwaited: true))
    patience.noteChange(at: start)
    #expect(patience.due(isAwaited: false) == nil)
  }

  @Test mutating func `The next one waits for as much quiet as was needed`() {
    patience.noteInterruption(after: .milliseconds(100), at: start)
    #expect(patience.due(isAwaited: false) == start + .seconds(1))
    patience.noteChange(at: start + .milliseconds(500))
    #expect(patience.due(isAwaited: false) == start + .milliseconds(1_500))
    patience.noteInterruption(after: .seconds(3), at: start + .seconds(4))
    #expect(patience.due(isAwaited: false) == start + .seconds(7))
    patience.noteInterruption(after: .seconds(60), at: start + .seconds(70))
    #expect(patience.due(isAwaited: false) == start + .seconds(86))
    patience.reset()
    #expect(patience.due(isAwaited: false) == nil)
  }

  @Test mutating func `Where something changes all the time it is done all the same in the end`() {
    patience.noteInterruption(after: .seconds(10), at: start)
    for second in 1...200 { patience.noteChange(at: start + .seconds(second)) }
    #expect(patience.due(isAwaited: false) == start + .seconds(120))
    #expect(patience.givesWay(at: start + .seconds(119), isAwaited: false))
    #expect(!patience.givesWay(at: start + .seconds(120), isAwaited: false))
  }

  @Test mutating func `Whoever waits for it waits half a minute at most`() {
    patience.noteInterruption(after: .seconds(1), at: start)
    for second in 1...60 { patience.noteChange(at: start + .seconds(second)) }
    #expect(patience.due(isAwaited: true) == start + .seconds(30))
    #expect(patience.givesWay(at: start + .seconds(29), isAwaited: true))
    #expect(!patience.givesWay(at: start + .seconds(30), isAwaited: true))
    #expect(patience.givesWay(at: start + .seconds(30), isAwaited: false))
  }

  @Test mutating func `Time in which the work may not run does not count`() {
    patience.noteRest(.seconds(1_000))
    patience.noteInterruption(after: .seconds(1), at: start)
    patience.noteRest(.seconds(3_600))
    #expect(patience.givesWay(at: start + .seconds(3_719), isAwaited: false))
    #expect(!patience.givesWay(at: start + .seconds(3_720), isAwaited: false))
  }

  @Test mutating func `What begins anew has its whole time`() {
    patience.noteInterruption(after: .seconds(1), at: start)
    patience.reset()
    #expect(patience.givesWay(at: start + .seconds(500), isAwaited: false))
    patience.noteInterruption(after: .seconds(1), at: start + .seconds(500))
    #expect(patience.givesWay(at: start + .seconds(619), isAwaited: false))
  }
}
