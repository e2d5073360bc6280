import Foundation

extension Unicode.Scalar {
  /// The ASCII digit with the same value; nil unless the code point is a decimal digit of any script.
  var decimalDigit: Unicode.Scalar? {
    guard properties.generalCategory == .decimalNumber, let value = properties.numericValue else {
      return nil
    }
    return Unicode.Scalar(UInt8(value) + 0x30)
  }

  /// Whether the code point is a mark that is removed before texts are compared.
  ///
  /// Accents, Hebrew points, Arabic vowel signs, nuktas and variation selectors are removed. Vowel signs of
  /// Indic scripts and voicing marks of kana are kept, because they make a different word.
  var isDiacritic: Bool {
    switch value {
    case 0x300...0x36f, 0x483...0x489, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff,
      0xfe20...0xfe2f:
      true
    case 0x591...0x5bd, 0x5bf, 0x5c1...0x5c2, 0x5c4...0x5c5, 0x5c7: true
    case 0x610...0x61a, 0x64b...0x65f, 0x670, 0x6d6...0x6dc, 0x6df...0x6e4, 0x6e7...0x6e8,
      0x6ea...0x6ed, 0x898...0x89f, 0x8ca...0x8e1, 0x8e3...0x8ff, 0x640:
      true
    case 0x711, 0x730...0x74a: true
    case 0x93c, 0x9bc, 0xa3c, 0xabc, 0xb3c, 0xc3c, 0xcbc, 0x1037, 0x1b34, 0x1c37: value != 0x1037
    case 0x180b...0x180f, 0x302a...0x302f, 0xfe00...0xfe0f, 0xe0100...0xe01ef: true
    default: false
    }
  }

  /// Whether the code point is invisible and does not separate words: soft hyphen, joiner, direction mark.
  var isInvisible: Bool {
    switch value {
    case 0xad, 0x34f, 0x61c, 0x200c...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfeff: true
    case 0xe0000...0xe007f: true
    default: false
    }
  }

  /// Whether the script has no spaces between words, so that overlapping pairs are indexed.
  var isIdeographicOrKana: Bool {
    switch value {
    case 0x2e80...0x2fdf, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x303c: true
    case 0x3041...0x3096, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fc...0x30ff: true
    case 0x3105...0x312f, 0x3131...0x318e, 0x31a0...0x31bf, 0x31f0...0x31ff: true
    case 0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7a3, 0xf900...0xfaff: true
    case 0x16fe0...0x18dff, 0x1aff0...0x1b2ff, 0x20000...0x3ffff: true
    default: false
    }
  }

  /// Whether the code point is a Hangul letter that is composed to syllables.
  var isConjoiningJamo: Bool { (0x1100...0x11ff).contains(value) }

  /// Whether a dictionary must find the words: Thai, Lao, Khmer and Burmese letters and signs.
  var needsDictionary: Bool {
    switch value {
    case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0xa9e0...0xa9ff, 0xaa60...0xaa7f:
      properties.isLetterOrMark
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the code point is a word by itself: emoji, currencies, arrows, mathematics.
  ///
  /// Not ASCII symbols, because code is full of them. Not lines and boxes, because they draw tables. Not
  /// musical notes, because they are composed of marks.
  var isSymbol: Bool {
    switch value {
    case ..<0x80, 0x2500...0x259f, 0xfffc...0xfffd, 0x1d100...0x1d1ff: return false
    default: break
    }
    switch properties.generalCategory {
    case .mathSymbol, .currencySymbol, .otherSymbol: return true
    default: return false
    }
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the code point is a letter or a mark: general category L or M.
  var isLetterOrMark: Bool {
    switch generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }

  /// Whether the code point is part of a word: letter, mark, number or private use, as in unicode61.
  var isPartOfWord: Bool {
    switch generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber, .privateUse: true
    default: isLetterOrMark
    }
  }
}
