/// The text of a query, with the answers to what the lexer asks again and again.
///
/// O(text) to make; each question but ``string(_:)`` is O(1), so that no arrangement of quotes and
/// fields makes the lexer go through the same part twice.
struct QueryText {
  let scalars: [Unicode.Scalar]
  private let utf8: [UInt8]
  /// Where each scalar begins in `utf8`, and where the last one ends.
  private let offsets: [Int32]
  private let closers: NextPlaces
  private let nulls: NextPlaces

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

  /// A part of the text, in O(part).
  func string(_ range: Range<Int>) -> String {
    String(
      decoding: utf8[Int(offsets[range.lowerBound])..<Int(offsets[range.upperBound])], as: UTF8.self
    )
  }

  /// How many bytes a part of the text has in UTF-8.
  func byteCount(of range: Range<Int>) -> Int {
    Int(offsets[range.upperBound] - offsets[range.lowerBound])
  }

  /// Whether a part of the text holds U+0000.
  func hasNull(in range: Range<Int>) -> Bool {
    nulls[range.lowerBound].map { $0 < range.upperBound } ?? false
  }

  /// Where the quotation that begins at a place ends; nil where none begins, or none ends.
  func closingQuote(of place: Int) -> Int? { closers[place] }

  /// Whether a quotation can begin with this scalar.
  static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "“", "”", "„", "«", "»": true
    default: false
    }
  }

  /// What closes a quote is what closes it in the languages that write it so.
  private static func closers(in scalars: [Unicode.Scalar]) -> NextPlaces {
    guard scalars.contains(where: isQuote) else { return NextPlaces() }
    var places = NextPlaces(count: scalars.count)
    var (straight, left, right): (Int?, Int?, Int?)
    var (leftGuillemet, rightGuillemet): (Int?, Int?)
    for place in scalars.indices.reversed() {
      switch scalars[place] {
      case "\"":
        places[place] = straight
        straight = place
      case "“":
        places[place] = right
        left = place
      case "”":
        places[place] = right
        right = place
      case "„": places[place] = [left, right].compactMap(\.self).min()
      case "«":
        places[place] = rightGuillemet
        leftGuillemet = place
      case "»":
        places[place] = leftGuillemet
        rightGuillemet = place
      default: break
      }
    }
    return places
  }

  private static func nulls(in scalars: [Unicode.Scalar]) -> NextPlaces {
    guard scalars.contains("\0") else { return NextPlaces() }
    var places = NextPlaces(count: scalars.count)
    var next: Int?
    for place in scalars.indices.reversed() {
      if scalars[place] == "\0" { next = place }
      places[place] = next
    }
    return places
  }
}

/// For each place of a text another one behind it; no memory where there are none.
private struct NextPlaces {
  private var places: [Int32] = []

  init() {}

  init(count: Int) {
    places = Array(repeating: -1, count: count)
  }

  subscript(place: Int) -> Int? {
    get {
      guard place < places.count, places[place] >= 0 else { return nil }
      return Int(places[place])
    }
    set { places[place] = newValue.map(Int32.init) ?? -1 }
  }
}

extension Unicode.Scalar {
  /// Whether it has the property White_Space, without a look into Unicode's tables.
  var isBlank: Bool {
    switch value {
    case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f,
      0x3000:
      true
    default: false
    }
  }

  /// Whether an index holds it: letters and numbers, and what is private to a font.
  var isSearchable: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: return true
    case 0..<0x80: return false
    default: break
    }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Whether it is a letter from A to Z, small or not.
  var isASCIILetter: Bool {
    switch value {
    case 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }
}
