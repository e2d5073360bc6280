/// How occurrences in one column count for a word.
///
/// They count `weight · n / (1 - b + b · tokens / average tokens)`, where `b` is ``lengthShare``. The columns
/// are added up before their sum is saturated, so a word that is in the title, the name and the text of a
/// document does not count three times. This is BM25F: Robertson, Zaragoza and Taylor, "Simple BM25 extension to
/// multiple weighted fields" (2004).
public struct RankedField: Equatable, Sendable {
  /// How often an occurrence in the column counts.
  public var weight: Double
  /// How much the length of the document counts: from 0 (not at all) to 1.
  public var lengthShare: Double

  /// Makes a field.
  public init(weight: Double, lengthShare: Double = 0) {
    self.weight = weight
    self.lengthShare = lengthShare
  }

  /// Returns how often `count` occurrences count.
  @inline(__always)
  func frequency(_ count: Double, relativeLength: Double) -> Double {
    weight * count / (1 - lengthShare + lengthShare * relativeLength)
  }
}
