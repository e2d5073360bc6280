/// A number in decimal with at most 15 significant digits, as spreadsheets show numbers.
///
/// Its value is 0.d₁d₂d₃… · 10 to the power of ``point``.
struct DecimalNumber {
  /// Spreadsheets store 17 digits and show 15, so that sums such as 0.1 + 0.2 look right.
  private static let mostDigits = 15

  private(set) var isNegative: Bool
  /// The digits, without zeros at the beginning and the end; empty for zero.
  private(set) var digits: [UInt8] = []
  /// The position of the decimal point relative to the first digit.
  private(set) var point = 0

  /// Converts a finite number.
  init(_ number: Double) {
    isNegative = number < 0
    // The shortest digits that distinguish the number, at most 17.
    var text = Array(number.magnitude.description.utf8)[...]
    var exponent = 0
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)) ?? 0
      text = text[..<mark]
    }
    point = exponent + (text.firstIndex(of: UInt8(ascii: ".")) ?? text.endIndex)
    digits = text.filter(\.isDigit).map { $0 & 0xf }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point -= zeros
    cut(to: Self.mostDigits)
  }

  var isZero: Bool { digits.isEmpty }

  /// Moves the decimal point to the right; a negative number moves it to the left.
  mutating func shift(by places: Int) { if !digits.isEmpty { point += places } }

  /// Removes the sign.
  mutating func dropSign() { isNegative = false }

  /// Rounds to a number of digits after the decimal point.
  mutating func round(toPlaces places: Int) { cut(to: point + places) }

  /// The digits before the decimal point; empty if there are only zeros.
  var whole: [UInt8] {
    if point <= 0 { return [] }
    return digits.prefix(point) + [UInt8](repeating: 0, count: max(0, point - digits.count))
  }

  /// The digits after the decimal point, without zeros at the end.
  var fraction: [UInt8] {
    if digits.isEmpty { return [] }
    return [UInt8](repeating: 0, count: max(0, -point)) + digits.dropFirst(max(0, point))
  }

  /// The number without thousands separators; very large and small numbers have an exponent.
  var plain: String {
    let sign = isNegative && !isZero ? "-" : ""
    guard isZero || -8...21 ~= point else {
      let rest = digits.dropFirst()
      let exponent = CivilDate.padded(abs(point - 1))
      return sign + Self.text(digits.prefix(1)) + (rest.isEmpty ? "" : "." + Self.text(rest))
        + (point > 0 ? "E+" : "E-") + exponent
    }
    let (whole, fraction) = (whole, fraction)
    return sign + (whole.isEmpty ? "0" : Self.text(whole[...]))
      + (fraction.isEmpty ? "" : "." + Self.text(fraction[...]))
  }

  /// Returns digits as text.
  static func text(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  /// Keeps a number of digits, and rounds half up.
  private mutating func cut(to count: Int) {
    if count < 0 { digits.removeAll() }
    if count >= 0, digits.count > count {
      let isUp = digits[count] >= 5
      digits.removeLast(digits.count - count)
      if isUp { increment() }
    }
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { point = 0 }
  }

  private mutating func increment() {
    while digits.last == 9 { digits.removeLast() }
    if digits.isEmpty {
      digits = [1]
      point += 1
    } else {
      digits[digits.count - 1] += 1
    }
  }
}
