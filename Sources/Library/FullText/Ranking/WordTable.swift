/// The words of a request, with the forms of all words in one array.
struct WordTable {
  struct Word {
    let weight: Double
    let share: Double
    let isDecisive: Bool
    /// The indices of the word's forms.
    let forms: Range<Int>
    let addition: RankedWord.Addition?
  }

  private(set) var words: [Word] = []
  private(set) var forms: [RankedWord.Form] = []
  /// For each word, its weight multiplied by the largest factor of its forms.
  private(set) var mostWeights: [Double] = []
  /// For each form, the number of its phrase.
  private(set) var phrases: [Int] = []
  private(set) var hasAdditions = false
  /// The words that are decisive, a bit for each.
  private(set) var decisive: UInt64 = 0

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
      if word.isDecisive { decisive |= 1 << UInt64(number) }
    }
    phrases = forms.map(\.phrase)
  }

  /// Whether there are decisive words, and all of them are among some words.
  func allDecisive(areIn numbers: UInt64) -> Bool {
    decisive != 0 && numbers & decisive == decisive
  }

  /// Returns the sum of the shares of those words that are decisive.
  func share(of numbers: UInt64) -> Double {
    sum(of: numbers & decisive) { $0.share }
  }

  /// Returns the sum of the weights of some words.
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
