import Hashing

/// Finds where to cut a text, so that it has no more different words than memory has room for.
///
/// FTS5 gathers a whole document in memory before it writes any of it, with up to 200 bytes per
/// different word: 64 MiB of hexadecimal numbers would take more than a gigabyte. Words are counted
/// roughly. A word is a run of letters and digits, a part of a name (`QuarterlyReport2` has three),
/// or a chain of up to four such parts. In scripts without blanks (all characters from U+3000 on:
/// kana, Han, hangul), each pair of characters is a word.
struct VocabularyLimit {
  /// The most different words of a text; the largest dictionaries have fewer.
  static let words = 300_000
  /// There are 2 to the power of this many slots, so that few words share a slot.
  private static let slotBits = 22

  /// The kind of a byte; names are split where it changes.
  private enum Kind {
    case digit, lower, upper
  }

  /// See `SittaAnalyzer.Options.splitsNames`.
  private static let mostChained = 8

  private static var seed: UInt64 { FNV1a().value }
  private let limit: Int
  private var slots = [UInt64](repeating: 0, count: 1 << (slotBits - 6))
  private var count = 0
  private var word = FNV1a()
  private var part = FNV1a()
  private var hasParts = false
  /// Whether the current name has a part that begins with a capital, or ends before or after one.
  private var hasCapital = false
  /// The parts of the current name so far, for chains.
  private var parts: [UInt64] = []
  private var lastKind = Kind.lower

  /// The length in bytes at which to cut a UTF-8 text, at a word or character boundary; O(bytes).
  static func length(of text: [UInt8], limit: Int = words) -> Int {
    // A text has at most about one word per byte.
    if text.count <= limit { return text.count }
    var vocabulary = VocabularyLimit(limit: limit)
    return vocabulary.scan(text.span)
  }

  /// Finds the first and the last lines of a UTF-8 text that have together no more different words than the limit.
  ///
  /// O(bytes).
  ///
  /// - Returns: the length of the first lines, and the offset of the last ones, which may be the end of the text.
  static func ends(of text: [UInt8], limit: Int = words) -> (first: Int, last: Int) {
    let length = length(of: text, limit: limit / 2)
    let first = text[..<length].lastIndex(of: 0x0a).map { $0 + 1 } ?? length
    var last = first
    while last < text.count {
      let end = Array(text[last...])
      if Self.length(of: end, limit: limit - limit / 2) == end.count { break }
      let middle = last + end.count / 2
      last = text[middle...].firstIndex(of: 0x0a).map { $0 + 1 } ?? text.count
    }
    return (first, last)
  }

  private mutating func scan(_ text: Span<UInt8>) -> Int {
    var start = 0
    var previous: UInt64 = 0
    var isInCharacter = false
    for index in 0..<text.count {
      let byte = text[index]
      if isInCharacter, byte & 0xc0 == 0x80 { continue }
      isInCharacter = byte >= 0xe3
      if !isInCharacter, Self.isInWord(byte) {
        if word.value == Self.seed { start = index }
        if !takePart(before: byte) { return start }
        // Upper and lower case are equal.
        let folded = Self.kind(of: byte) == .upper ? byte | 0x20 : byte
        word.add(folded)
        part.add(folded)
        continue
      }
      if !takeWord() { return start }
      if isInCharacter {
        // Such a character forms a word with the one before it.
        let character = Self.character(at: index, in: text)
        if !take(previous &* 31 &+ character) { return index }
        previous = character
      } else {
        previous = 0
      }
    }
    return takeWord() ? text.count : start
  }

  /// Counts the part of a name that ends before `byte`, if the kind of byte changes there.
  private mutating func takePart(before byte: UInt8) -> Bool {
    let kind = Self.kind(of: byte)
    defer { lastKind = kind }
    guard part.value != Self.seed else { return true }
    switch (lastKind, kind) {
    case (.upper, .lower), (.lower, .lower), (.upper, .upper), (.digit, .digit): return true
    default:
      defer { part = FNV1a() }
      hasParts = true
      hasCapital = hasCapital || kind == .upper || lastKind == .upper
      // In names without capitals, parts at digits form no chains.
      if !hasCapital, kind == .digit || lastKind == .digit {
        parts.removeAll(keepingCapacity: true)
        return take(part.value)
      }
      return takePart()
    }
  }

  /// Counts a part of a name, and the chains that end with it; names of many parts have no more chains.
  private mutating func takePart() -> Bool {
    if !take(part.value) { return false }
    if parts.count >= Self.mostChained { return true }
    parts.append(part.value)
    var chain = part.value
    for before in parts.dropLast().suffix(3).reversed() {
      chain = chain &* 31 &+ before
      if !take(chain) { return false }
    }
    return true
  }

  /// Counts the word that has ended, if any, and its last part.
  private mutating func takeWord() -> Bool {
    guard word.value != Self.seed else { return true }
    defer {
      (word, part) = (FNV1a(), FNV1a())
      (hasParts, hasCapital) = (false, false)
      parts.removeAll(keepingCapacity: true)
    }
    return take(word.value) && (!hasParts || (parts.isEmpty ? take(part.value) : takePart()))
  }

  /// Counts a word.
  ///
  /// - Returns: false if the word exceeds the limit.
  private mutating func take(_ hash: UInt64) -> Bool {
    // Fibonacci hashing: the high bits depend on all of the low ones.
    let slot = Int(truncatingIfNeeded: (hash &* 0x9e37_79b9_7f4a_7c15) >> (64 - Self.slotBits))
    let bit: UInt64 = 1 << UInt64(slot & 63)
    if slots[slot >> 6] & bit != 0 { return true }
    slots[slot >> 6] |= bit
    count += 1
    return count <= limit
  }

  private static func character(at index: Int, in text: Span<UInt8>) -> UInt64 {
    (index..<min(index + 3, text.count)).reduce(0) { $0 << 8 | UInt64(text[$1]) }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...: true
    default: false
    }
  }

  private static func kind(of byte: UInt8) -> Kind {
    switch byte {
    case 0x30...0x39: .digit
    case 0x41...0x5a: .upper
    default: .lower
    }
  }
}
