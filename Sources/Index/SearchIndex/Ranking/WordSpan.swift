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
    var wanted = decisive & ~row.given
    for occurrence in row.occurrences where occurrence.column != Schema.bodyColumn {
      wanted &= ~(1 << UInt64(occurrence.word))
    }
    // A single word is always near.
    guard wanted & (wanted &- 1) != 0 else { return true }
    // The occurrences are sorted by column and token.
    let body = row.occurrences.filter {
      $0.column == Schema.bodyColumn && wanted & 1 << UInt64($0.word) != 0
    }
    var counts = InlineArray<64, Int32>(repeating: 0)
    var missing = wanted.nonzeroBitCount
    var start = 0
    for occurrence in body {
      if counts[occurrence.word] == 0 { missing -= 1 }
      counts[occurrence.word] += 1
      while occurrence.token - body[start].token > Self.limit {
        counts[body[start].word] -= 1
        if counts[body[start].word] == 0 { missing += 1 }
        start += 1
      }
      if missing == 0 { return true }
    }
    return false
  }
}
