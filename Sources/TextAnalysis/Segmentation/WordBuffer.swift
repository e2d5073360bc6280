/// The word that is being read: its folded bytes, its range and what must be known to write it
/// another way.
struct WordBuffer {
  /// Longer words are cut to this many folded bytes, in documents and queries alike.
  static let capacity = 256

  /// The folded bytes, and behind `count` what earlier words left.
  private(set) var storage = InlineArray<256, UInt8>(repeating: 0)
  private(set) var count = 0
  private(set) var start = 0
  private(set) var end = 0
  /// Offsets behind vowels that had two dots.
  private(set) var umlauts: [Int] = []
  var parts = NameParts()
  /// Where what was appended last begins: it may become one code point with what follows.
  private var lastStart = 0
  private var isFull = false

  /// The part of the text that the word stands for.
  var range: Range<Int> { start..<end }
  var isEmpty: Bool { start == end }

  /// Forgets the word.
  mutating func clear() {
    if !umlauts.isEmpty { umlauts.removeAll(keepingCapacity: true) }
    if parts.isEnabled { parts.clear() }
    start = 0
    end = 0
    count = 0
    lastStart = 0
    isFull = false
  }

  /// Appends a folded ASCII letter or digit, one byte of the text.
  @inline(__always)
  mutating func append(ascii letter: UInt8, _ byte: UInt8, at position: Int) {
    guard extend(over: position..<position + 1, byteCount: 1) else { return }
    if parts.isEnabled {
      parts.add(LetterTable.kind(of: byte), at: lastStart, source: position..<position + 1)
    }
    append(letter)
  }

  /// Appends what a code point of two bytes is folded to.
  @inline(__always)
  mutating func append(_ letter: TwoByteLetter, at position: Int) {
    guard extend(over: position..<position + 2, byteCount: letter.count) else { return }
    if parts.isEnabled {
      parts.add(letter.kind, at: lastStart, source: position..<position + 2)
    }
    append(letter.first)
    if letter.count > 1 { append(letter.second) }
    if letter.isUmlaut { umlauts.append(count) }
  }

  /// Appends folded bytes.
  mutating func append(_ folded: ArraySlice<UInt8>, kind: Folding.Kind, from source: Range<Int>) {
    guard extend(over: source, byteCount: folded.count) else { return }
    if parts.isEnabled {
      let isDigit = folded.allSatisfy { (0x30...0x39).contains($0) }
      parts.add(kind.isUpper ? .upper : isDigit ? .digit : .lower, at: lastStart, source: source)
    }
    for byte in folded { append(byte) }
    if kind.isUmlaut { umlauts.append(count) }
  }

  /// Appends a code point that stays as it is.
  mutating func append(_ scalar: Unicode.Scalar, from source: Range<Int>) {
    guard extend(over: source, byteCount: UTF8.width(scalar)) else { return }
    parts.add(.lower, at: lastStart, source: source)
    append(utf8Of: scalar)
  }

  /// Lets a mark belong to the word; two dots on a, o or u are remembered.
  mutating func append(mark: Unicode.Scalar, from source: Range<Int>) {
    end = max(end, source.upperBound)
    guard mark == "\u{308}", !isFull, count > 0, Self.isUmlautVowel(storage[count - 1]) else {
      return
    }
    if umlauts.last != count { umlauts.append(count) }
  }

  /// Makes one code point of the last one and the next, if the table has it.
  mutating func compose(with mark: Unicode.Scalar, table: FoldTable, from source: Range<Int>)
    -> Bool
  {
    guard !isFull, lastStart < count, storage[lastStart] >= 0x80 else { return false }
    let (scalar, length) = storage.span.scalar(at: lastStart)
    guard let scalar, lastStart + length == count,
      let composed = table.composition(of: scalar, mark)
    else { return false }
    count = lastStart
    append(utf8Of: composed)
    end = max(end, source.upperBound)
    return true
  }

  private static func isUmlautVowel(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "a") || byte == UInt8(ascii: "o") || byte == UInt8(ascii: "u")
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  private mutating func append(utf8Of scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? .init() { append(byte) }
  }

  /// Makes room for bytes; says no where the word is full, and from then on.
  @inline(__always)
  private mutating func extend(over source: Range<Int>, byteCount: Int) -> Bool {
    if isEmpty { start = source.lowerBound }
    end = max(end, source.upperBound)
    if isFull || count + byteCount > Self.capacity {
      isFull = true
      return false
    }
    lastStart = count
    return true
  }
}
