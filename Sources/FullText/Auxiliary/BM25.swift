import Glibc

/// The formula of the built-in `bm25()`, evaluated in its order, so that values agree to the last
/// bit.
///
/// See <https://www.sqlite.org/fts5.html#the_bm25_function>.
struct BM25 {
  private static let k1 = 1.2
  private static let b = 0.75

  private let rowCount: Double
  private let averageLength: Double

  /// - Parameters:
  ///   - rowCount: the number of rows in the table.
  ///   - tokenCount: the number of tokens in all of them.
  init(rowCount: Int64, tokenCount: Int64) {
    self.rowCount = Double(rowCount)
    averageLength = Double(tokenCount) / Double(rowCount)
  }

  /// How much it tells that a row holds a phrase which so many rows hold.
  func inverseFrequency(ofRows count: Int) -> Double {
    let hits = Double(count)
    let frequency = log((rowCount - hits + 0.5) / (hits + 0.5))
    return frequency <= 0 ? 1e-6 : frequency
  }

  /// What the length of a row in tokens takes from each of its matches.
  func norm(ofLength length: Int) -> Double {
    Self.k1 * (1 - Self.b + Self.b * Double(length) / averageLength)
  }

  /// What a phrase adds to the rank of a row.
  ///
  /// - Parameters:
  ///   - inverseFrequency: how much the phrase tells.
  ///   - frequency: how often it occurs, each time by the weight of its column.
  ///   - norm: what the row's length takes from it.
  /// - Returns: a number that grows with the match.
  func score(inverseFrequency: Double, frequency: Double, norm: Double) -> Double {
    inverseFrequency * ((frequency * (Self.k1 + 1)) / (frequency + norm))
  }
}
