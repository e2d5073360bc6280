/// A word that people also write without its hyphens: `Wi-Fi`, `e-mail`, `RS-485`, `3-16-148410-X`.
package struct HyphenatedWord {
  private static let hyphen = UInt8(ascii: "-")
  /// Longer chains are identifiers of programs, or sentences.
  private static let mostWords = 3
  private static let longest = 40
  /// Shorter words are formulas and abbreviations, such as `a-b`.
  private static let shortest = 4
  /// The digits of the number of a book (ISBN); the last one may be an X.
  private static let bookDigits = 10

  /// The offsets at which the words begin.
  private var starts: [Int] = []
  private let end: Int

  /// Finds the chain of words around a word; nil if it is not such a chain, or if the word is its first one.
  ///
  /// - Parameters:
  ///   - word: the range of a word; only one of ASCII letters and digits is a part of such a chain.
  ///   - text: the text.
  @inline(never)
  package init?(around word: Range<Int>, in text: Span<UInt8>) {
    guard word.allSatisfy({ Self.isWord(text[$0]) }) else { return nil }
    var start = word.lowerBound
    starts = [start]
    while start >= 2, text[start - 1] == Self.hyphen, Self.isWord(text[start - 2]) {
      start -= 2
      while start > 0, Self.isWord(text[start - 1]), word.upperBound - start <= Self.longest {
        start -= 1
      }
      starts.insert(start, at: 0)
      if word.upperBound - start > Self.longest { return nil }
    }
    var end = word.upperBound
    var following = 0
    while end + 1 < text.count, text[end] == Self.hyphen, Self.isWord(text[end + 1]) {
      end += 1
      following += 1
      while end < text.count, Self.isWord(text[end]), end - start <= Self.longest { end += 1 }
      if end - start > Self.longest { return nil }
    }
    self.end = word.upperBound
    let isTouched = start > 0 && text[start - 1] >= 0x80 || end < text.count && text[end] >= 0x80
    guard starts.count > 1, !isTouched else { return nil }
    if starts.count + following > Self.mostWords {
      guard following == 0, Self.isBookNumber(text, start..<end, hyphens: starts.count - 1) else {
        return nil
      }
      starts.removeSubrange(1..<(starts.count - 1))
    }
  }

  /// Calls `body` with the word and the words before it without hyphens, in small letters: first the last two.
  ///
  /// Very short words are left out, and digits alone: the ways to write numbers are found otherwise.
  package func forEachJoined<Failure: Error>(
    in text: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    for start in starts.dropLast().reversed() {
      var joined: [UInt8] = []
      var hasLetter = false
      for index in start..<end where text[index] != Self.hyphen {
        let isLetter = text[index] >= 0x41
        hasLetter = hasLetter || isLetter
        joined.append(isLetter ? text[index] | 0x20 : text[index])
      }
      if hasLetter, joined.count >= Self.shortest { try body(joined.span) }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7a ~= byte | 0x20
  }

  /// Whether a chain is the number of a book that ends with an X.
  private static func isBookNumber(_ text: Span<UInt8>, _ range: Range<Int>, hyphens: Int) -> Bool {
    range.count - hyphens == bookDigits && text[range.upperBound - 1] | 0x20 == UInt8(ascii: "x")
      && range.dropLast().allSatisfy { text[$0] < 0x41 }
  }
}

extension SittaAnalyzer {
  /// Emits a word without the hyphens before it, colocated with the word.
  @inline(never)
  mutating func emitJoined<Failure: Error>(
    ofASCII text: Span<UInt8>, _ range: Range<Int>,
    _ emit: (Span<UInt8>, Range<Int>, TokenFlags) throws(Failure) -> Void
  ) throws(Failure) {
    guard let chain = HyphenatedWord(around: range, in: text) else { return }
    try chain.forEachJoined(in: text) { (joined) throws(Failure) in
      try emit(joined, range, .colocated)
    }
  }
}
