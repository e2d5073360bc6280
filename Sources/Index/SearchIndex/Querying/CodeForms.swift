/// The other ways in which a code of letters and digits in a query can be written.
///
/// The number of an account (IBAN, ISO 13616) or of a tax payer with and without blanks, a number with and without a
/// blank before its unit, a name with its number, a version with and without its letter.
enum CodeForms {
  /// The longest number of an account.
  private static let longest = 34

  /// Returns the other ways to write the tokens of a text; none if they are no such code.
  static func texts(_ tokens: [[UInt8]]) -> [String] {
    let groups = tokens.map { String(decoding: $0, as: UTF8.self) }
    guard let first = groups.first, groups.joined().utf8.count <= longest else { return [] }
    if groups.count == 1 { return texts(ofOne: first) }
    if isAccount(groups) || isTaxNumber(groups) { return [groups.joined()] }
    let rest = Array(groups.dropFirst())
    guard groups.count > 2 else { return [] }
    if groups.count < 5, groups.allSatisfy({ $0.utf8.count < 4 }), NumberForms.areDigits(groups) {
      return ["v" + groups.joined(separator: " ")]
    }
    let version = first.dropFirst()
    guard first.hasPrefix("v"), NumberForms.areDigits(rest + [String(version)]) else { return [] }
    return [([String(version)] + rest).joined(separator: " ")]
  }

  /// Whether a text may be the first group of a code: two letters, perhaps with two digits.
  static func isHead(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (bytes.count == 2 || bytes.count == 4) && bytes.prefix(2).allSatisfy(isLetter)
      && bytes.dropFirst(2).allSatisfy(NumberForms.isDigit)
  }

  /// Whether groups between blanks are one code.
  static func areOneCode(_ groups: [String]) -> Bool {
    let groups = groups.map { $0.lowercased() }
    return isAccount(groups) || isTaxNumber(groups)
  }

  private static func texts(ofOne text: String) -> [String] {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let digits = text.dropFirst(letters.count)
    if letters.isEmpty {
      let number = text.prefix { $0.isASCII && $0.isNumber }
      let unit = text.dropFirst(number.count)
      let isUnit = (1...4).contains(unit.utf8.count) && unit.utf8.allSatisfy(isLetter)
      return !number.isEmpty && isUnit ? ["\(number) \(unit)"] : []
    }
    guard !digits.isEmpty else { return [] }
    let isNumber = digits.utf8.allSatisfy(NumberForms.isDigit)
    if letters.utf8.count > 2, isNumber, digits.utf8.count <= 4 { return ["\(letters) \(digits)"] }
    guard letters.utf8.count == 2 else { return [] }
    var texts: [String] = []
    if isNumber, (8...12).contains(digits.utf8.count) {
      texts += ["\(letters) \(digits)", "\(letters) \(groups(of: digits, 3))"]
    }
    if text.utf8.count >= 15, digits.utf8.prefix(2).allSatisfy(NumberForms.isDigit),
      digits.utf8.count(where: NumberForms.isDigit) >= 8
    {
      texts.append(groups(of: Substring(text), 4))
    }
    return texts
  }

  /// Whether groups are an account: two letters and two digits, and groups of four.
  private static func isAccount(_ groups: [String]) -> Bool {
    guard groups.count > 3, let head = groups.first, head.utf8.count == 4, isHead(head),
      let last = groups.last
    else { return false }
    return groups.dropFirst().dropLast().allSatisfy { $0.utf8.count == 4 }
      && last.utf8.count <= 4
      && groups.joined().utf8.allSatisfy { isLetter($0) || NumberForms.isDigit($0) }
      && groups.dropFirst().contains { $0.utf8.allSatisfy(NumberForms.isDigit) }
  }

  /// Whether groups are the number of a tax payer: two letters and digits.
  private static func isTaxNumber(_ groups: [String]) -> Bool {
    guard groups.count > 1, let head = groups.first, head.utf8.count == 2, isHead(head) else {
      return false
    }
    let count = groups.dropFirst().reduce(0) { $0 + $1.utf8.count }
    return (8...12).contains(count) && NumberForms.areDigits(Array(groups.dropFirst()))
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }

  private static func groups(of text: Substring, _ length: Int) -> String {
    NumberForms.groups(of: text, length).joined(separator: " ")
  }
}
