extension Query {
  /// A range of counts, or of sizes in bytes; at least one of its ends is not nil.
  public struct NumberRange: Equatable, Sendable {
    /// The smallest number; nil for no limit.
    public let least: Int64?
    /// The largest number; nil for no limit.
    public let greatest: Int64?

    /// Makes a range.
    public init(least: Int64?, greatest: Int64?) {
      (self.least, self.greatest) = (least, greatest)
    }
  }
}

extension Query.NumberRange {
  /// A number as typed; value and precision are far below the largest `Int64`.
  struct Number {
    let value: Int64
    /// How many numbers a plain number means, from ``value`` on: `1m` means all sizes that round down to it.
    var precision: Int64 = 1
  }

  /// Reads a number (`12`), a comparison (`>10`) or a range (`10..20`); `number` reads one number.
  init?(_ text: String, _ number: (Substring) -> Number?) {
    switch ValueForm(text) {
    case .plain(let word):
      guard let number = number(word) else { return nil }
      self.init(least: number.value, greatest: number.value + number.precision - 1)
    case .compared(let comparison, let word):
      guard let value = number(word)?.value else { return nil }
      switch comparison {
      case .greater: self.init(least: value + 1, greatest: nil)
      case .greaterOrEqual: self.init(least: value, greatest: nil)
      case .less where value == 0: return nil
      case .less: self.init(least: nil, greatest: value - 1)
      case .lessOrEqual: self.init(least: nil, greatest: value)
      }
    case .between(let lower, let upper):
      var ends = [lower, upper].map { $0.flatMap { number($0)?.value } }
      guard (ends[0] == nil) == (lower == nil), (ends[1] == nil) == (upper == nil) else {
        return nil
      }
      if let least = ends[0], let greatest = ends[1], least > greatest { ends.reverse() }
      self.init(least: ends[0], greatest: ends[1])
    case nil: return nil
    }
  }

  /// Reads counts of at most twelve digits.
  init?(counts text: String) {
    self.init(text) { digits in
      guard (1...12).contains(digits.utf8.count), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      return Int64(digits).map { Number(value: $0) }
    }
  }

  /// The range of counts as text for people: `over 10`, `from 10 to 20`.
  var countReading: String {
    switch (least, greatest) {
    case (let least?, let greatest?):
      least == greatest ? "\(least)" : "from \(least) to \(greatest)"
    case (let least?, nil): least > 0 ? "over \(least - 1)" : "at least 0"
    case (nil, let greatest?): "at most \(greatest)"
    case (nil, nil): "any"
    }
  }
}
