/// The scripts that the detector distinguishes.
package enum Script: Int, CaseIterable, Sendable {
  // Scripts of several languages, which trigrams distinguish.
  case latin, cyrillic, arabic, devanagari
  // Scripts that determine the language, possibly with letters that only one language has.
  case han, kana, hangul, greek, hebrew, armenian, georgian, thai, lao, khmer, burmese, tibetan
  case ethiopic, bengali, gujarati, gurmukhi, kannada, malayalam, odia, sinhala, tamil, telugu

  /// To how many letters of an alphabet one letter of this script is equivalent.
  var weight: Int {
    switch self {
    case .han, .kana, .hangul: 3
    default: 1
    }
  }

  /// The script of a code point from U+0370 on; nil if it is not a letter of a known script.
  ///
  /// Vowel signs count as letters, because they are half of the text in Indic scripts.
  @inline(__always)
  static func script(ofNonLatin value: UInt32) -> Script? {
    switch value {
    case ..<0x530: greekOrCyrillic(value)
    case ..<0x900: middleEastern(value)
    case ..<0xe00: indic(value)
    case ..<0x3040: southEastAsian(value)
    case 0x3041...0x3096, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fd...0x30ff: .kana
    case 0x4e00...0x9fff: .han
    case 0xac00...0xd7a3: .hangul
    case 0x3400...0x4dbf, 0xf900...0xfaff, 0x20000...0x323af: .han
    case 0xff66...0xff9d: .kana
    default: nil
    }
  }

  private static func greekOrCyrillic(_ value: UInt32) -> Script? {
    switch value {
    case 0x410...0x481, 0x400...0x40f, 0x48a...0x52f: .cyrillic
    case 0x388...0x3ff, 0x386, 0x370...0x373, 0x376...0x377, 0x37b...0x37d: .greek
    default: nil
    }
  }

  private static func middleEastern(_ value: UInt32) -> Script? {
    switch value {
    case 0x620...0x63f, 0x641...0x64a, 0x66e...0x66f, 0x671...0x6d3, 0x6fa...0x6ff: .arabic
    case 0x5d0...0x5f2: .hebrew
    case 0x531...0x556, 0x560...0x588: .armenian
    default: nil
    }
  }

  /// From U+0900 on, each block has 128 code points, with digits and punctuation at its end.
  private static func indic(_ value: UInt32) -> Script? {
    let offset = value & 0x7f
    switch value >> 7 {
    case 0x12:
      return offset < 0x64 && offset != 0x3c && offset != 0x51 || offset >= 0x72
        ? .devanagari : nil
    case 0x13: return offset < 0x64 || offset == 0x70 || offset == 0x71 ? .bengali : nil
    case 0x14: return offset < 0x5f || offset >= 0x70 && offset < 0x76 ? .gurmukhi : nil
    case 0x15: return offset < 0x64 ? .gujarati : nil
    case 0x16: return offset < 0x64 ? .odia : nil
    case 0x17: return offset < 0x58 ? .tamil : nil
    case 0x18: return offset < 0x64 ? .telugu : nil
    case 0x19: return offset < 0x64 ? .kannada : nil
    case 0x1a: return offset < 0x64 ? .malayalam : nil
    default: return offset < 0x60 ? .sinhala : nil
    }
  }

  private static func southEastAsian(_ value: UInt32) -> Script? {
    switch value {
    case 0xe01...0xe3a, 0xe40...0xe4e: .thai
    case 0xe81...0xecd, 0xedc...0xedf: .lao
    case 0xf40...0xfbc: .tibetan
    case 0x1000...0x103f: .burmese
    case 0x10a0...0x10ff, 0x1c90...0x1cbf: .georgian
    case 0x1100...0x11ff: .hangul
    case 0x1200...0x135a: .ethiopic
    case 0x1780...0x17d3: .khmer
    case 0x1f00...0x1fff: .greek
    default: nil
    }
  }
}
