/// A section of a number format, for numbers with a sign or a condition.
struct NumberSection {
  enum Token: Equatable {
    case literal(String)
    /// A digit: `0` shows zeros, `?` blanks, and `#` nothing where the number has no digit.
    case digit(UInt8)
    case point, comma, percent
    /// The exponent; whether its sign is also shown if it is positive.
    case exponent(showsPlus: Bool)
    /// The line of a fraction, with its denominator if that is fixed.
    case fraction(denominator: Int?)
    /// The number as it is.
    case general
    case date(DateField)
  }

  /// A field of a date or time; the width is the number of letters.
  enum DateField: Equatable {
    case year(Int), buddhistYear(Int), month(Int), day(Int), weekday(Int)
    case hour(Int), minute(Int), second(Int), secondFraction(Int)
    case elapsedHours(Int), elapsedMinutes(Int), elapsedSeconds(Int)
    case half(isShort: Bool)
  }

  struct Condition: Equatable {
    enum Comparison: String {
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
      case equal = "="
      case unequal = "<>"
    }

    var comparison: Comparison
    var value: Double

    func holds(for number: Double) -> Bool {
      switch comparison {
      case .less: number < value
      case .lessOrEqual: number <= value
      case .greater: number > value
      case .greaterOrEqual: number >= value
      case .equal: number == value
      case .unequal: number != value
      }
    }
  }

  /// The index of the section in its format.
  var index = 0
  private(set) var tokens: [Token] = []
  var condition: Condition?
  /// Whether the section shows texts.
  var isOfTexts = false
  /// The language of the names of months and days.
  var language = CellLanguage.english

  /// The literal text before and after the value; nil if there is none.
  var frame: (before: String, after: String)? {
    guard let place = tokens.firstIndex(of: .general) else { return nil }
    func text(_ tokens: ArraySlice<Token>) -> String {
      tokens.reduce(into: "") { text, token in
        if case .literal(let literal) = token { text += literal }
      }
    }
    let frame = (before: text(tokens[..<place]), after: text(tokens[(place + 1)...]))
    return frame == ("", "") ? nil : frame
  }

  /// Whether the section shows numbers as they are.
  var isGeneral: Bool { tokens.isEmpty || tokens == [.general] }

  /// Whether the section shows a date or a time; with digits, letters of dates are only text.
  private(set) var isDate = false
  /// Whether the section shows the day of a month.
  private(set) var hasDay = false
  /// Whether hours are counted to 12.
  private(set) var isTwelveHours = false
  /// The number of shown digits of a second after the point.
  private(set) var secondPlaces = 0

  /// Sets the tokens, and what all dates and times in the section have in common.
  mutating func complete(_ tokens: [Token]) {
    self.tokens = tokens
    var hasDigit = false
    for token in tokens {
      switch token {
      case .digit: hasDigit = true
      case .date(let field):
        isDate = true
        if case .half = field { isTwelveHours = true }
        if case .day = field { hasDay = true }
        if case .secondFraction(let places) = field { secondPlaces = places }
      default: break
      }
    }
    if hasDigit { isDate = false }
  }
}
