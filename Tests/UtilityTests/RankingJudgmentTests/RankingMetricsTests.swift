import Testing

@testable import RankingJudgment

struct RankingMetricsTests {
  @Test(arguments: [
    ([3, 0, 0], 1), ([0, 1, 2], 3), ([1, 1], nil), ([], nil),
  ])
  func `The rank is that of the first hit with grade 2 or 3`(grades: [Int], rank: Int?) {
    #expect(RankingMetrics(grades: grades, judged: [3]).rank == rank)
  }

  @Test func `The reciprocal rank of no answer is zero`() {
    #expect(RankingMetrics(grades: [0, 1], judged: [3, 1]).reciprocalRank == 0)
    #expect(RankingMetrics(grades: [0, 2], judged: [3, 2]).reciprocalRank == 0.5)
  }

  @Test func `A success needs an answer among the first hits`() {
    let metrics = RankingMetrics(grades: [0, 0, 3], judged: [3])
    #expect(!metrics.isSuccess(at: 2))
    #expect(metrics.isSuccess(at: 3))
  }

  @Test func `The ideal order has the gain 1`() {
    let metrics = RankingMetrics(grades: [3, 2, 1, 0], judged: [1, 3, 2])
    #expect(metrics.normalizedGain(at: 10) == 1)
  }

  @Test func `The gain is discounted by the logarithm of the position`() {
    // 7 / log2(3) of 7 / log2(2).
    let gain = RankingMetrics(grades: [0, 3], judged: [3]).normalizedGain(at: 10)
    #expect(abs(gain - 0.63093) < 0.00001)
  }

  @Test func `Hits after the last counted position do not count`() {
    #expect(RankingMetrics(grades: [0, 3], judged: [3]).normalizedGain(at: 1) == 0)
    #expect(RankingMetrics(grades: [0, 0], judged: []).normalizedGain(at: 10) == 0)
  }
}
