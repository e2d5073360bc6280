import FullText
import IndexStorage

/// Decides whether the words of a query are near each other in a document.
///
/// A long document contains nearly every word somewhere. So it matches fully only if a short stretch of its
/// text contains all words that are not in its title, its name or its other fields.
struct WordSpan {
  /// The most tokens in the stretch, about half a page.
  static let limit = 200

  /// The words that must be near each other, a bit for each.
  private let decisive: UInt64

  init(_ query: RankedQuery) {
    var decisive: UInt64 = 0
    for number in query.relaxedWords where !query.words[number].isStopWord {
      decisive |= 1 << UInt64(number)
    }
    self.decisive = decisive
  }

  /// Whether a row matches fully, with these words near each other.
  ///
  /// O(occurrences).
  func isNear(_ row: FTS5Candidate) -> Bool {
    guard row.isFull else { return false }
    // The occurrences are sorted by column and token.
    let occurrences = row.occurrences.span
    let body = occurrences.range(ofColumn: Schema.bodyColumn)
    var wanted = decisive & ~row.given
    for others in [0..<body.lowerBound, body.upperBound..<occurrences.count] {
      for index in others { wanted &= ~(1 << UInt64(occurrences[index].word)) }
    }
    // A single word is always near.
    guard wanted & (wanted &- 1) != 0 else { return true }
    var last = InlineArray<64, Int>(repeating: -1)
    // The words that have to occur before all can be near.
    var missing = wanted
    for index in body {
      let word = occurrences[index].word
      let bit = UInt64(1) << UInt64(word)
      if wanted & bit == 0 { continue }
      let token = occurrences[index].token
      last[word] = token
      missing &= ~bit
      if missing != 0 { continue }
      missing = wanted.bits(where: { token - last[$0] > Self.limit })
      if missing == 0 { return true }
    }
    return false
  }
}

extension UInt64 {
  /// The bits of this number whose positions meet a condition.
  fileprivate func bits(where condition: (Int) -> Bool) -> UInt64 {
    var (rest, bits) = (self, UInt64(0))
    while rest != 0 {
      let position = rest.trailingZeroBitCount
      if condition(position) { bits |= 1 << UInt64(position) }
      rest &= rest &- 1
    }
    return bits
  }
}

extension Span<FTS5Candidate.Occurrence> {
  /// The occurrences in a column; they are sorted by column.
  fileprivate func range(ofColumn column: Int) -> Range<Int> {
    let start = firstIndex { $0.column >= column }
    return start..<firstIndex { $0.column > column }
  }

  /// The first index whose element meets a condition, as all elements after it do; O(log count).
  private func firstIndex(where isAfter: (FTS5Candidate.Occurrence) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
