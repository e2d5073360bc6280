/// The result of comparing files that were chosen at random.
package struct AuditTally: Equatable, Sendable {
  /// The number of files that were compared.
  package private(set) var samples = 0
  /// How many of them differed.
  package private(set) var stale = 0

  /// How sure ``leastShare`` is.
  package static let confidence = 0.95

  /// Makes a tally without samples.
  package init() {}

  /// Makes a tally.
  package init(samples: Int, stale: Int) {
    self.samples = max(0, samples)
    self.stale = min(max(0, stale), self.samples)
  }

  /// Counts files that were compared.
  mutating func add(agreeing: Int, differing: Int) {
    samples += agreeing + differing
    stale += differing
  }

  /// The least share of files that is in the index with its current content, at 95 % confidence.
  ///
  /// This is the exact lower limit of Clopper and Pearson for a proportion, one-sided: the share at which so few
  /// stale files among the samples have a probability of 5 %. Without stale files it is the n-th root of 0.05.
  /// O(stale files × 60).
  ///
  /// Source: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of
  /// the binomial", Biometrika 26 (1934), pages 404 to 413.
  package var leastShare: Double {
    if samples == 0 || stale >= samples { return 0 }
    var (low, high) = (0.0, 1 - Double(stale) / Double(samples))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if probability(atShare: middle) < 1 - Self.confidence { low = middle } else { high = middle }
    }
    return low
  }

  /// The probability of at most ``stale`` stale files among the samples, if this share of all files is fresh.
  private func probability(atShare share: Double) -> Double {
    var term = Self.power(share, samples)
    var sum = term
    if stale == 0 || share == 0 { return sum }
    for number in 1...stale {
      term *= Double(samples - number + 1) / Double(number) * ((1 - share) / share)
      sum += term
    }
    return sum
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, factor, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }
}
