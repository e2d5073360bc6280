/// The words of a text as a ``VectorTable`` has them: letters from a to z, without marks, and apostrophes inside.
struct TextWords {
  /// The words in their order.
  private(set) var words: [[UInt8]] = []
  private var word: [UInt8] = []
  private var hasApostrophe = false
  /// Whether an apostrophe was the last character: it belongs to the word if a letter follows.
  private var endsInApostrophe = false

  /// Longer words are ciphers; their pieces would take quadratic time.
  private static let mostLetters = 40

  /// Finds the first words of a text; O(text up to the last of them).
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - limit: the number of words after which the rest is not looked at.
  init(_ text: some StringProtocol, upTo limit: Int) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x61...0x7a: add(UInt8(scalar.value))
      case 0x41...0x5a: add(UInt8(scalar.value + 0x20))
      // The typewriter's apostrophe and the printer's.
      case 0x27, 0x2019:
        if word.isEmpty || hasApostrophe || endsInApostrophe {
          end()
        } else {
          endsInApostrophe = true
        }
      // Marks of the letter before them.
      case 0x300...0x36f: break
      case 0xc0...0x24f, 0x1e00...0x1eff:
        if let letter = Self.letter(scalar) { add(letter) } else { end() }
      default: end()
      }
      if words.count == limit { return }
    }
    end()
  }

  private mutating func add(_ letter: UInt8) {
    if endsInApostrophe {
      word.append(UInt8(ascii: "'"))
      (endsInApostrophe, hasApostrophe) = (false, true)
    }
    word.append(letter)
  }

  private mutating func end() {
    if !word.isEmpty, word.count <= Self.mostLetters { words.append(word) }
    word.removeAll(keepingCapacity: true)
    (endsInApostrophe, hasApostrophe) = (false, false)
  }

  /// The letter from a to z of a Latin letter with marks; nil for others.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    // For example LATIN CAPITAL LETTER E WITH ACUTE.
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count > 4, words[2] == "LETTER", words[4] == "WITH", words[3].utf8.count == 1
    else { return nil }
    return words[3].utf8.first.map { $0 | 0x20 }
  }
}
