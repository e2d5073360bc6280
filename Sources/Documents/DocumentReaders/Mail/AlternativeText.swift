/// Finds lines that occur in only one form of a text, such as an order number only in a mail's HTML.
///
/// A line counts as new if it has a word that the other forms lack; a second copy of other lines is not worth
/// indexing. A word is a run of ASCII letters, digits, and letters of other alphabets; case is ignored. Each
/// character of scripts without blanks is a word.
struct AlternativeText {
  /// No more words are remembered; lines with further words then count as new.
  private static let wordLimit = 100_000
  private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Hashes of the words in the forms so far.
  private var words: Set<UInt64> = []

  /// Remembers the words of a form, or of a piece of a form that ends with a line.
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

  /// Returns the lines with a word that no form of the text that was added before contains.
  ///
  /// O(bytes).
  ///
  /// - Parameter text: valid UTF-8.
  /// - Returns: the lines, each with its line end.
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

  /// Calls `body` with the hash of each word, until `body` returns false.
  private static func forEachWord(
    of text: Span<UInt8>, _ range: Range<Int>, _ body: (UInt64) -> Bool
  ) {
    var (word, index) = (seed, range.lowerBound)
    while index < range.upperBound {
      let byte = text[index]
      // The number of leading one bits of the first byte is the size of the character; 0 means one byte.
      let end = min(index + max(1, (~byte).leadingZeroBitCount), range.upperBound)
      switch byte {
      case _ where byte.isNamePart:
        // FNV-1a, with capital ASCII letters as small letters.
        word = hash(word, byte.lowercased)
      case 0xc3...0xdf, 0xe0, 0xe1:
        while index < end {
          word = hash(word, text[index])
          index += 1
        }
      default:
        if word != seed, !body(word) { return }
        word = seed
        // From U+3040 on, most scripts write no blanks between words.
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
