/// A language in a single-byte encoding.
struct LanguageInPage: Sendable {
  private let kinds: [CharacterKind]
  private let pairs: LetterPairs
  /// Whether the language uses Latin letters.
  var isLatin: Bool { pairs.isLatin }
  /// The codes of all bytes in the table of pairs.
  private let codes: [UInt8]

  /// Prepares a language of ``LetterPairs`` for a page; nil for an unknown language.
  init?(_ language: String, in page: SingleBytePage) {
    guard let pairs = LetterPairs.all[language] else { return nil }
    (self.pairs, kinds) = (pairs, page.kinds)
    codes = zip(page.scalars, page.kinds).map { pairs.code(of: $0, $1) }
  }

  /// Computes how unlikely words are in this language and encoding.
  ///
  /// O(bytes). Words without bytes from 0x80 on should be left out: they cost something, too.
  ///
  /// - Parameters:
  ///   - words: the words, with other characters before, between and after them.
  ///   - hasFrames: pass false for names; frames and lines then cost more, because names contain none.
  /// - Returns: the cost in half bits.
  func cost(of words: Span<UInt8>, hasFrames: Bool) -> Int {
    var (sum, plain) = (0, 0)
    for index in 1..<max(1, words.count) {
      let (first, second) = (words[index - 1], words[index])
      let (former, kind) = (kinds[Int(first)], kinds[Int(second)])
      if first < 0x80, second < 0x80 {
        // Words without accents distinguish languages, but not encodings.
        if isLatin, former.isLetter, kind.isLetter {
          plain += pairs.cost(codes[Int(first)], codes[Int(second)])
        }
        continue
      }
      let isDrawing = !hasFrames && kind.isDrawing
      if second >= 0x80 { sum += isDrawing ? 28 : kind.cost }
      if !isDrawing { sum += CharacterKind.cost(former, kind) }
      if first >= 0x80 && former.isLetter || second >= 0x80 && kind.isLetter {
        sum += pairs.cost(codes[Int(first)], codes[Int(second)])
        let isMixed = !isLatin && (first < 0x80) != (second < 0x80)
        if isMixed, former.isLetter, kind.isLetter { sum += 24 }
      }
      if index > 1 { sum += CharacterKind.cost(kinds[Int(words[index - 2])], former, kind) }
    }
    return sum + plain / 2
  }
}
