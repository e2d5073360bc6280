/// A set of pairs of small letters without accents: Latin, Greek and Cyrillic ones.
struct LetterPairs: Sendable {
  /// The number of letters that have a number.
  static let letterCount = 99

  /// For each first letter a bit for each second one.
  private var rows = [UInt128](repeating: 0, count: Self.letterCount)

  /// Adds a pair and the same pair in reverse; a pair with another letter is left out.
  mutating func insert(_ left: Unicode.Scalar, _ right: Unicode.Scalar) {
    guard let left = Self.number(of: left), let right = Self.number(of: right) else { return }
    rows[left] |= 1 << UInt128(right)
    rows[right] |= 1 << UInt128(left)
  }

  /// Whether a pair is in the set.
  func contains(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    guard let left = Self.number(of: left), let right = Self.number(of: right) else { return false }
    return rows[left] >> UInt128(right) & 1 == 1
  }

  /// The number of a letter below ``letterCount``; nil for a letter of another script.
  static func number(of letter: Unicode.Scalar) -> Int? {
    switch letter.value {
    case 0x61...0x7a: Int(letter.value) - 0x61
    case 0x3b1...0x3c9: Int(letter.value) - 0x3b1 + 26
    case 0x430...0x45f: Int(letter.value) - 0x430 + 51
    default: nil
    }
  }
}

extension RandomAccessCollection<Unicode.Scalar> {
  /// Whether the last letters are some letters.
  func ends(with letters: some RandomAccessCollection<Unicode.Scalar>) -> Bool {
    suffix(letters.count).elementsEqual(letters)
  }
}
