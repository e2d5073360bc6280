import Glibc

/// The formula of the built-in `bm25()`.
///
/// The operations are in the same order as in SQLite, so that scores are equal to the last bit.
///
/// See <https://www.sqlite.org/fts5.html#the_bm25_function>.
struct BM25 {
  private static let k1 = 1.2
  private static let b = 0.75

  private let rowCount: Double
  private let averageLength: Double

  /// - Parameters:
  ///   - rowCount: the number of rows in the table.
  ///   - tokenCount: the number of tokens in the table.
  init(rowCount: Int64, tokenCount: Int64) {
    self.rowCount = Double(rowCount)
    averageLength = Double(tokenCount) / Double(rowCount)
  }

  /// The inverse document frequency of a phrase that `count` rows contain.
  func inverseFrequency(ofRows count: Int) -> Double {
    let hits = Double(count)
    let frequency = log((rowCount - hits + 0.5) / (hits + 0.5))
    return frequency <= 0 ? 1e-6 : frequency
  }

  /// The length normalization of a row with `length` tokens.
  func norm(ofLength length: Int) -> Double {
    Self.k1 * (1 - Self.b + Self.b * Double(length) / averageLength)
  }

  /// The score of one phrase in a row; larger is better.
  ///
  /// - Parameters:
  ///   - inverseFrequency: the inverse document frequency of the phrase.
  ///   - frequency: the sum of the column weights of its occurrences.
  ///   - norm: the length normalization of the row.
  /// - Returns: the score.
  func score(inverseFrequency: Double, frequency: Double, norm: Double) -> Double {
    inverseFrequency * ((frequency * (Self.k1 + 1)) / (frequency + norm))
  }
}
