/// Classes of ASCII characters.
extension UInt8 {
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte is an ASCII digit.
  package var isDigit: Bool { self &- 0x30 < 10 }
  /// Whether the byte is an ASCII letter or digit.
  var isNamePart: Bool { isLetter || isDigit }
  /// The capital of an ASCII small letter; any other byte itself.
  var uppercased: UInt8 { self &- 0x61 < 26 ? self &- 0x20 : self }
  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexValue: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
  /// The small letter of an ASCII capital; any other byte itself.
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
