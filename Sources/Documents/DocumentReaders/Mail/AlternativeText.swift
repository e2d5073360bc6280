/// Finds lines that only one form of a text has: an order number that only the HTML of a mail has.
///
/// A line counts as new if it has a word that no other form has; the other lines are not worth a second
/// copy in the index. A word is a run of ASCII letters and digits and of letters of other alphabets, in any
/// case; each character of scripts without blanks is one.
struct AlternativeText {
  /// Words beyond this are forgotten, so that more lines count as new.
  private static let wordLimit = 100_000
  private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Hashes of the words of other forms.
  private var words: Set<UInt64> = []

  /// Remembers the words of a form, or of a piece of it that ends with a line.
  ///
  /// O(bytes).
  ///
  /// - Parameter text: valid UTF-8.
  mutating func add(_ text: Span<UInt8>) {
    Self.forEachWord(of: text, 0..<text.count) { word in
      words.insert(word)
      return words.count < Self.wordLimit
    }
  }

  /// The lines of a form that have a word which the forms before lack.
  ///
  /// O(bytes).
  ///
  /// - Parameter text: valid UTF-8.
  /// - Returns: the lines, each with the end that it has.
  func newLines(of text: Span<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    var start = 0
    while start < text.count {
      let line = MailLines.end(of: start, before: text.count, in: text)
      var isNew = false
      Self.forEachWord(of: text, start..<line.content) { word in
        isNew = !words.contains(word)
        return !isNew
      }
      if isNew { lines.append(text.extracting(start..<line.next)) }
      start = line.next
    }
    return lines
  }

  /// Calls `body` with a hash of each word, until it returns false.
  private static func forEachWord(
    of text: Span<UInt8>, _ range: Range<Int>, _ body: (UInt64) -> Bool
  ) {
    var (word, index) = (seed, range.lowerBound)
    while index < range.upperBound {
      let byte = text[index]
      // The first bits of a character are as many ones as it has bytes, or a zero.
      let end = min(index + max(1, (~byte).leadingZeroBitCount), range.upperBound)
      switch byte {
      case _ where byte.isNamePart:
        // FNV-1a, with capital letters as small ones.
        word = hash(word, byte.lowercased)
      case 0xc3...0xdf, 0xe0, 0xe1:
        while index < end {
          word = hash(word, text[index])
          index += 1
        }
      default:
        if word != seed, !body(word) { return }
        word = seed
        // From U+3040 on, all scripts but a few have no blanks.
        if byte >= 0xe4 || byte == 0xe3 && index + 1 < end && text[index + 1] >= 0x81 {
          for offset in index..<end { word = hash(word, text[offset]) }
          if !body(word) { return }
          word = seed
        }
      }
      index = end
    }
    if word != seed { _ = body(word) }
  }

  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
