/// Reads ISO 8601 dates in documents, with any precision, and with or without a time zone.
public enum W3CDate {
  /// Converts a date to RFC 3339.
  ///
  /// A time without time zone is dropped, because RFC 3339 does not allow it.
  ///
  /// - Parameter text: a date such as `2024-02-29`, `2024/02/29`, `2024-02-29T12:30+01:00` or
  ///   `2024-02-29 12:30:05.25Z`.
  /// - Returns: nil if the text does not begin with a full date.
  public static func rfc3339(_ text: some StringProtocol) -> String? {
    var parser = Parser(rest: Array(text.utf8.prefix(64)).drop { $0 <= 0x20 })
    let separators: [UInt8] = [0x2d, 0x2f]
    guard let year = parser.number(4), let separator = parser.skip(separators),
      let month = parser.number(2), parser.skip([separator]) != nil,
      let day = parser.number(2), parser.rest.first?.isDigit != true
    else { return nil }
    return CivilDate.rfc3339(year: year, month: month, day: day).map { $0 + (parser.time() ?? "") }
  }

  /// Converts a date in the order of ISO 8601, with any separators or none, to RFC 3339.
  ///
  /// A missing month or day becomes 1.
  ///
  /// - Returns: nil if the text does not begin with a year from 1000 on.
  static func loose(_ text: Span<UInt8>) -> String? {
    let start = text.extracting(first: 64).copied()
    var parser = Parser(rest: start.drop { $0 <= 0x20 })
    guard let year = parser.number(4), year >= 1_000 else { return nil }
    parser.skipSeparator()
    let month = parser.number(2) ?? 1
    parser.skipSeparator()
    let date = CivilDate.rfc3339(year: year, month: month, day: parser.number(2) ?? 1)
    return date.map { $0 + (parser.time() ?? "") }
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    /// Reads a number of exactly `digits` digits; nil if there are fewer.
    mutating func number(_ digits: Int) -> Int? {
      let prefix = rest.prefix(digits)
      guard prefix.count == digits, prefix.allSatisfy(\.isDigit) else { return nil }
      rest = rest.dropFirst(digits)
      return prefix.reduce(0) { $0 * 10 + Int($1 & 0xf) }
    }

    mutating func skip(_ bytes: [UInt8]) -> UInt8? {
      guard let byte = rest.first, bytes.contains(byte) else { return nil }
      return rest.popFirst()
    }

    mutating func skipSeparator() {
      if let byte = rest.first, !byte.isDigit, byte != 0x2b { rest.removeFirst() }
    }

    /// Reads a time with its UTC offset; nil if there is none.
    mutating func time() -> String? {
      guard skip([0x54, 0x74, 0x20]) != nil, let hour = number(2), hour < 24 else { return nil }
      let separators: [UInt8] = [0x3a]
      _ = skip(separators)
      guard let minute = number(2), minute < 60 else { return nil }
      _ = skip(separators)
      let second = number(2) ?? 0
      if skip([0x2e, 0x2c]) != nil { rest = rest.drop(while: \.isDigit) }
      _ = skip([0x20])
      guard second <= 60, let zone = zone() else { return nil }
      return CivilDate.clock(hour, minute, second) + zone
    }

    private mutating func zone() -> String? {
      if skip([0x5a, 0x7a]) != nil { return "Z" }
      guard let sign = skip([0x2b, 0x2d]), let hour = number(2), hour < 24 else { return nil }
      _ = skip([0x3a])
      let minute = number(2) ?? 0
      guard minute < 60 else { return nil }
      return (sign == 0x2b ? "+" : "-") + "\(CivilDate.padded(hour)):\(CivilDate.padded(minute))"
    }
  }
}
