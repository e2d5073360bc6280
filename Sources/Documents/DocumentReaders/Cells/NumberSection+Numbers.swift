extension NumberSection {
  /// Returns the text of a number; a section for negative numbers shows their sign itself.
  func text(of number: Double, isNegativeSection: Bool) -> String {
    var decimal = DecimalNumber(number)
    if isNegativeSection { decimal.dropSign() }
    let percents = tokens.count { $0 == .percent }
    decimal.shift(by: 2 * percents)
    if let line = tokens.firstIndex(where: { if case .fraction = $0 { true } else { false } }) {
      return fractionText(decimal, line: line)
    }
    if let mark = tokens.firstIndex(where: { if case .exponent = $0 { true } else { false } }) {
      return exponentText(decimal, mark: mark)
    }
    return text(of: decimal, tokens[...])
  }

  private static func isDigit(_ token: Token) -> Bool {
    if case .digit = token { true } else { false }
  }

  /// Returns a number with the digits, separators and literals of tokens.
  private func text(of number: DecimalNumber, _ tokens: ArraySlice<Token>) -> String {
    var number = number
    let point = tokens.firstIndex(of: .point) ?? tokens.endIndex
    let before = tokens[..<point]
    let lastDigit = before.lastIndex(where: Self.isDigit) ?? before.startIndex
    let hasDigits = tokens.contains(where: Self.isDigit)
    // Commas after the last digit divide by 1,000; other commas group the digits.
    let after = tokens[point...]
    let lastPlace = after.lastIndex(where: Self.isDigit) ?? after.startIndex
    let scale = (before[lastDigit...] + after[lastPlace...]).count { $0 == .comma }
    if hasDigits { number.shift(by: -3 * scale) }
    let isGrouped = before[..<lastDigit].contains(.comma)
    let places = after.count(where: Self.isDigit)
    if hasDigits { number.round(toPlaces: places) }
    var digits = DigitWriter(
      number, places: before.count(where: Self.isDigit), isGrouped: isGrouped)
    let isSigned = hasDigits ? !number.isZero : tokens.contains(.general)
    var text = number.isNegative && isSigned ? "-" : ""
    for (index, token) in zip(tokens.indices, tokens) {
      switch token {
      case .literal(let literal): text += literal
      case .digit(let kind):
        text += index < point ? digits.nextWhole(kind) : digits.nextFraction(kind)
      case .point:
        // Without digits before the point, all of them are shown there.
        text += before.contains(where: Self.isDigit) ? "." : digits.rest + "."
      case .percent: text += "%"
      case .general:
        var plain = number
        plain.dropSign()
        text += plain.plain
      case .comma, .exponent, .fraction, .date: break
      }
    }
    return text
  }

  private func exponentText(_ number: DecimalNumber, mark: Int) -> String {
    var mantissa = number
    let point = tokens[..<mark].firstIndex(of: .point) ?? mark
    let width = max(1, tokens[..<point].count(where: Self.isDigit))
    let places = tokens[point..<mark].count(where: Self.isDigit)
    var exponent = 0
    // Rounding may add a digit; then the exponent is found again.
    for _ in 0..<2 where !mantissa.isZero {
      let excess = mantissa.point - 1
      // With several digits before the point, the exponent is a multiple of their number.
      let shift = width == 1 ? excess : Int((Double(excess) / Double(width)).rounded(.down)) * width
      mantissa.shift(by: -shift)
      exponent += shift
      mantissa.round(toPlaces: places)
    }
    let exponentDigits = tokens[mark...].count(where: Self.isDigit)
    var text = self.text(of: mantissa, tokens[..<mark])
    guard case .exponent(let showsPlus) = tokens[mark] else { return text }
    text += exponent < 0 ? "E-" : showsPlus ? "E+" : "E"
    text += CivilDate.padded(Int(exponent.magnitude), to: exponentDigits)
    for case .literal(let literal) in tokens[mark...] { text += literal }
    return text
  }

  /// Returns a number as a fraction, the nearest one whose denominator is fixed or has few enough digits.
  private func fractionText(_ number: DecimalNumber, line: Int) -> String {
    let numerator = tokens[..<line].lastIndex { !Self.isDigit($0) }.map { $0 + 1 } ?? 0
    let hasWhole = tokens[..<numerator].contains(where: Self.isDigit)
    guard let value = Double(number.plain)?.magnitude, value < 1e9 else { return number.plain }
    let whole = hasWhole ? value.rounded(.down) : 0
    let end = tokens[(line + 1)...].firstIndex { !Self.isDigit($0) } ?? tokens.endIndex
    let most = [9, 99, 999, 9_999, 99_999][min(max(end - line - 2, 0), 4)]
    var (above, below) = (0, 1)
    if case .fraction(let denominator?) = tokens[line], denominator > 0 {
      (above, below) = (Int(((value - whole) * Double(denominator)).rounded()), denominator)
    } else {
      (above, below) = Self.fraction(of: value - whole, most: most)
    }
    var units = Int(whole)
    if hasWhole, above == below { (units, above) = (units + 1, 0) }
    var text = number.isNegative && (units > 0 || above > 0) ? "-" : ""
    for case .literal(let literal) in tokens[..<numerator] where !literal.allSatisfy(\.isWhitespace)
    {
      text += literal
    }
    if hasWhole, units > 0 || above == 0 { text += "\(units)" }
    if above > 0 || !hasWhole { text += (hasWhole && units > 0 ? " " : "") + "\(above)/\(below)" }
    for case .literal(let literal) in tokens[end...] { text += literal }
    return text
  }

  /// Returns the last fraction of a continued fraction whose denominator is at most `most`, as Excel does.
  private static func fraction(of value: Double, most: Int) -> (Int, Int) {
    var (last, current) = ((above: 0.0, below: 1.0), (above: 1.0, below: 0.0))
    var rest = value
    for _ in 0..<32 {
      let whole = rest.rounded(.down)
      let next = (
        above: whole * current.above + last.above, below: whole * current.below + last.below
      )
      if next.below > Double(most) || next.above > 1e15 { break }
      (last, current) = (current, next)
      if rest - whole < 1e-9 { break }
      rest = 1 / (rest - whole)
    }
    return current.below > 0 ? (Int(current.above), Int(current.below)) : (0, 1)
  }
}

