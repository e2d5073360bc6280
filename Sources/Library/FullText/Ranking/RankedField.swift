/// How occurrences in one column add to the score of a word.
///
/// A word that occurs n times in the column scores `weight · n · (k + 1) / (n + k · length)`; `k` is
/// ``saturation``. The length is `1 - b + b · tokens / average tokens`; `b` is ``lengthShare``. This is the
/// formula of BM25. It is applied to each column alone, so no column outweighs the others by its number of
/// occurrences.
///
/// See Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
public struct RankedField: Equatable, Sendable {
  /// The limit of the score of a word in the column, divided by `saturation + 1`.
  public var weight: Double
  /// The number of occurrences that give half of the highest score, for a length of 1.
  public var saturation: Double
  /// How much the length of the document counts: from 0 (not at all) to 1.
  public var lengthShare: Double

  /// Makes a field.
  public init(weight: Double, saturation: Double = 0.5, lengthShare: Double = 0) {
    self.weight = weight
    self.saturation = saturation
    self.lengthShare = lengthShare
  }

  /// The limit of the score of a word that occurs very often, before the word's own weight.
  var mostScore: Double { weight * (saturation + 1) }

  /// Returns the score of a word that occurs `count` times, before the word's own weight.
  @inline(__always)
  func score(_ count: Double, relativeLength: Double) -> Double {
    let length = 1 - lengthShare + lengthShare * relativeLength
    return weight * count * (saturation + 1) / (count + saturation * length)
  }
}
