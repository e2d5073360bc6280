import Testing

@testable import Indexing

struct BatchBisectionTests {
  @Test(
    arguments: [
      (0, []), (1, []), (1, [0]), (2, [1]), (3, [0]), (3, [0, 1, 2]), (7, [6]), (8, [3, 4]),
      (100, []), (100, [99]), (1_000, [17]), (2_000, [0, 999, 1_000, 1_999]),
    ] as [(Int, Set<Int>)])
  func `Those to blame stand alone, and all others are written`(count: Int, bad: Set<Int>) {
    var bisection = BatchBisection(of: Array(0..<count))
    var (written, blamed): ([Int], [Int]) = ([], [])
    var (tries, elements) = (0, 0)
    while let part = bisection.next {
      tries += 1
      elements += part.count
      if bad.isDisjoint(with: part) {
        written += part
        bisection.succeed()
      } else if let element = bisection.fail() {
        blamed.append(element)
      }
    }
    #expect(blamed == bad.sorted())
    // In their order, and each once only.
    #expect(written == (0..<count).filter { !bad.contains($0) })
    let depth = Int.bitWidth - count.leadingZeroBitCount
    #expect(tries <= 2 + 2 * bad.count * depth)
    #expect(elements <= count * max(1, depth))
  }

  @Test func `A batch that could not be written is not tried again as a whole`() {
    #expect(BatchBisection(of: [1, 2, 3, 4]).next == [1, 2])
    #expect(BatchBisection(of: [1]).next == [1])
    #expect(BatchBisection(of: [Int]()).next == nil)
  }

  @Test func `The wait doubles up to half a minute, and is short again after a success`() {
    var delay = RetryDelay()
    let delays = (0..<7).map { _ in delay.next() }
    #expect(delays == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
    delay.reset()
    let first = delay.next()
    #expect(first == .seconds(1))
  }
}
