/// The named character references of the HTML standard.
///
/// Source: <https://html.spec.whatwg.org/multipage/named-characters.html>
struct HTMLNamedReferences: Sendable {
  /// One or two characters that a name stands for; `second` is zero if there is only one.
  struct Value: Equatable, Sendable {
    var first: UInt32
    var second: UInt32
  }

  private struct Entry {
    var start: UInt16
    var length: UInt8
    /// Whether the semicolon is optional.
    var isLegacy: Bool
    var value: Value
  }

  static let shared = Self()
  /// The length of the longest name, `CounterClockwiseContourIntegral`, without its semicolon.
  static let longestName = 31
  /// The length of the longest name whose semicolon is optional.
  private static let longestLegacyName = 6

  private let bytes: [UInt8]
  private let entries: [Entry]

  private init() {
    bytes = Array(Self.table.utf8)
    var entries: [Entry] = []
    entries.reserveCapacity(2_125)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x20) ?? bytes.count
      if let entry = Self.entry(bytes[start..<end]) { entries.append(entry) }
      start = end + 1
    }
    self.entries = entries
  }

  /// The number of names.
  var count: Int { entries.count }

  /// Parses a word of the table, such as `nvap=224d+20d2`.
  private static func entry(_ word: ArraySlice<UInt8>) -> Entry? {
    let marks: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: "=")]
    guard let mark = word.firstIndex(where: marks.contains) else { return nil }
    let numbers = word[(mark + 1)...].split(separator: UInt8(ascii: "+")).map { number in
      number.reduce(UInt32(0)) { $0 << 4 | UInt32($1 < 0x3a ? $1 & 0xf : ($1 & 0xf) + 9) }
    }
    return Entry(
      start: UInt16(truncatingIfNeeded: word.startIndex),
      length: UInt8(truncatingIfNeeded: mark - word.startIndex),
      isLegacy: word[mark] == UInt8(ascii: ":"),
      value: Value(first: numbers.first ?? 0, second: numbers.count > 1 ? numbers[1] : 0))
  }

  /// Finds the longest reference name that a run of letters and digits begins with.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - run: the letters and digits after the ampersand, at least one.
  /// - Returns: the value, and the end of the name, after the semicolon if there is one; nil if no name fits.
  func longestMatch(_ text: Span<UInt8>, _ run: Range<Int>) -> (value: Value, end: Int)? {
    if run.upperBound < text.count, text[run.upperBound] == UInt8(ascii: ";"),
      let entry = find(text, run)
    {
      return (entry.value, run.upperBound + 1)
    }
    var length = min(run.count, Self.longestLegacyName)
    while length >= 2 {
      let end = run.lowerBound + length
      if let entry = find(text, run.lowerBound..<end), entry.isLegacy { return (entry.value, end) }
      length -= 1
    }
    return nil
  }

  private func find(_ text: Span<UInt8>, _ name: Range<Int>) -> Entry? {
    if name.count > Self.longestName { return nil }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) >> 1
      let entry = entries[middle]
      let order = compare(entry, text, name)
      if order == 0 { return entry }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Compares the name of an entry with a name in the text, byte by byte.
  ///
  /// - Returns: a negative number if the entry sorts before the name in the text, zero if they are equal.
  private func compare(_ entry: Entry, _ text: Span<UInt8>, _ name: Range<Int>) -> Int {
    let start = Int(entry.start)
    for offset in 0..<min(Int(entry.length), name.count) {
      let (left, right) = (bytes[start + offset], text[name.lowerBound + offset])
      if left != right { return Int(left) - Int(right) }
    }
    return Int(entry.length) - name.count
  }
}
