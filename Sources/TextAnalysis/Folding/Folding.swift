/// The text that a code point is folded to.
struct Folding {
  enum Kind: UInt8 {
    /// It is part of a word.
    case word
    /// It is part of a word and was a capital.
    case upper
    /// It is a, o or u, and Germans may write an e for the two dots.
    case umlaut
    /// The same, and it was a capital.
    case umlautUpper
    /// It is one Han, kana or hangul character.
    case ideographic
    /// It must be looked at code point by code point.
    case mixed

    var isWord: Bool { self != .ideographic && self != .mixed }
    var isUpper: Bool { self == .upper || self == .umlautUpper }
    var isUmlaut: Bool { self == .umlaut || self == .umlautUpper }
  }

  let kind: Kind
  let utf8: Range<Int>
}
