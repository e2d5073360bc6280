extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isSmall: Bool { self &- 0x61 < 26 }
  var isCapital: Bool { self &- 0x41 < 26 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isAlphanumeric: Bool { isLetter || isDigit }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isLineEnd: Bool { self == 0x0a || self == 0x0d }
  var isSpace: Bool { isBlank || isLineEnd }
  var isQuote: Bool { self == 0x22 || self == 0x27 || self == 0x60 }
  /// Whether the byte is an ASCII letter, a digit, `_`, or part of a character beyond ASCII.
  var isOfWord: Bool { isAlphanumeric || self == 0x5f || self >= 0x80 }
  /// Whether the byte is an ASCII letter, a digit, `_` or `-`.
  var isOfToken: Bool { isAlphanumeric || self == 0x5f || self == 0x2d }
  /// Whether the byte occurs in standard Base64.
  var isBase64: Bool { isAlphanumeric || self == 0x2b || self == 0x2f || self == 0x3d }
  /// Whether the byte occurs in standard or URL-safe Base64.
  var isKeyCharacter: Bool { isBase64 || self == 0x2d || self == 0x5f }
  var inSmallLetters: UInt8 { isCapital ? self | 0x20 : self }
}
