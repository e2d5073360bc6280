/// Maps letters to numbers of ten bits, ignoring case; three of them make a trigram.
enum LetterFolding {
  /// The number of a Latin letter below U+0370 or from U+1E00 to U+1EFF.
  ///
  /// Nil if the code point is not a letter. U+1E00 to U+1EFF are mapped to 0x300 to 0x3ff.
  static func latin(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x61...0x7a: value
    case 0x41...0x5a: value + 0x20
    case 0xaa, 0xb5, 0xba: nil
    case 0xd7, 0xf7: nil
    case 0xc0...0xde: value + 0x20
    case 0xdf...0xff: value
    case 0x130: 0x69
    case 0x138, 0x149, 0x17f: value
    case 0x178: 0xff
    // Only Romanian has this letter, and it is written with either a comma or a cedilla.
    case 0x162, 0x163: 0x21b
    case 0x100...0x137, 0x14a...0x177: value | 1
    case 0x139...0x148, 0x179...0x17e: value + (value & 1)
    case 0x18f: 0x259
    case 0x1a0...0x1a5, 0x1f8...0x21f, 0x222...0x233, 0x246...0x24f: value | 1
    case 0x1af, 0x1cd...0x1dc: value + (value & 1)
    case 0x180...0x2af: value
    case 0x1e00...0x1e95, 0x1ea0...0x1eff: value - 0x1b00 | 1
    case 0x1e96...0x1e9f: value - 0x1b00
    default: nil
    }
  }

  /// The number of a Cyrillic letter from U+0400 to U+052F.
  static func cyrillic(_ value: UInt32) -> UInt32 {
    let folded =
      switch value {
      case 0x400...0x40f: value + 0x50
      case 0x410...0x42f: value + 0x20
      case 0x460...0x481, 0x48a...0x4bf, 0x4d0...0x52f: value | 1
      case 0x4c0: UInt32(0x4cf)
      case 0x4c1...0x4ce: value + (value & 1)
      default: value
      }
    return folded - 0x400
  }

  /// The number of a letter of another script with trigrams.
  static func other(_ value: UInt32) -> UInt32 { value & 0x3ff }
}
