/// The current run of Han, kana and hangul characters.
struct IdeographRun {
  /// The most characters of a run; a longer run is split into pieces that overlap by one character.
  static let capacity = 512

  private(set) var bytes: [UInt8] = []
  /// The start offset of each character in `bytes`.
  private(set) var offsets: [Int] = []
  /// The range of each character in the text.
  private(set) var sources: [Range<Int>] = []
  /// Whether the first character was also the last one of the piece before.
  private(set) var isContinued = false
  private(set) var scalars: [Unicode.Scalar] = []

  private var lastScalar: Unicode.Scalar? { scalars.last }
  var count: Int { offsets.count }
  var isEmpty: Bool { offsets.isEmpty }

  /// The byte range of some characters.
  func bytes(of characters: Range<Int>) -> Range<Int> {
    let end = characters.upperBound < count ? offsets[characters.upperBound] : bytes.count
    return offsets[characters.lowerBound]..<end
  }

  /// The range in the text of some characters.
  func source(of characters: Range<Int>) -> Range<Int> {
    sources[characters.lowerBound].lowerBound..<sources[characters.upperBound - 1].upperBound
  }

  /// Appends a character.
  mutating func append(_ scalar: Unicode.Scalar, from source: Range<Int>) {
    offsets.append(bytes.count)
    sources.append(source)
    scalars.append(scalar)
    bytes.append(utf8Of: scalar)
  }

  /// Extends the range of the last character over a mark.
  mutating func appendMark(from source: Range<Int>) {
    guard let last = sources.last else { return }
    sources[sources.count - 1] = last.lowerBound..<max(last.upperBound, source.upperBound)
  }

  /// Adds a mark to the last character and composes the two if possible.
  mutating func compose(with mark: Unicode.Scalar, table: FoldTable, from source: Range<Int>) {
    if let last = lastScalar, let composed = table.composition(of: last, mark) {
      replaceLast(with: composed)
    }
    appendMark(from: source)
  }

  /// Composes the last character and a Hangul letter to a syllable if possible.
  ///
  /// Source: The Unicode Standard, section 3.12, "Conjoining Jamo Behavior".
  mutating func compose(withJamo jamo: Unicode.Scalar, from source: Range<Int>) -> Bool {
    guard let last = lastScalar?.value, let syllable = Self.syllable(last, jamo.value) else {
      return false
    }
    replaceLast(with: syllable)
    appendMark(from: source)
    return true
  }

  /// Empties the run.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    isContinued = false
    scalars.removeAll(keepingCapacity: true)
  }

  /// Removes all but the last character, which begins the next piece.
  mutating func clearExceptLast() {
    guard let scalar = lastScalar, let source = sources.last else { return }
    clear()
    append(scalar, from: source)
    isContinued = true
  }

  private mutating func replaceLast(with scalar: Unicode.Scalar) {
    guard let offset = offsets.popLast(), let source = sources.popLast() else { return }
    bytes.removeSubrange(offset...)
    scalars.removeLast()
    append(scalar, from: source)
  }

  private static func syllable(_ last: UInt32, _ jamo: UInt32) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(last), (0x1161...0x1175).contains(jamo) {
      return Unicode.Scalar(0xac00 + ((last - 0x1100) * 21 + (jamo - 0x1161)) * 28)
    }
    if (0xac00...0xd7a3).contains(last), (last - 0xac00) % 28 == 0,
      (0x11a8...0x11c2).contains(jamo)
    {
      return Unicode.Scalar(last + jamo - 0x11a7)
    }
    return nil
  }
}
