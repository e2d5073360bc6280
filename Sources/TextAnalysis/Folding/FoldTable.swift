/// The class and the folded text of every code point, in two stages.
///
/// `Generated/FoldTableData.swift` holds the data, `TableGenerator` makes it.
struct FoldTable: Sendable {
  /// The only one.
  static let standard = FoldTable()

  /// What the table says about a code point.
  enum Entry {
    /// The code point stays as it is.
    case same(ScalarClass)
    /// The code point becomes another text.
    case folded(Folding)
  }

  /// The texts that code points are folded to, one behind the other.
  let texts: [UInt8]
  private let foldings: [Folding]
  private let blocks: [UInt16]
  private let entries: [UInt16]
  private let compositions: [UInt64: Unicode.Scalar]

  private init() {
    var reader = VariableLengthReader(base64: FoldTableData.encoded)
    var texts: [UInt8] = []
    foldings = (0..<reader.number()).map { _ in
      let kind = Folding.Kind(rawValue: UInt8(reader.number())) ?? .mixed
      let start = texts.count
      texts += reader.bytes(count: reader.number())
      return Folding(kind: kind, utf8: start..<texts.count)
    }
    self.texts = texts
    var compositions: [UInt64: Unicode.Scalar] = [:]
    for _ in 0..<reader.number() {
      let pair = UInt64(reader.number()) << 32 | UInt64(reader.number())
      compositions[pair] = Unicode.Scalar(UInt32(reader.number()))
    }
    self.compositions = compositions
    blocks = reader.runs()
    entries = reader.runs()
  }

  /// The entry of a code point.
  func entry(of scalar: Unicode.Scalar) -> Entry {
    let value = Int(number(of: scalar))
    let classCount = ScalarClass.allCases.count
    if value < classCount {
      return .same(ScalarClass(rawValue: UInt8(truncatingIfNeeded: value)) ?? .separator)
    }
    return .folded(foldings[value - classCount])
  }

  /// Whether the code point parts words.
  func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    number(of: scalar) == UInt16(ScalarClass.separator.rawValue)
  }

  /// Whether the code point is Han, kana or hangul and stays as it is.
  @inline(__always)
  func isPlainIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    number(of: scalar) == UInt16(ScalarClass.ideographic.rawValue)
  }

  /// Whether a code point is of a script that parts its words by spaces.
  func isPartOfSpacedWord(_ scalar: Unicode.Scalar) -> Bool {
    switch entry(of: scalar) {
    case .same(let scalarClass):
      scalarClass != .ideographic && scalarClass != .dictionary && scalarClass != .jamo
    case .folded(let folding): folding.kind.isWord
    }
  }

  /// The number of a code point's entry: a class, or behind the classes a folding.
  @inline(__always)
  private func number(of scalar: Unicode.Scalar) -> UInt16 {
    entries[Int(blocks[Int(scalar.value >> 8)]) << 8 | Int(scalar.value & 0xff)]
  }

  /// The one code point that two make together, if they do.
  func composition(of base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
    compositions[UInt64(base.value) << 32 | UInt64(mark.value)]
  }
}
