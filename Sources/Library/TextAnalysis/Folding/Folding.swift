/// The folded text of a code point.
struct Folding {
  enum Kind: UInt8 {
    /// It is part of a word.
    case word
    /// It is part of a word, and the code point is uppercase.
    case upper
    /// It is a, o or u for ä, ö or ü, which German also spells ae, oe or ue.
    case umlaut
    /// As `umlaut`, and the code point is uppercase.
    case umlautUpper
    /// It is one Han, kana or hangul character.
    case ideographic
    /// Its code points are processed one by one.
    case mixed

    var isWord: Bool { self != .ideographic && self != .mixed }
    var isUpper: Bool { self == .upper || self == .umlautUpper }
    var isUmlaut: Bool { self == .umlaut || self == .umlautUpper }
  }

  let kind: Kind
  let utf8: Range<Int>
}
