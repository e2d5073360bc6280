/// The class of a character, by which its neighbours are judged.
enum CharacterKind: UInt8, CaseIterable {
  case blank, asciiLower, asciiUpper, otherASCII
  /// Letters beyond ASCII.
  case lower, upper, caseless
  /// Punctuation before, after and around words, and within words.
  case opening, closing, quote, apostrophe, dash, noBreakSpace
  case line, frame
  /// A sign that is common in text, another sign, and a character that is not seen.
  case symbol, rareSymbol, hidden
  /// An unassigned, control or private use character.
  case invalid

  /// Classifies a character.
  init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.value {
      case 0..<0x21: .blank
      case 0x41...0x5a: .asciiUpper
      case 0x61...0x7a: .asciiLower
      case 0x21..<0x7f: .otherASCII
      case 0x7f..<0xa0, 0xfffd, 0xe000..<0xf900: .invalid
      case 0xa0: .noBreakSpace
      case 0xad, 0x200c...0x200f: .hidden
      case 0x201c, 0x201d, 0x2018: .quote
      case 0x201e, 0x201a, 0xab, 0xbf, 0xa1: .opening
      case 0xbb, 0x2026: .closing
      case 0x2019: .apostrophe
      case 0x2013...0x2015: .dash
      case 0x2500, 0x2550, 0x2580, 0x2584, 0x2588, 0x2591...0x2593: .line
      case 0x2500..<0x25a0: .frame
      // Section, copyright, degree, powers, product, euro and others.
      case 0xa7, 0xa9, 0xae, 0xb0, 0xb2, 0xb3, 0xb7, 0xd7, 0x20ac, 0x2116, 0x2022, 0x2122: .symbol
      default: Self(beyondPunctuation: scalar)
      }
  }

  private init(beyondPunctuation scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter: self = .lower
    case .uppercaseLetter: self = .upper
    // Ordinal indicators and other signs of Latin-1 have this category, but are not letters of words.
    case .otherLetter where scalar.value >= 0x250, .nonspacingMark, .spacingMark: self = .caseless
    default: self = .rareSymbol
    }
  }

  /// Whether the character is a letter, in ASCII or not.
  var isLetter: Bool { isLower || isUpper || self == .caseless }
  /// Whether the character draws frames, lines or areas.
  var isDrawing: Bool { self == .frame || self == .line }
  var isUpper: Bool { self == .upper || self == .asciiUpper }
  var isLower: Bool { self == .lower || self == .asciiLower }
  /// Whether the character belongs between words.
  private var isSign: Bool { self == .symbol || self == .rareSymbol }

  /// The cost of the character itself, in half bits; the costs of letters are those of their pairs.
  var cost: Int {
    switch self {
    case .blank, .asciiLower, .asciiUpper, .otherASCII, .lower, .caseless: 0
    case .upper: 2
    case .opening, .closing, .quote, .apostrophe, .dash: 8
    case .noBreakSpace: 10
    case .symbol: 12
    case .line: 16
    case .rareSymbol, .frame: 20
    case .hidden: 28
    case .invalid: 80
    }
  }

  /// Returns the cost of a character before another one, in half bits.
  static func cost(_ first: Self, _ second: Self) -> Int {
    pairs[Int(first.rawValue)][Int(second.rawValue)]
  }

  private static let pairs = allCases.map { first in allCases.map { pairCost(first, $0) } }

  private static func pairCost(_ first: Self, _ second: Self) -> Int {
    switch (first, second) {
    case (.line, .line): -14
    case (.line, .frame), (.frame, .line): -8
    case (.frame, .frame): 6
    case _ where first.isLower && second.isUpper: 16
    case (_, .opening) where first.isLetter, (.closing, _) where second.isLetter: 16
    case (.opening, .blank): 6
    case (.hidden, .asciiLower), (.hidden, .asciiUpper), (.asciiLower, .hidden),
      (.asciiUpper, .hidden):
      12
    case _ where first.isSign && (second.isLower || second == .caseless): 20
    case _ where first.isSign && second.isUpper: 4
    case _ where second.isSign && first.isLetter: 6
    case _ where first.isDrawing && second.isLetter || first.isLetter && second.isDrawing: 12
    default: 0
    }
  }

  /// Returns the cost of three characters in a row in addition to the costs of their pairs, in half bits.
  static func cost(_ first: Self, _ second: Self, _ third: Self) -> Int {
    if first.isUpper, second.isUpper, third.isLower { return 10 }
    guard first.isLetter, third.isLetter else { return 0 }
    return second.isSign || [.quote, .dash, .noBreakSpace].contains(second) ? 12 : 0
  }
}
