/// A word that people also write without its hyphens: `Wi-Fi`, `e-mail`, `RS-485`, `3-16-148410-X`.
///
/// Or without the point after its letter: `H.264`. A hyphen may also end a line in the middle of a word.
package struct HyphenatedWord {
  private static let hyphen = UInt8(ascii: "-")
  /// Longer chains are identifiers of programs, or sentences.
  private static let mostWords = 3
  private static let longest = 40
  /// Shorter words are formulas and abbreviations, such as `a-b`, unless they have a digit, such as `MP-3`.
  private static let shortest = 4
  /// The most blanks before a line that begins with the rest of a word.
  private static let deepest = 16
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
    if let letter = Self.letterWithPoint(before: word, text) {
      (starts, end) = ([letter, word.lowerBound], word.upperBound)
      return
    }
    var start = word.lowerBound
    starts = [start]
    while let length = Self.hyphen(before: start, text), start > length,
      Self.isWord(text[start - length - 1])
    {
      start -= length + 1
      while start > 0, Self.isWord(text[start - 1]), word.upperBound - start <= Self.longest {
        start -= 1
      }
      starts.insert(start, at: 0)
      if word.upperBound - start > Self.longest { return nil }
    }
    var end = word.upperBound
    var following = 0
    while let length = Self.hyphen(at: end, text), end + length < text.count,
      Self.isWord(text[end + length])
    {
      end += length
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
      var (hasLetter, hasDigit) = (false, false)
      for index in start..<end where Self.isWord(text[index]) {
        let isLetter = text[index] >= 0x41
        hasLetter = hasLetter || isLetter
        hasDigit = hasDigit || !isLetter
        joined.append(isLetter ? text[index] | 0x20 : text[index])
      }
      if hasLetter, hasDigit || joined.count >= Self.shortest { try body(joined.span) }
    }
  }

  /// Whether a byte is a letter or digit of ASCII.
  package static func isWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x61...0x7a ~= byte | 0x20
  }

  /// Whether a word that begins at an offset may be the last of a chain; quick.
  @inline(__always)
  static func mayEnd(at start: Int, in text: Span<UInt8>) -> Bool {
    guard start > 1 else { return false }
    switch text[start - 1] {
    case hyphen: return true
    case UInt8(ascii: "."): return text[start] < 0x3a
    // The end of U+2010 and U+2011.
    case 0x90, 0x91: return text[start - 2] == 0x80
    case 0x0a, 0x20:
      return text[start] >= 0x61 && (text[start - 1] == 0x0a || text[start - 2] <= 0x20)
        && hyphen(before: start, text) != nil
    default: return false
    }
  }

  /// Returns the length of the hyphen that ends at an offset, with the end of a line and the blanks after it.
  private static func hyphen(before end: Int, _ text: Span<UInt8>) -> Int? {
    var start = end
    // A word that goes on in the next line does so with a small letter.
    if end < text.count, 0x61...0x7a ~= text[end] {
      while start > 0, text[start - 1] == 0x20, end - start <= deepest { start -= 1 }
      if start > 0, text[start - 1] == 0x0a {
        start -= 1
        if start > 0, text[start - 1] == 0x0d { start -= 1 }
        if start < 3 || text[start - 2] < 0x41 || text[start - 3] < 0x41 { return nil }
      } else {
        start = end
      }
    }
    if start >= 1, text[start - 1] == hyphen { return end - start + 1 }
    guard start >= 3, text[start - 3] == 0xe2, text[start - 2] == 0x80, text[start - 1] | 1 == 0x91
    else { return nil }
    return end - start + 3
  }

  /// Returns the length of the hyphen at an offset: `-`, U+2010 or U+2011.
  private static func hyphen(at start: Int, _ text: Span<UInt8>) -> Int? {
    guard start < text.count else { return nil }
    if text[start] == hyphen { return 1 }
    guard start + 2 < text.count, text[start] == 0xe2, text[start + 1] == 0x80,
      text[start + 2] | 1 == 0x91
    else { return nil }
    return 3
  }

  /// Returns the offset of a single letter that a point separates from a number: `H.264`.
  private static func letterWithPoint(before word: Range<Int>, _ text: Span<UInt8>) -> Int? {
    let start = word.lowerBound - 2
    guard start >= 0, text[start + 1] == UInt8(ascii: "."), text[start] >= 0x41,
      isWord(text[start]), 2...5 ~= word.count, word.allSatisfy({ text[$0] < 0x3a })
    else { return nil }
    if start == 0 { return start }
    let before = text[start - 1]
    let isInside =
      before >= 0x80 || isWord(before) || before == UInt8(ascii: ".") || before == hyphen
    return isInside ? nil : start
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
