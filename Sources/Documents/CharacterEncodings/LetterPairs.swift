/// How likely the letters of a language are beside each other.
///
/// A cost is in half bits: -2 log2 P(second letter | first letter).
struct LetterPairs: Sendable {
  /// The tables, by the code of the language; `western` is the sum of the Western European languages.
  static let all = Dictionary(
    uniqueKeysWithValues: LetterData.pairs.map { ($0.language, Self($0.letters, $0.costs)) })

  /// The code of characters that are no letters.
  static let blank: UInt8 = 0
  /// The cost of a letter that the language does not have.
  private static let highest = 27
  /// The cost of a letter after one that the language does not have, which was counted already.
  private static let afterForeign = 10

  private let codes: [Unicode.Scalar: UInt8]
  private let costs: [Int8]
  /// Whether the language uses Latin letters; pairs without accents are then compared with other languages.
  let isLatin: Bool

  private init(_ letters: String, _ costs: String) {
    var codes: [Unicode.Scalar: UInt8] = [:]
    for (code, letter) in letters.unicodeScalars.enumerated() {
      codes[letter] = UInt8(truncatingIfNeeded: code)
    }
    self.codes = codes
    self.costs = costs.utf8.map { Int8(truncatingIfNeeded: Int($0) - 0x38) }
    isLatin = codes["a"] != nil
  }

  /// The code of letters that the language does not have.
  private var foreign: UInt8 { UInt8(truncatingIfNeeded: codes.count) }

  /// Returns the code of a character.
  func code(of scalar: Unicode.Scalar, _ kind: CharacterKind) -> UInt8 {
    guard kind.isLetter else { return Self.blank }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    return codes[lower] ?? (scalar.isASCII ? Self.blank : foreign)
  }

  /// Returns the cost of a pair of codes.
  @inline(__always)
  func cost(_ first: UInt8, _ second: UInt8) -> Int {
    if second >= foreign { return Self.highest }
    if first >= foreign { return Self.afterForeign }
    return Int(costs[Int(first) * codes.count + Int(second)])
  }
}
