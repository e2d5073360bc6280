/// The class of a character, by which its neighbours are judged, and its cost, by which its rarity is.
struct CharacterKind: Equatable {
  /// The classes of characters; how likely a character is depends on the classes of its neighbours.
  enum Class: Equatable {
    case blank, asciiLetter(isUpper: Bool), otherASCII
    case lower, upper, caseless
    /// Punctuation before, after and around words, and within words.
    case opening, closing, quote, apostrophe, dash
    case line, frame, symbol
    /// An unassigned, control or private use character.
    case invalid
  }

  enum Script: Equatable {
    case none, latin, greek, cyrillic, other
  }

  let `class`: Class
  let script: Script
  /// The cost of the character between likely neighbours, about in bits; a rare character costs more.
  let cost: Int

  private init(_ class: Class, _ script: Script = .none, _ cost: Int = 0) {
    (self.class, self.script, self.cost) = (`class`, script, cost)
  }

  static let blank = Self(.blank)

  /// Whether the character is a blank, a line end, or a control character.
  var isBlank: Bool { `class` == .blank }

  /// Classifies a character.
  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x21: self = .blank
    case 0x41...0x5a: self = Self(.asciiLetter(isUpper: true), .latin)
    case 0x61...0x7a: self = Self(.asciiLetter(isUpper: false), .latin)
    case 0x21..<0x7f: self = Self(.otherASCII)
    case 0x7f..<0xa0, 0xfffd, 0xe000..<0xf900: self = Self(.invalid, .none, 40)
    // The no-break space; French writes it beside punctuation.
    case 0xa0: self = Self(.blank, .none, 5)
    case 0xad: self = Self(.symbol, .none, 8)
    case 0x201c, 0x201d, 0x2018: self = Self(.quote, .none, 4)
    case 0x201e, 0x201a, 0xab, 0xbf, 0xa1: self = Self(.opening, .none, 4)
    case 0xbb, 0x2026: self = Self(.closing, .none, 4)
    case 0x2019: self = Self(.apostrophe, .none, 4)
    case 0x2013, 0x2014: self = Self(.dash, .none, 4)
    case 0x2500, 0x2550, 0x2580, 0x2584, 0x2588, 0x2591...0x2593: self = Self(.line, .none, 8)
    case 0x2500..<0x25a0: self = Self(.frame, .none, 8)
    // Signs that are common in text: section, degree, powers, product, euro and others.
    case 0xa7, 0xa9, 0xae, 0xb0, 0xb2, 0xb3, 0xd7, 0x20ac, 0x2116, 0x2022:
      self = Self(.symbol, .none, 6)
    default: self = Self(beyondLatin: scalar)
    }
  }

  private init(beyondLatin scalar: Unicode.Scalar) {
    let script: Script =
      switch scalar.value {
      case 0xc0..<0x250: .latin
      case 0x370..<0x400: .greek
      case 0x400..<0x530: .cyrillic
      default: .other
      }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter: self = Self(.lower, script, Self.rarity(of: scalar, script))
    case .uppercaseLetter:
      let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
      self = Self(.upper, script, Self.rarity(of: lower, script) + 1)
    // Ordinal indicators and other signs of Latin-1 have this category, but are not letters of words.
    case .otherLetter where scalar.value >= 0x250, .nonspacingMark, .spacingMark:
      self = Self(.caseless, script, 4)
    default: self = Self(.symbol, .none, 9)
    }
  }

  /// Whether the character is a letter, in ASCII or not.
  var isLetter: Bool {
    switch `class` {
    case .asciiLetter, .lower, .upper, .caseless: true
    default: false
    }
  }

  /// Whether the character draws frames, lines or areas.
  var isDrawing: Bool { `class` == .frame || `class` == .line }

  var isUpper: Bool { `class` == .upper || `class` == .asciiLetter(isUpper: true) }
  var isLower: Bool { `class` == .lower || `class` == .asciiLetter(isUpper: false) }

  private static func rarity(of lower: Unicode.Scalar, _ script: Script) -> Int {
    switch script {
    case .latin: latin[lower] ?? 11
    case .cyrillic: russian[lower] ?? 8
    case .greek, .other: 4
    case .none: 9
    }
  }

  private static let latin = costs([
    (4, "äöüßéèàçáíóúñêåøæł"), (5, "ąćęńśźżěščřžýůâîôûãõőűëùœ"), (6, "ïďťňășşțţğıìò"),
  ])

  private static let russian = costs([(3, "оеаинтсрвл"), (4, "кмдпуяыьгзбчйхжшюцщэфъё")])

  private static func costs(_ groups: [(Int, String)]) -> [Unicode.Scalar: Int] {
    var costs: [Unicode.Scalar: Int] = [:]
    for (cost, letters) in groups {
      for scalar in letters.unicodeScalars { costs[scalar] = cost }
    }
    return costs
  }
}
