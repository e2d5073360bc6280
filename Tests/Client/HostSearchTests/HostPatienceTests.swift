import Testing

@testable import HostSearch

struct HostPatienceTests {
  private let start = ContinuousClock.now
  private func after(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func `The time for a connection and the first answer is one time for all calls`() {
    var patience = HostPatience()
    #expect(patience.ask(at: start, connectingWithin: .seconds(5)) == .seconds(5))
    #expect(patience.ask(at: after(1_200), connectingWithin: .seconds(5)) == .milliseconds(3_800))
    #expect(!patience.isOver(at: after(4_999)))
    #expect(patience.isOver(at: after(5_000)))
    #expect(patience.ask(at: after(5_000), connectingWithin: .seconds(5)) == .zero)
    #expect(patience.waited(until: after(5_001)) == .milliseconds(5_001))
  }

  @Test func `After the first answer each call has its own time`() {
    var patience = HostPatience()
    _ = patience.ask(at: start, connectingWithin: .seconds(5))
    #expect(!patience.hasAnswered)
    patience.answer()
    #expect(patience.hasAnswered)
    #expect(!patience.isOver(at: after(9_000)))
    #expect(patience.ask(at: after(9_000), connectingWithin: .seconds(5)) == nil)
    #expect(patience.waited(until: after(9_400)) == .milliseconds(400))
  }

  @Test func `A host with a connection has the time of a call, and the time of all is named`() {
    var patience = HostPatience()
    #expect(patience.waited(until: after(9)) == .zero)
    #expect(patience.ask(at: start, connectingWithin: nil) == nil)
    #expect(patience.ask(at: after(150), connectingWithin: nil) == nil)
    #expect(!patience.isOver(at: after(9_000)))
    #expect(patience.waited(until: after(550)) == .milliseconds(550))
  }
}
