import Hashing

/// How much of a text has no more different words than memory has room for.
///
/// FTS5 gathers a whole document before it writes any of it, at up to 200 bytes for each different
/// word: 64 MiB of hexadecimal numbers would take more than a gigabyte. Words are distinguished
/// roughly. They are runs of letters and digits with the parts of names in them
/// (`QuarterlyReport2`), and up to four of these together. In scripts without blanks (Han, kana,
/// hangul and all scripts after them in Unicode) they are pairs of characters.
struct VocabularyLimit {
  /// How many different words a text may have; the largest dictionaries have fewer.
  static let words = 300_000
  /// A power of two, so large that few words share a slot.
  private static let slotBits = 22

  /// Where a word is to be taken apart.
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
  /// Whether the current name has a capital at the beginning of a part.
  private var hasCapital = false
  /// The parts of the current name that chains can begin with.
  private var parts: [UInt64] = []
  private var lastKind = Kind.lower

  /// The number of bytes of UTF-8 after which the text is to end, between characters; O(bytes).
  static func length(of text: [UInt8], limit: Int = words) -> Int {
    // There are hardly more words than bytes.
    if text.count <= limit { return text.count }
    var vocabulary = VocabularyLimit(limit: limit)
    return vocabulary.scan(text.span)
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
        // With capital letters as small ones.
        let folded = Self.kind(of: byte) == .upper ? byte | 0x20 : byte
        word.add(folded)
        part.add(folded)
        continue
      }
      if !takeWord() { return start }
      if isInCharacter {
        // A character of its own: with the one before it, it makes a word.
        let character = Self.character(at: index, in: text)
        if !take(previous &* 31 &+ character) { return index }
        previous = character
      } else {
        previous = 0
      }
    }
    return takeWord() ? text.count : start
  }

  /// Counts the part of a name that ends where a byte of another kind follows.
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
      // Without capitals, names with numbers in them hardly have several parts.
      if !hasCapital, kind == .digit || lastKind == .digit {
        parts.removeAll(keepingCapacity: true)
        return take(part.value)
      }
      return takePart()
    }
  }

  /// Counts a part of a name, and the chains that it ends; names of many parts have no chains.
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

  /// Counts the word that has ended, if there is one, and its last part.
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
  /// - Returns: false if it is one word too many.
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
