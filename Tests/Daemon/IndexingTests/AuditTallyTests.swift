import Testing

@testable import Indexing

/// How fresh the index is at least, and how long changes take.
struct AuditTallyTests {
  /// The limits are those of tables of the binomial distribution.
  @Test(
    arguments: [
      (0, 0, 0), (1, 0, 0.05), (1, 1, 0), (59, 0, 0.950492), (299, 0, 0.990031),
      (14_978, 0, 0.999800), (100, 1, 0.953440), (100, 5, 0.897747), (1_000, 2, 0.993718),
      (20, 20, 0), (20, 19, 0.002561),
    ] as [(samples: Int, stale: Int, share: Double)])
  func `The limit is the exact one of Clopper and Pearson`(
    samples: Int, stale: Int, share: Double
  ) {
    let least = AuditTally(samples: samples, stale: stale).leastShare
    #expect(abs(least - share) < 0.000_002, "\(least)")
  }

  @Test func `More samples without a stale file prove more, a stale one less`() {
    var tally = AuditTally()
    var last = -1.0
    for _ in 0..<50 {
      tally.add(agreeing: 100, differing: 0)
      #expect(tally.leastShare > last)
      last = tally.leastShare
    }
    tally.add(agreeing: 0, differing: 1)
    #expect(tally.leastShare < last && tally.samples == 5_001 && tally.stale == 1)
  }

  @Test(
    arguments: [
      ([0], 0), ([1], 1), ([7, 9], 9), ([31_000], 32_767), ([-5], 0),
      (Array(repeating: 1_000, count: 95) + Array(repeating: 90_000, count: 5), 1_023),
      (Array(repeating: 1_000, count: 94) + Array(repeating: 90_000, count: 6), 90_111),
    ] as [(delays: [Int], percentile: Int)])
  func `A percentile is not less than the delay, and at most an eighth more`(
    delays: [Int], percentile: Int
  ) {
    var histogram = DelayHistogram()
    for delay in delays { histogram.add(.microseconds(delay)) }
    #expect(histogram.percentile(0.95) == .microseconds(percentile))
  }

  @Test func `Any delay is in one class, and no delay is in any`() {
    #expect(DelayHistogram().percentile(0.95) == nil)
    for delay in [Duration.seconds(1e9), .nanoseconds(1), .seconds(1_000_000)] {
      var histogram = DelayHistogram()
      histogram.add(delay)
      #expect(histogram.count == 1 && histogram.percentile(0.5) != nil)
    }
    for value in [16, 17, 255, 256, 257, 99_999, 1 << 30] {
      var histogram = DelayHistogram()
      histogram.add(.microseconds(value))
      let found = histogram.percentile(1) ?? .zero
      #expect(found >= .microseconds(value) && found <= .microseconds(value + value / 8))
    }
  }
}