/// Distributes the digits of a number over the digits of a format.
private struct DigitWriter {
  private let whole: [UInt8]
  private let fraction: [UInt8]
  private let isGrouped: Bool
  /// The number of digits of the format before the point that are left.
  private var places: Int
  private var fractionIndex = 0
  private var isAtStart = true

  /// All digits before the point.
  var rest: String { DecimalNumber.text(whole[...]) }

  init(_ number: DecimalNumber, places: Int, isGrouped: Bool) {
    (whole, fraction) = (number.whole, number.fraction)
    (self.places, self.isGrouped) = (places, isGrouped)
  }

  /// Returns the digits for the next digit of the format; the first one takes all that are too many.
  mutating func nextWhole(_ kind: UInt8) -> String {
    let last = places
    places -= 1
    var text = ""
    var position = isAtStart ? max(whole.count, last) : last
    isAtStart = false
    while position >= last, position > 0 {
      text += digit(at: position, kind)
      position -= 1
    }
    return text
  }

  /// Returns the digit with a position before the point, counted from 1, and its separator.
  private func digit(at position: Int, _ kind: UInt8) -> String {
    let separator = isGrouped && position > 1 && position % 3 == 1 ? "," : ""
    if position <= whole.count {
      let index = whole.count - position
      return DecimalNumber.text(whole[index...index]) + separator
    }
    switch kind {
    case UInt8(ascii: "0"): return "0" + separator
    case UInt8(ascii: "?"): return " "
    default: return ""
    }
  }

  mutating func nextFraction(_ kind: UInt8) -> String {
    defer { fractionIndex += 1 }
    if fractionIndex < fraction.count {
      return DecimalNumber.text(fraction[fractionIndex...fractionIndex])
    }
    switch kind {
    case UInt8(ascii: "0"): return "0"
    case UInt8(ascii: "?"): return " "
    default: return ""
    }
  }
}
