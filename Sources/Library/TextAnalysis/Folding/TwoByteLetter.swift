/// The folding of a letter that has two bytes in UTF-8 (Latin, Greek, Cyrillic, Hebrew, Arabic) to one or two
/// bytes.
struct TwoByteLetter {
  /// The number of folded bytes; 0 if the fold table must be used instead.
  var count = 0
  var first: UInt8 = 0
  var second: UInt8 = 0
  var isUmlaut = false
  var kind = NameParts.Kind.lower

  private init() {}

  /// The entries for U+0000 to U+07FF, indexed by code point; the entries below U+0080 are unused.
  static let all: [TwoByteLetter] = (UInt16(0)..<0x800).map { value in
    guard let scalar = Unicode.Scalar(value), value >= 0x80 else { return TwoByteLetter() }
    switch FoldTable.shared.entry(of: scalar) {
    case .unchanged(.word): return TwoByteLetter(Array(String(scalar).utf8), kind: .word)
    case .folded(let folding) where folding.kind.isWord:
      return TwoByteLetter(Array(FoldTable.shared.texts[folding.utf8]), kind: folding.kind)
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
