/// The text of a query, with tables for repeated lookups by the lexer.
///
/// The initializer is O(text). The functions are O(1), except ``string(_:)``, so the lexer never scans a part
/// twice, whatever quotes and fields the text has.
struct QueryText {
  let scalars: [Unicode.Scalar]
  private let utf8: [UInt8]
  /// The offset of each scalar in `utf8`, and the end of the last one.
  private let offsets: [Int32]
  private let closers: NextPositions
  private let nulls: NextPositions

  init(_ text: String) {
    utf8 = Array(text.utf8)
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int32] = []
    scalars.reserveCapacity(utf8.count)
    offsets.reserveCapacity(utf8.count + 1)
    var offset: Int32 = 0
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      offsets.append(offset)
      offset += Int32(UTF8.width(scalar))
    }
    offsets.append(offset)
    self.scalars = scalars
    self.offsets = offsets
    closers = Self.closers(in: scalars)
    nulls = Self.nulls(in: scalars)
  }

  /// Returns a part of the text, in O(part).
  func string(_ range: Range<Int>) -> String {
    String(
      decoding: utf8[Int(offsets[range.lowerBound])..<Int(offsets[range.upperBound])], as: UTF8.self
    )
  }

  /// The number of bytes that a part of the text has in UTF-8.
  func byteCount(of range: Range<Int>) -> Int {
    Int(offsets[range.upperBound] - offsets[range.lowerBound])
  }

  /// Whether a part of the text contains U+0000.
  func hasNull(in range: Range<Int>) -> Bool {
    nulls[range.lowerBound].map { $0 < range.upperBound } ?? false
  }

  /// The closing quote of the quotation that begins at a position; nil if there is none.
  func closingQuote(of position: Int) -> Int? { closers[position] }

  /// Whether a quotation can begin with this scalar.
  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "“", "”", "„", "«", "»": true
    default: false
    }
  }

  /// Finds the closing quote of each quote, by the rules of the languages that use it.
  private static func closers(in scalars: [Unicode.Scalar]) -> NextPositions {
    guard scalars.contains(where: isQuote) else { return NextPositions() }
    var positions = NextPositions(count: scalars.count)
    var (straight, left, right): (Int?, Int?, Int?)
    var (leftGuillemet, rightGuillemet): (Int?, Int?)
    for position in scalars.indices.reversed() {
      switch scalars[position] {
      case "\"":
        positions[position] = straight
        straight = position
      case "“":
        positions[position] = right
        left = position
      case "”":
        positions[position] = right
        right = position
      case "„": positions[position] = [left, right].compactMap(\.self).min()
      case "«":
        positions[position] = rightGuillemet
        leftGuillemet = position
      case "»":
        positions[position] = leftGuillemet
        rightGuillemet = position
      default: break
      }
    }
    return positions
  }

  private static func nulls(in scalars: [Unicode.Scalar]) -> NextPositions {
    guard scalars.contains("\0") else { return NextPositions() }
    var positions = NextPositions(count: scalars.count)
    var next: Int?
    for position in scalars.indices.reversed() {
      if scalars[position] == "\0" { next = position }
      positions[position] = next
    }
    return positions
  }
}

/// For each position of a text, a later position or none; it allocates nothing until it has a position.
private struct NextPositions {
  private var positions: [Int32] = []

  init() {}

  init(count: Int) {
    positions = Array(repeating: -1, count: count)
  }

  subscript(position: Int) -> Int? {
    get {
      guard position < positions.count, positions[position] >= 0 else { return nil }
      return Int(positions[position])
    }
    set { positions[position] = newValue.map(Int32.init) ?? -1 }
  }
}

extension Unicode.Scalar {
  /// Whether the character has the Unicode property White_Space; faster than Unicode's tables.
  var isBlank: Bool {
    switch value {
    case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f,
      0x3000:
      true
    default: false
    }
  }

  /// Whether the index has the character: letters, numbers, private-use characters, symbols such as emoji.
  ///
  /// The symbols are the same as in `SittaAnalyzer`: no ASCII symbols, no lines and boxes, no
  /// musical notes.
  var isSearchable: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: return true
    case 0..<0x80, 0x2500...0x259f, 0xfffc...0xfffd, 0x1d100...0x1d1ff: return false
    default: break
    }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse, .mathSymbol, .currencySymbol,
      .otherSymbol:
      true
    default: false
    }
  }

  /// Whether the character is a letter from A to Z or a to z.
  var isASCIILetter: Bool {
    switch value {
    case 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}
