/// The cost of typing one word if another word is meant: a noisy channel.
///
/// The cost of an error is the negative binary logarithm of its probability, in bits. See Kernighan,
/// Church and Gale, "A spelling correction program based on a noisy channel model", COLING 1990, and
/// Brill and Moore, "An improved error model for noisy channel spelling correction", ACL 2000, for
/// errors in groups of letters.
struct TypingChannel {
  /// The costs of the kinds of errors, in bits.
  ///
  /// They were chosen by hand and compared on lists of misspellings; the results change little if a
  /// cost changes by one bit.
  private enum Cost {
    /// Two adjacent letters are exchanged.
    static let exchange = 4.5
    /// One letter is typed instead of two equal ones.
    static let missingDouble = 4.0
    /// Two equal letters are typed instead of one.
    static let extraDouble = 4.0
    static let missingVowel = 5.0
    static let missingConsonant = 7.0
    static let extra = 8.0
    /// An extra letter is typed, whose key is beside the key of the letter before or after it.
    static let extraNeighbour = 7.0
    /// A letter or group of letters is typed instead of another one that sounds alike.
    static let variant = 5.0
    /// A vowel is typed instead of another vowel.
    static let vowel = 5.5
    /// A letter is typed instead of another one whose key is beside its key.
    static let neighbour = 8.0
    /// A letter is typed instead of any other letter.
    static let other = 11.0
    /// In addition, if the error is in the first letter; half of it if the first two letters are exchanged.
    static let first = 4.0
    /// In addition, if a letter at the end is missing or too many: this may be another form of the word.
    static let last = 1.0
    /// How much less the second of two adjacent letters costs, if both are missing or too many and the words
    /// differ in length by at least two.
    static let second = 3.0
  }

  /// The typed word.
  let typed: [Unicode.Scalar]
  /// By how many letters the positions in both words may differ.
  private let band: Int
  private let keyboard = KeyboardNeighbours.shared
  private let variants = SpellingVariants.shared
  /// For each number of typed letters, the groups at their end that others sound like.
  private let groups: [[SpellingVariants.Pair]]

  /// Prepares the costs of a word.
  ///
  /// - Parameters:
  ///   - typed: the typed word, folded as the words of the index.
  ///   - band: the largest number of letters that may be missing or too many.
  init(_ typed: [Unicode.Scalar], band: Int) {
    self.typed = typed
    self.band = band
    groups = variants.pairs(in: typed)
  }

  /// The most that errors in a word of this length may cost.
  ///
  /// Three letters: one cheap error. Up to five: one of any kind. More: two of any kind.
  static func costLimit(letters count: Int) -> Double {
    switch count {
    case ...2: 0
    case 3: Cost.exchange + Cost.first / 2
    case 4...5: Cost.other + Cost.first
    default: 2 * Cost.other
    }
  }

  /// The least cost of typing the word if another is meant; O(letters × band).
  ///
  /// - Returns: the cost in bits; infinite if digits differ.
  func cost(meaning intended: [Unicode.Scalar]) -> Double {
    let width = intended.count + 1
    var cells = Array(repeating: Double.infinity, count: (typed.count + 1) * width)
    cells[0] = 0
    for row in 0...typed.count {
      let columns = max(0, row - band)...max(0, min(intended.count, row + band))
      for column in columns where row + column > 0 {
        cells[row * width + column] = min(
          substitution(row, column, intended, cells), omission(row, column, intended, cells),
          insertion(row, column, intended, cells))
      }
    }
    return cells[cells.count - 1]
  }
}

// MARK: - Kinds of errors

