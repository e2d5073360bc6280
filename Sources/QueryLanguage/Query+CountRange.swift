extension Query {
  /// A range of counts; at least one of its ends is not nil.
  public struct CountRange: Equatable, Sendable {
    /// The smallest count; nil for no limit.
    public let least: Int64?
    /// The largest count; nil for no limit.
    public let greatest: Int64?

    /// Makes a range.
    public init(least: Int64?, greatest: Int64?) {
      (self.least, self.greatest) = (least, greatest)
    }
  }
}

extension Query.CountRange {
  /// Reads a count (`12`), a comparison (`>10`) or a range (`10..20`).
  init?(_ text: String) {
    switch ValueForm(text) {
    case .plain(let number):
      guard let count = Self.count(number) else { return nil }
      self.init(least: count, greatest: count)
    case .compared(let comparison, let number):
      guard let count = Self.count(number) else { return nil }
      switch comparison {
      case .greater: self.init(least: count + 1, greatest: nil)
      case .greaterOrEqual: self.init(least: count, greatest: nil)
      case .less where count == 0: return nil
      case .less: self.init(least: nil, greatest: count - 1)
      case .lessOrEqual: self.init(least: nil, greatest: count)
      }
    case .between(let lower, let upper):
      var ends = [lower, upper].map { $0.flatMap(Self.count) }
      guard (ends[0] == nil) == (lower == nil), (ends[1] == nil) == (upper == nil) else {
        return nil
      }
      if let least = ends[0], let greatest = ends[1], least > greatest { ends.reverse() }
      self.init(least: ends[0], greatest: ends[1])
    case nil: return nil
    }
  }

  /// The range for people: `over 10`, `from 10 to 20`.
  var reading: String {
    switch (least, greatest) {
    case (let least?, let greatest?):
      least == greatest ? "\(least)" : "from \(least) to \(greatest)"
    case (let least?, nil): least > 0 ? "over \(least - 1)" : "at least 0"
    case (nil, let greatest?): "at most \(greatest)"
    case (nil, nil): "any"
    }
  }

  private static func count(_ text: Substring) -> Int64? {
    guard (1...12).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int64(text)
  }
}
