/// The current word: its folded bytes, its range and the data for its other spellings.
struct WordBuffer {
  /// The most folded bytes of a word; longer words are truncated, in documents and queries alike.
  static let capacity = 256

  /// The folded bytes; the bytes after `count` are unused.
  private(set) var storage = InlineArray<256, UInt8>(repeating: 0)
  private(set) var count = 0
  private(set) var start = 0
  private(set) var end = 0
  /// The end offsets of vowels that were umlauts.
  private(set) var umlauts: [Int] = []
  var parts = NameParts()
  /// The offset of the last code point, because a mark after it may compose with it.
  private var lastStart = 0
  private var isFull = false

  /// The range of the word in the text.
  var range: Range<Int> { start..<end }
  var isEmpty: Bool { start == end }

  /// Empties the buffer.
  mutating func clear() {
    if !umlauts.isEmpty { umlauts.removeAll(keepingCapacity: true) }
    if parts.isEnabled { parts.clear() }
    start = 0
    end = 0
    count = 0
    lastStart = 0
    isFull = false
  }

  /// Appends the folded form of an ASCII letter or digit.
  @inline(__always)
  mutating func append(ascii letter: UInt8, _ byte: UInt8, at position: Int) {
    guard extend(over: position..<position + 1, byteCount: 1) else { return }
    if parts.isEnabled {
      parts.add(LetterTable.kind(of: byte), at: lastStart, source: position..<position + 1)
    }
    append(letter)
  }

  /// Appends the folded form of a two-byte letter.
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

  /// Appends a code point that folding does not change.
  mutating func append(_ scalar: Unicode.Scalar, from source: Range<Int>) {
    guard extend(over: source, byteCount: UTF8.width(scalar)) else { return }
    parts.add(.lower, at: lastStart, source: source)
    append(utf8Of: scalar)
  }

  /// Extends the range over a mark, and records an umlaut on a, o or u.
  mutating func append(mark: Unicode.Scalar, from source: Range<Int>) {
    end = max(end, source.upperBound)
    guard mark == "\u{308}", !isFull, count > 0, Self.isUmlautVowel(storage[count - 1]) else {
      return
    }
    if umlauts.last != count { umlauts.append(count) }
  }

  /// Composes the last code point with the next one, if the table has their composition.
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

  /// Extends the range; returns false if the bytes do not fit, and from then on for the rest of the word.
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
