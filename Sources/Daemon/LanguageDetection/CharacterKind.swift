/// The kind of a code point when a text is surveyed.
enum CharacterKind {
  case letter, digit, space
  /// Punctuation of prose, wherever it is.
  case punctuation
  /// A sign that shows code if it is between letters: "a.b", "a/b", "a_b".
  case joint
  /// Such a sign that also shows code together with its counterpart: "a()".
  case opening, closing
  /// Such a sign that also shows a path at the beginning of a word: "/etc", ".git".
  case slash
  case dash
  /// A sign that shows code, wherever it is.
  case code
  /// Marks, joiners and soft hyphens, which do not separate words.
  case ignored

  /// The kind of an ASCII character that is not a letter.
  init(ascii byte: UInt8) {
    self =
      switch byte {
      case 0...0x20, 0x7f: .space
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      case UInt8(ascii: "-"): .dash
      case UInt8(ascii: "."), UInt8(ascii: "/"): .slash
      case UInt8(ascii: "("), UInt8(ascii: "["): .opening
      case UInt8(ascii: ")"), UInt8(ascii: "]"): .closing
      case UInt8(ascii: ":"), UInt8(ascii: "_"),
        UInt8(ascii: "#"), UInt8(ascii: "%"),
        UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "~"),
        UInt8(ascii: "^"), UInt8(ascii: "?"), UInt8(ascii: "!"):
        .joint
      case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "\\"), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: "|"):
        .code
      default: .punctuation
      }
  }

  /// The kind of another code point that is not a letter.
  init(nonASCII value: UInt32) {
    self =
      switch value {
      case 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028...0x2029, 0x202f, 0x205f, 0x3000: .space
      case 0xad, 0x2b0...0x36f, 0x483...0x489, 0x591...0x5c7, 0x610...0x61a, 0x640,
        0x64b...0x65f, 0x670, 0x200b...0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfe00...0xfe0f,
        0xfeff, 0x93c:
        .ignored
      default: .punctuation
      }
  }
}
