/// What a letter of two bytes (Latin, Greek, Cyrillic, Hebrew, Arabic) is folded to, where that is
/// one or two bytes of a word and needs no further thought.
struct TwoByteLetter {
  /// How many bytes it is folded to; 0 where the fold table must be asked.
  var count = 0
  var first: UInt8 = 0
  var second: UInt8 = 0
  var isUmlaut = false
  var kind = NameParts.Kind.lower

  private init() {}

  /// The letters from U+0080 to U+07FF, at their code points.
  static let all: [TwoByteLetter] = (UInt16(0)..<0x800).map { value in
    guard let scalar = Unicode.Scalar(value), value >= 0x80 else { return TwoByteLetter() }
    switch FoldTable.standard.entry(of: scalar) {
    case .same(.word): return TwoByteLetter(Array(String(scalar).utf8), kind: .word)
    case .folded(let folding) where folding.kind.isWord:
      return TwoByteLetter(Array(FoldTable.standard.texts[folding.utf8]), kind: folding.kind)
    default: return TwoByteLetter()
    }
  }

  private init(_ bytes: [UInt8], kind: Folding.Kind) {
    guard (1...2).contains(bytes.count) else { return }
    count = bytes.count
    first = bytes[0]
    second = bytes[bytes.count - 1]
    isUmlaut = kind.isUmlaut
    self.kind = kind.isUpper ? .upper : (0x30...0x39).contains(first) ? .digit : .lower
  }
}
