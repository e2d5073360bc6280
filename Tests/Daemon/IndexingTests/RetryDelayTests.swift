import Testing

@testable import Indexing

struct RetryDelayTests {
  @Test func `The wait doubles up to half a minute, and is short again after a success`() {
    var delay = RetryDelay()
    let delays = (0..<7).map { _ in delay.next() }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    delay.reset()
    let first = delay.next()
    #expect(first == .seconds(1))
  }
}
