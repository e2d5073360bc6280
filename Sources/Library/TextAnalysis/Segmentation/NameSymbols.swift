/// The ASCII symbols that change the meaning of a word: `C++`, `C#`, `.NET`.
///
/// One or two `+`, or one `#`, belong to the word before them, unless a word or another symbol of code
/// follows, as in `a+b`, `a+=b` and `#define`. A dot belongs only to `net`, because many other words of code
/// have a dot before them.
struct NameSymbols {
  /// The longest word that can have symbols, in bytes.
  private static let longestName = 32

  /// The range of the name in the text, without the dot, because ranges must not begin before earlier ones.
  let range: Range<Int>
  private let hasDot: Bool
  private let suffix: UInt8
  private let suffixCount: Int

  /// Whether the word has no such symbols.
  var isEmpty: Bool { !hasDot && suffixCount == 0 }

  /// Whether a word may have symbols, judged only by the bytes beside it.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - text: the text.
  ///   - next: the byte after the word.
  /// - Returns: whether the symbols have to be examined; false for nearly all words.
  @inline(__always)
  static func mayBe(around word: Range<Int>, in text: Span<UInt8>, before next: UInt8) -> Bool {
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "#") { return true }
    let start = word.lowerBound
    return word.count == 3 && start > 0 && text[start - 1] == UInt8(ascii: ".")
  }

  /// Examines the bytes before and after a word.
  @inline(__always)
  init(around word: Range<Int>, in text: Span<UInt8>) {
    var count = 0
    suffix = word.upperBound < text.count ? text[word.upperBound] : 0
    if suffix == UInt8(ascii: "+") || suffix == UInt8(ascii: "#"), word.count <= Self.longestName {
      count = Self.suffixCount(suffix, after: word.upperBound, in: text)
    }
    suffixCount = count
    hasDot = word.count == 3 && Self.hasDot(before: word, in: text)
    range = word.lowerBound..<word.upperBound + count
  }

  private static func suffixCount(_ symbol: UInt8, after end: Int, in text: Span<UInt8>) -> Int {
    let most = symbol == UInt8(ascii: "+") ? 2 : 1
    var count = 0
    while end + count < text.count, text[end + count] == symbol { count += 1 }
    guard count <= most, end + count < text.count else { return count > most ? 0 : count }
    let next = text[end + count]
    // C++20 is a version of C++.
    let isVersion = count == 2 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
    return isPartOfCode(next) && !isVersion ? 0 : count
  }

  /// Whether a byte after the symbols makes them an operator: a letter, a digit, `+`, `#`, `=`.
  private static func isPartOfCode(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "#"),
      UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private static func hasDot(before word: Range<Int>, in text: Span<UInt8>) -> Bool {
    let start = word.lowerBound
    guard text[start] | 0x20 == UInt8(ascii: "n"), text[start + 1] | 0x20 == UInt8(ascii: "e"),
      text[start + 2] | 0x20 == UInt8(ascii: "t"), start > 0, text[start - 1] == UInt8(ascii: ".")
    else { return false }
    return start == 1 || !isPartOfCode(text[start - 2]) && text[start - 2] != UInt8(ascii: ".")
  }

  /// Writes the name: the folded word with its symbols.
  func write(_ folded: Span<UInt8>, to name: inout [UInt8]) {
    name.removeAll(keepingCapacity: true)
    if hasDot { name.append(UInt8(ascii: ".")) }
    name.append(folded)
    name.append(contentsOf: repeatElement(suffix, count: suffixCount))
  }
}
