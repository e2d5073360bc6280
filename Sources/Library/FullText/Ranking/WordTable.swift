/// The words of a request, with their forms in one array.
struct WordTable {
  struct Word {
    let weight: Double
    let share: Double
    let isDecisive: Bool
    /// Its forms, by index.
    let forms: Range<Int>
    let addition: RankedWord.Addition?
  }

  private(set) var words: [Word] = []
  private(set) var forms: [RankedWord.Form] = []
  /// The weight of each word, with the largest factor of its forms.
  private(set) var mostWeights: [Double] = []
  /// For each form.
  private(set) var phrases: [Int] = []
  private(set) var hasAdditions = false
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
          forms: first..<forms.count, addition: word.addition))
      mostWeights.append(word.weight * (word.forms.first?.factor ?? 0))
      if word.addition != nil { hasAdditions = true }
      mostCounted = max(
        mostCounted, Double(word.forms.count * FTS5Candidates.countedOccurrences))
      if word.isDecisive { decisive |= 1 << UInt64(number) }
    }
    phrases = forms.map(\.phrase)
  }

  /// The sum of the shares of the decisive words among some words.
  func share(of numbers: UInt64) -> Double {
    sum(of: numbers & decisive) { $0.share }
  }

  /// The weights of some words.
  func weight(of numbers: UInt64) -> Double {
    sum(of: numbers) { $0.weight }
  }

  @inline(__always)
  private func sum(of numbers: UInt64, _ value: (Word) -> Double) -> Double {
    var (sum, left) = (0.0, numbers)
    while left != 0 {
      let number = left.trailingZeroBitCount
      if number >= words.count { break }
      sum += value(words[number])
      left &= left - 1
    }
    return sum
  }
}
