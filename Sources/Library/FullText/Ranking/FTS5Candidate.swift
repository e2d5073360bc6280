/// A row that ``FTS5Candidates`` has kept.
public struct FTS5Candidate: Sendable {
  /// An occurrence of a word; it takes eight bytes.
  ///
  /// Occurrences are ordered by column, position, word and form.
  public struct Occurrence: Comparable, Sendable {
    /// Column, token, word, form and count, from the highest bits to the lowest bits.
    private let key: UInt64

    /// The number of the word in the request, up to 63.
    public var word: Int { Int(key >> 18 & 0x3f) }
    /// The number of the form of the word, up to 1,023.
    public var form: Int { Int(key >> 8 & 0x3ff) }
    /// The column, up to 255.
    public var column: Int { Int(key >> 56) }
    /// The position of the first token in the column, below 2^31.
    public var token: Int { Int(key >> 24 & 0xffff_ffff) }
    /// The number of tokens, up to 255.
    public var count: Int { Int(key & 0xff) }

    /// Makes an occurrence; numbers that are too large are replaced by the largest possible ones.
    public init(word: Int, form: Int, column: Int, token: Int, count: Int) {
      func bits(_ number: Int, _ limit: Int) -> UInt64 { UInt64(max(0, min(number, limit))) }
      key =
        bits(column, 0xff) << 56 | bits(token, 0x7fff_ffff) << 24 | bits(word, 0x3f) << 18
        | bits(form, 0x3ff) << 8 | bits(count, 0xff)
    }

    /// Whether the first occurrence is before the second.
    public static func < (first: Self, second: Self) -> Bool { first.key < second.key }
  }

  /// The id of the row.
  public let rowID: Int64
  /// The words that occur in the row: a bit for each.
  public let words: UInt64
  /// The words that count for the row without its text; see ``FTS5Candidates/Request/given``.
  public let given: UInt64
  /// The sum of the scores of the words; larger is better.
  public let score: Double
  /// Whether the row has all decisive words.
  public let isFull: Bool
  /// The score of each word in the request.
  public let wordScores: [Double]
  /// The occurrences of the words in ascending order; at most ``FTS5Candidates/occurrenceLimit`` of a phrase.
  public let occurrences: [Occurrence]
  /// Whether all occurrences are in ``occurrences``.
  public let hasAllOccurrences: Bool
  /// Whether the row is kept because its titles have all decisive words; see
  /// ``FTS5Candidates/Request/titledLimit``.
  public internal(set) var isTitled = false

  package init(
    rowID: Int64, words: UInt64, given: UInt64, score: Double, isFull: Bool, wordScores: [Double],
    occurrences: [Occurrence], hasAllOccurrences: Bool
  ) {
    (self.rowID, self.words, self.given, self.score) = (rowID, words, given, score)
    (self.isFull, self.wordScores, self.occurrences) = (isFull, wordScores, occurrences)
    self.hasAllOccurrences = hasAllOccurrences
  }
}

extension FTS5Candidate {
  /// Makes a row that has all decisive words, but none of them in its text.
  public init(rowID: Int64, given: UInt64, score: Double) {
    self.init(
      rowID: rowID, words: 0, given: given, score: score, isFull: true, wordScores: [],
      occurrences: [], hasAllOccurrences: true)
  }
}

extension FTS5Candidate: Comparable {
  /// Whether the first row ranks higher; of equal rows, the row that was added later does.
  public static func < (first: Self, second: Self) -> Bool {
    if first.isFull != second.isFull { return first.isFull }
    return first.score > second.score || first.score == second.score && first.rowID > second.rowID
  }

  /// Whether both have the same id and the same score.
  public static func == (first: Self, second: Self) -> Bool {
    first.score == second.score && first.rowID == second.rowID && first.isFull == second.isFull
  }
}

extension [FTS5Candidate.Occurrence] {
  /// Sorts occurrences that are a few ascending runs, one for each phrase: neighbours are merged.
  ///
  /// O(occurrences × log runs).
  func mergingRuns() -> Self {
    var starts = indices.filter { $0 == 0 || self[$0] < self[$0 - 1] }
    if starts.count < 2 { return self }
    var (sorted, merged) = (self, self)
    while starts.count > 1 {
      var next: [Int] = []
      for number in stride(from: 0, to: starts.count, by: 2) {
        let start = starts[number]
        let middle = number + 1 < starts.count ? starts[number + 1] : count
        let end = number + 2 < starts.count ? starts[number + 2] : count
        sorted.merge(start..<middle, middle..<end, into: &merged)
        next.append(start)
      }
      swap(&sorted, &merged)
      starts = next
    }
    return sorted
  }

  /// Merges two neighbouring runs into the same range of another array.
  private func merge(_ first: Range<Int>, _ second: Range<Int>, into merged: inout Self) {
    var output = merged.mutableSpan
    let input = span
    var (left, right, index) = (first.lowerBound, second.lowerBound, first.lowerBound)
    while left < first.upperBound, right < second.upperBound {
      // The choice is made without a branch, because no processor can foresee it.
      let (lower, upper) = (input[left], input[right])
      let isRight = upper < lower ? 1 : 0
      output[index] = isRight == 1 ? upper : lower
      left &+= 1 &- isRight
      right &+= isRight
      index &+= 1
    }
    for rest in [left..<first.upperBound, right..<second.upperBound] {
      for place in rest {
        output[index] = input[place]
        index &+= 1
      }
    }
  }
}
