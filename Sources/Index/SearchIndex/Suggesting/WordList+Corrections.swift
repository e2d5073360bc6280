extension WordList {
  /// A word that may have been meant.
  struct Correction: Equatable {
    let entry: Entry
    /// The binary logarithm of its likelihood: the word's likelihood, less the cost of the errors.
    let score: Double
  }

  /// At most one letter in this number of letters is corrected, and at most two of a word.
  private static let lettersPerError = 5
  /// Words that are 1,000 times less likely than the likeliest one are left out.
  private static let range = 10.0

  /// The words that may have been meant instead of a word, the likeliest first.
  ///
  /// O(words with the same first or last letters).
  ///
  /// - Parameters:
  ///   - typed: the typed word, folded.
  ///   - limit: the largest number of words.
  /// - Returns: the words, without the typed one.
  func corrections(of typed: [UInt8], limit: Int) -> [Correction] {
    let letters = Array(String(decoding: typed, as: UTF8.self).unicodeScalars)
    guard letters.count >= 3, Self.isReadable(typed) else { return [] }
    let errors = letters.count < 2 * Self.lettersPerError ? 1 : 2
    let costLimit = TypingChannel.costLimit(letters: letters.count)
    let channel = TypingChannel(letters, band: errors)
    let found = neighbours(of: letters, errors: errors)
    let rated = found.enumerated().compactMap { (number, match) -> (Int, score: Double)? in
      guard match.distance > 0 else { return nil }
      let cost = channel.cost(meaning: match.letters)
      return cost > costLimit ? nil : (number, Self.likelihood(documents: match.documents) - cost)
    }
    let least = (rated.map(\.score).max() ?? 0) - Self.range
    let likely = rated.filter { $0.score >= least }.map { number, score in
      let entry = Entry(word: found[number].letters.utf8, documents: found[number].documents)
      return Correction(entry: entry, score: score)
    }
    // Equally likely words are in the order of their bytes.
    let sorted = likely.sorted { left, right in
      left.score != right.score
        ? left.score > right.score : left.entry.word.lexicographicallyPrecedes(right.entry.word)
    }
    return Array(sorted.prefix(limit))
  }

  /// The words of the list that differ from a word in few letters.
  ///
  /// One error leaves the first half of a word or its second half as it was, unless it exchanges the
  /// two letters in the middle. Two errors leave the first third or the last third, unless they are in
  /// both; such words are not found.
  func neighbours(of letters: [Unicode.Scalar], errors: Int) -> [WordSearch.Match] {
    let length = letters.count / (errors + 1)
    let head = letters.prefix(length)
    let tail = letters.suffix(errors == 1 ? letters.count - length : length)
    var search = WordSearch(letters, limit: errors)
    var found = search.run(in: sorted.blocks(withPrefix: head.utf8))
      .filter { $0.letters.starts(with: head) }
    search = WordSearch(letters.reversed(), limit: errors)
    found += search.run(in: reversed.blocks(withPrefix: tail.reversed().utf8))
      .map(\.reversed).filter { $0.letters.ends(with: tail) && !$0.letters.starts(with: head) }
    if errors == 1, letters[length - 1] != letters[length] {
      var exchanged = letters
      exchanged.swapAt(length - 1, length)
      let documents = documents(having: exchanged.utf8)
      if documents > 0 {
        found.append(WordSearch.Match(letters: exchanged, documents: documents, distance: 1))
      }
    }
    return found
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
}

extension WordSearch.Match {
  /// The match with its letters in reverse.
  fileprivate var reversed: Self {
    Self(letters: letters.reversed(), documents: documents, distance: distance)
  }
}

extension Sequence<Unicode.Scalar> {
  /// The letters in UTF-8.
  fileprivate var utf8: [UInt8] {
    flatMap { Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter) }
  }
}
