/// The word that is being read: its folded bytes, its range and what must be known to write it
/// another way.
struct WordBuffer {
  /// Longer words are cut to this many folded bytes, in documents and queries alike.
  static let capacity = 256

  private(set) var bytes: [UInt8] = []
  private(set) var range = 0..<0
  /// Offsets behind vowels that had two dots.
  private(set) var umlauts: [Int] = []
  var parts = NameParts()
  /// Where what was appended last begins: it may become one code point with what follows.
  private var lastStart = 0
  private var isFull = false

  init() {
    bytes.reserveCapacity(Self.capacity)
  }

  var isEmpty: Bool { range.isEmpty }

  /// Forgets the word.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    umlauts.removeAll(keepingCapacity: true)
    parts.clear()
    range = 0..<0
    lastStart = 0
    isFull = false
  }

  /// Appends a folded byte.
  mutating func append(ascii byte: UInt8, kind: NameParts.Kind, from source: Range<Int>) {
    guard extend(over: source, byteCount: 1) else { return }
    parts.add(kind, at: bytes.count, source: source)
    bytes.append(byte)
  }

  /// Appends folded bytes.
  mutating func append(_ folded: ArraySlice<UInt8>, kind: Folding.Kind, from source: Range<Int>) {
    guard extend(over: source, byteCount: folded.count) else { return }
    if parts.isEnabled {
      let isDigit = folded.allSatisfy { (0x30...0x39).contains($0) }
      parts.add(kind.isUpper ? .upper : isDigit ? .digit : .lower, at: lastStart, source: source)
    }
    bytes += folded
    if kind.isUmlaut { umlauts.append(bytes.count) }
  }

  /// Appends a code point that stays as it is.
  mutating func append(_ scalar: Unicode.Scalar, from source: Range<Int>) {
    guard extend(over: source, byteCount: UTF8.width(scalar)) else { return }
    parts.add(.lower, at: lastStart, source: source)
    bytes.append(utf8Of: scalar)
  }

  /// Lets a mark belong to the word; two dots on a, o or u are remembered.
  mutating func append(mark: Unicode.Scalar, from source: Range<Int>) {
    range = range.lowerBound..<max(range.upperBound, source.upperBound)
    guard mark == "\u{308}", !isFull, let last = bytes.last else { return }
    guard [UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "u")].contains(last) else { return }
    if umlauts.last != bytes.count { umlauts.append(bytes.count) }
  }

  /// Makes one code point of the last one and the next, if the table has it.
  mutating func compose(with mark: Unicode.Scalar, table: FoldTable, from source: Range<Int>)
    -> Bool
  {
    guard !isFull, lastStart < bytes.count, bytes[lastStart] >= 0x80 else { return false }
    let (scalar, length) = bytes.span.scalar(at: lastStart)
    guard let scalar, lastStart + length == bytes.count,
      let composed = table.composition(of: scalar, mark)
    else { return false }
    bytes.removeSubrange(lastStart...)
    bytes.append(utf8Of: composed)
    range = range.lowerBound..<max(range.upperBound, source.upperBound)
    return true
  }

  /// Writes the word with an e behind each vowel that had two dots, as Germans do.
  func writeGermanSpelling(to spelling: inout [UInt8]) {
    spelling.removeAll(keepingCapacity: true)
    var start = 0
    for end in umlauts {
      spelling += bytes[start..<end]
      spelling.append(UInt8(ascii: "e"))
      start = end
    }
    spelling += bytes[start...]
  }

  /// Makes room for bytes; says no where the word is full, and from then on.
  private mutating func extend(over source: Range<Int>, byteCount: Int) -> Bool {
    range = range.isEmpty ? source : range.lowerBound..<max(range.upperBound, source.upperBound)
    if isFull || bytes.count + byteCount > Self.capacity {
      isFull = true
      return false
    }
    lastStart = bytes.count
    return true
  }
}
