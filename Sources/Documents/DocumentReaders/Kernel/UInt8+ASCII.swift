/// The classes of ASCII.
extension UInt8 {
  /// Whether this is a letter of ASCII.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether this is a digit of ASCII.
  var isDigit: Bool { self &- 0x30 < 10 }
  /// Whether this is a letter or digit of ASCII.
  var isNamePart: Bool { isLetter || isDigit }
  /// The capital of a letter of ASCII.
  var uppercased: UInt8 { self &- 0x61 < 26 ? self &- 0x20 : self }
  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
  /// The small letter of a letter of ASCII.
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
