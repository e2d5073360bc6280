extension WordList {
  /// A word that may have been meant.
  struct Correction: Equatable {
    let entry: Entry
    /// The binary logarithm of its likelihood: the word's likelihood, less the cost of the errors.
    let score: Double
  }

  /// A cautious correction has at most one error in this many letters.
  private static let lettersPerError = 5
  /// Words that are 1,000 times less likely than the likeliest one are left out.
  private static let range = 10.0

  /// The words that may have been meant instead of a word, the likeliest first.
  ///
  /// O(words): about ten milliseconds for a million, three times as long if three
  /// errors are tried.
  ///
  /// - Parameters:
  ///   - typed: the typed word, folded.
  ///   - limit: the largest number of words.
  ///   - isCautious: whether they differ in one letter at most for each five that were typed.
  ///   - deadline: when to stop and return the words found so far.
  /// - Returns: the words, without the typed one.
  func corrections(
    of typed: [UInt8], limit: Int, isCautious: Bool = false,
    until deadline: ContinuousClock.Instant? = nil
  ) -> [Correction] {
    let letters = Array(String(decoding: typed, as: UTF8.self).unicodeScalars)
    guard letters.count >= 3, Self.isReadable(typed) else { return [] }
    let most = isCautious ? max(1, letters.count / Self.lettersPerError) : .max
    for errors in Self.errorLimits(letters: letters.count, most: most) {
      let found = corrections(of: letters, errors: errors, limit: limit, until: deadline)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func corrections(
    of letters: [Unicode.Scalar], errors: Int, limit: Int, until deadline: ContinuousClock.Instant?
  ) -> [Correction] {
    let costLimit = TypingChannel.costLimit(letters: letters.count)
    let channel = TypingChannel(letters, band: errors)
    var search = WordSearch(letters, limit: errors)
    let found = search.run(in: self, until: deadline)
    let rated = found.enumerated().compactMap { (number, match) -> (Int, score: Double)? in
      guard match.distance > 0 else { return nil }
      let cost = channel.cost(meaning: match.letters)
      return cost > costLimit ? nil : (number, Self.likelihood(documents: match.documents) - cost)
    }
    let least = (rated.map(\.score).max() ?? 0) - Self.range
    // The sort is stable: equally likely words stay in the order of their bytes.
    let sorted = rated.filter { $0.score >= least }.sorted { $0.score > $1.score }
    return sorted.prefix(limit).map { number, score in
      let word = String(String.UnicodeScalarView(found[number].letters))
      let entry = Entry(word: Array(word.utf8), documents: found[number].documents)
      return Correction(entry: entry, score: score)
    }
  }

  /// The binary logarithm of the likelihood that a word with this number of documents is meant,
  /// relative to a word with one.
  ///
  /// A word grows likelier more slowly than its documents, and no more above 16,384 of them: so a rare
  /// word that is clearly nearer wins.
  static func likelihood(documents: Int) -> Double {
    let count = Double(max(1, documents))
    // The fraction is linear between powers of two, which is wrong by a tenth of a bit at most.
    let logarithm = Double(count.exponent) + count.significand - 1
    return 0.8 * min(14, logarithm)
  }

  /// The numbers of errors that are searched for, one after the other until words are found.
  ///
  /// ``TypingChannel/costLimit(letters:)`` limits the cost of the errors.
  private static func errorLimits(letters count: Int, most: Int) -> [Int] {
    switch count {
    case ...3: [1]
    case 4...8: [min(2, most)]
    default: most < 3 ? [min(2, most)] : [2, 3]
    }
  }
}
