/// The class or the folded text of every code point, as a two-stage table.
///
/// `TableGenerator` writes the data to `Generated/FoldTableData.swift`.
struct FoldTable: Sendable {
  /// The shared table.
  static let shared = FoldTable()

  /// The folding of one code point.
  enum Entry {
    /// The code point is not changed.
    case unchanged(ScalarClass)
    /// The code point is replaced by another text.
    case folded(Folding)
  }

  /// The folded texts, concatenated.
  let texts: [UInt8]
  private let foldings: [Folding]
  private let blocks: [UInt16]
  private let entries: [UInt16]
  private let compositions: [UInt64: Unicode.Scalar]

  private init() {
    var reader = VariableLengthReader(base64: FoldTableData.encoded)
    var texts: [UInt8] = []
    foldings = (0..<reader.readNumber()).map { _ in
      let kind = Folding.Kind(rawValue: UInt8(reader.readNumber())) ?? .mixed
      let start = texts.count
      texts += reader.readBytes(count: reader.readNumber())
      return Folding(kind: kind, utf8: start..<texts.count)
    }
    self.texts = texts
    var compositions: [UInt64: Unicode.Scalar] = [:]
    for _ in 0..<reader.readNumber() {
      let pair = UInt64(reader.readNumber()) << 32 | UInt64(reader.readNumber())
      compositions[pair] = Unicode.Scalar(UInt32(reader.readNumber()))
    }
    self.compositions = compositions
    blocks = reader.readRuns()
    entries = reader.readRuns()
  }

  /// The entry of a code point.
  func entry(of scalar: Unicode.Scalar) -> Entry {
    let value = Int(entryNumber(of: scalar))
    let classCount = ScalarClass.allCases.count
    if value < classCount {
      return .unchanged(ScalarClass(rawValue: UInt8(truncatingIfNeeded: value)) ?? .separator)
    }
    return .folded(foldings[value - classCount])
  }

  /// Whether the code point separates words.
  func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    entryNumber(of: scalar) == UInt16(ScalarClass.separator.rawValue)
  }

  /// Whether the code point is Han, kana or hangul and folding does not change it.
  @inline(__always)
  func isPlainIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    entryNumber(of: scalar) == UInt16(ScalarClass.ideographic.rawValue)
  }

  /// Whether the code point belongs to a script that separates words by spaces.
  func isPartOfSpacedWord(_ scalar: Unicode.Scalar) -> Bool {
    switch entry(of: scalar) {
    case .unchanged(let scalarClass):
      scalarClass != .ideographic && scalarClass != .dictionary && scalarClass != .jamo
    case .folded(let folding): folding.kind.isWord
    }
  }

  /// The number of a code point's entry: the first numbers are classes, the numbers after them foldings.
  @inline(__always)
  private func entryNumber(of scalar: Unicode.Scalar) -> UInt16 {
    entries[Int(blocks[Int(scalar.value >> 8)]) << 8 | Int(scalar.value & 0xff)]
  }

  /// The composition of two code points, or nil if there is none.
  func composition(of base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    compositions[UInt64(base.value) << 32 | UInt64(mark.value)]
  }
}
