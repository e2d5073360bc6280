import LinuxSystem
import Testing

struct BackoffTests {
  @Test(
    arguments: [
      (1, 30, [1, 2, 4, 8, 16, 30, 30]), (1, 60, [1, 2, 4, 8, 16, 32, 60, 60]),
      (60, 3_600, [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]), (5, 5, [5, 5]), (9, 7, [7, 7]),
    ])
  func `The wait doubles up to the longest one, and is short again after a success`(
    first: Int, longest: Int, seconds: [Int]
  ) {
    let delays = seconds.map { Duration.seconds($0) }
    var backoff = Backoff(first: .seconds(first), longest: .seconds(longest))
    for _ in 0..<2 {
      for delay in delays {
        let next = backoff.next()
        #expect(next == delay)
      }
      backoff.reset()
    }
    #expect(delays.indices.map { backoff.delay(after: $0 + 1) } == delays)
    #expect(backoff.delay(after: .max) == delays.last)
    #expect([0, .min].map { backoff.delay(after: $0) } == [delays[0], delays[0]])
  }
}
