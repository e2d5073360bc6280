/// The text by which a code point is replaced.
struct Folding {
  enum Kind: UInt8 {
    /// The text is a part of a word.
    case word
    /// The text is a part of a word, and the code point is uppercase.
    case upper
    /// The text is a, o or u, for ä, ö or ü; German also writes ae, oe or ue.
    case umlaut
    /// The same as `umlaut`, but the code point is uppercase.
    case umlautUpper
    /// The text is one Han, kana or hangul character.
    case ideographic
    /// The code points of the text are processed one by one.
    case mixed

    var isWord: Bool { self != .ideographic && self != .mixed }
    var isUpper: Bool { self == .upper || self == .umlautUpper }
    var isUmlaut: Bool { self == .umlaut || self == .umlautUpper }
  }

  let kind: Kind
  let utf8: Range<Int>
}
