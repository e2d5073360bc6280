/// The words of a request, with their forms in one array.
struct WordTable {
  struct Word {
    let weight: Double
    let share: Double
    let isDecisive: Bool
    /// The largest factor of its forms.
    let factor: Double
    /// Its forms, by index.
    let forms: Range<Int>
    let addition: RankedWord.Addition?
  }

  private(set) var words: [Word] = []
  private(set) var forms: [RankedWord.Form] = []
  /// The decisive words, a bit for each.
  private(set) var decisive: UInt64 = 0
  /// The most occurrences of a word that are counted in a row.
  private(set) var mostCounted = 0.0

  init(_ ranked: [RankedWord]) {
    for (number, word) in ranked.enumerated() {
      let first = forms.count
      forms += word.forms
      words.append(
        Word(
          weight: word.weight, share: word.share, isDecisive: word.isDecisive,
          factor: word.forms.first?.factor ?? 0, forms: first..<forms.count,
          addition: word.addition))
      mostCounted = max(
        mostCounted, Double(word.forms.count * FTS5Candidates.countedOccurrences))
      if word.isDecisive { decisive |= 1 << UInt64(number) }
    }
  }
}