extension TypingChannel {
  /// The cost of the first letters of both words if their last letters were typed for each other.
  private func substitution(
    _ row: Int, _ column: Int, _ intended: [Unicode.Scalar], _ cells: [Double]
  ) -> Double {
    guard row > 0, column > 0 else { return .infinity }
    let width = intended.count + 1
    let cell = row * width + column
    let (left, right) = (typed[row - 1], intended[column - 1])
    if left == right { return min(cells[cell - width - 1], variant(row, column, intended, cells)) }
    let first = row == 1 && column == 1 ? Cost.first : 0
    var least = cells[cell - width - 1] + cost(of: left, for: right) + first
    if row > 1, column > 1, left == intended[column - 2], typed[row - 2] == right,
      !left.isDigit, !right.isDigit
    {
      let first = row == 2 && column == 2 ? Cost.first / 2 : 0
      least = min(least, cells[cell - 2 * width - 2] + Cost.exchange + first)
    }
    return min(least, variant(row, column, intended, cells))
  }

  /// The cost if the last letter, or the last two, of the intended word were left out.
  private func omission(
    _ row: Int, _ column: Int, _ intended: [Unicode.Scalar], _ cells: [Double]
  ) -> Double {
    guard column > 0 else { return .infinity }
    let cell = row * (intended.count + 1) + column
    let end = row == typed.count && column == intended.count ? Cost.last : 0
    let one = missing(column - 1, of: intended)
    var least = cells[cell - 1] + one + end + (column == 1 ? Cost.first : 0)
    if column > 1, intended.count >= typed.count + 2 {
      let two = one + missing(column - 2, of: intended) - Cost.second
      least = min(least, cells[cell - 2] + two + end + (column == 2 ? Cost.first : 0))
    }
    return least
  }

  /// The cost if the last letter, or the last two, of the typed word were added.
  private func insertion(
    _ row: Int, _ column: Int, _ intended: [Unicode.Scalar], _ cells: [Double]
  ) -> Double {
    guard row > 0 else { return .infinity }
    let width = intended.count + 1
    let cell = row * width + column
    let end = row == typed.count && column == intended.count ? Cost.last : 0
    let one = extra(row - 1)
    var least = cells[cell - width] + one + end + (row == 1 ? Cost.first : 0)
    if row > 1, typed.count >= intended.count + 2 {
      let two = one + extra(row - 2) - Cost.second
      least = min(least, cells[cell - 2 * width] + two + end + (row == 2 ? Cost.first : 0))
    }
    return least
  }

  /// The cost if groups of letters that sound alike were typed for each other.
  private func variant(
    _ row: Int, _ column: Int, _ intended: [Unicode.Scalar], _ cells: [Double]
  ) -> Double {
    var least = Double.infinity
    for pair in groups[row] where pair.intended.last == intended[column - 1] {
      let (rows, columns) = (pair.typed.count, pair.intended.count)
      guard columns <= column,
        intended[column - columns..<column].elementsEqual(pair.intended)
      else { continue }
      let cell = (row - rows) * (intended.count + 1) + column - columns
      least = min(least, cells[cell] + Cost.variant)
    }
    return least
  }

  /// The cost of one letter for another.
  private func cost(of typed: Unicode.Scalar, for intended: Unicode.Scalar) -> Double {
    if typed.isDigit || intended.isDigit { return .infinity }
    if variants.areAlike(typed, intended) { return Cost.variant }
    if variants.isVowel(typed), variants.isVowel(intended) { return Cost.vowel }
    return keyboard.contains(typed, intended) ? Cost.neighbour : Cost.other
  }

  private func missing(_ position: Int, of intended: [Unicode.Scalar]) -> Double {
    let letter = intended[position]
    if letter.isDigit { return .infinity }
    if position > 0, intended[position - 1] == letter { return Cost.missingDouble }
    return variants.isVowel(letter) ? Cost.missingVowel : Cost.missingConsonant
  }

  private func extra(_ position: Int) -> Double {
    let letter = typed[position]
    if letter.isDigit { return .infinity }
    if position > 0 {
      if typed[position - 1] == letter { return Cost.extraDouble }
      if keyboard.contains(typed[position - 1], letter) { return Cost.extraNeighbour }
    }
    let next = position + 1
    return next < typed.count && keyboard.contains(typed[next], letter)
      ? Cost.extraNeighbour : Cost.extra
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { "0"..."9" ~= self }
}
