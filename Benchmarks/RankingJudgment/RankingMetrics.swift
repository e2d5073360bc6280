import Glibc

/// How good one list of hits is, by the grades of the documents in it.
///
/// A grade is 3 for the answer, 2 for a document that is as good for many, 1 for a useful one, and 0 for
/// any other.
package struct RankingMetrics: Equatable {
  /// The smallest grade of a document that answers the question.
  package static let answer = 2

  /// The grades of the hits, best hit first.
  package let grades: [Int]
  /// The grades of all documents that are worth finding, largest first.
  package let ideal: [Int]

  /// - Parameters:
  ///   - grades: the grades of the hits, best hit first.
  ///   - judged: the grades of all documents that are worth finding, in any order.
  package init(grades: [Int], judged: [Int]) {
    self.grades = grades
    ideal = judged.sorted(by: >)
  }

  /// The position of the first answer, counted from 1; nil if there is none.
  package var rank: Int? { grades.firstIndex { $0 >= Self.answer }.map { $0 + 1 } }

  /// 1 / rank; 0 without an answer.
  package var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }

  /// Whether an answer is among the first hits.
  package func isSuccess(at count: Int) -> Bool { rank.map { $0 <= count } ?? false }

  /// The normalized discounted cumulative gain of the first hits, between 0 and 1.
  ///
  /// The gain of a grade is 2^grade - 1, divided by the logarithm of the position
  /// (<https://en.wikipedia.org/wiki/Discounted_cumulative_gain>).
  package func normalizedGain(at count: Int) -> Double {
    let best = Self.gain(of: ideal.prefix(count))
    return best == 0 ? 0 : Self.gain(of: grades.prefix(count)) / best
  }

  private static func gain(of grades: ArraySlice<Int>) -> Double {
    grades.enumerated().reduce(0) { sum, entry in
      sum + Double(1 << entry.element - 1) / log2(Double(entry.offset + 2))
    }
  }
}
