/// Reads the dates of metadata, which are ISO 8601 in many spellings.
enum HTMLDate {
  /// Rewrites a date as RFC 3339 has it.
  ///
  /// - Parameter text: a date such as `2024-02-29`, `2024/02/29`, `2024-02-29T12:30+01:00` or
  ///   `2024-02-29 12:30:05.25Z`.
  /// - Returns: a date; with its time if that has an offset from UTC; nil if it is no valid date.
  static func rfc3339(_ text: [UInt8]) -> String? {
    var parser = Parser(text: text[...].drop(while: HTMLSyntax.isBlank)[...])
    guard let date = parser.date() else { return nil }
    guard parser.skip([0x54, 0x74, 0x20]) != nil, let time = parser.time() else { return date }
    return date + "T" + time
  }

  private struct Parser {
    var text: ArraySlice<UInt8>

    /// Reads exactly this number of digits, if the number is in a range.
    mutating func number(_ digits: Int, in range: ClosedRange<Int>) -> Int? {
      let prefix = text.prefix(digits)
      guard prefix.count == digits, prefix.allSatisfy(\.isDigit) else { return nil }
      let number = prefix.reduce(0) { $0 * 10 + Int($1 & 0xf) }
      guard range.contains(number) else { return nil }
      text = text.dropFirst(digits)
      return number
    }

    mutating func skip(_ bytes: [UInt8]) -> UInt8? {
      guard let byte = text.first, bytes.contains(byte) else { return nil }
      text = text.dropFirst()
      return byte
    }

    mutating func date() -> String? {
      let separators: [UInt8] = [0x2d, 0x2f]
      guard let year = number(4, in: 1...9_999), let separator = skip(separators),
        let month = number(2, in: 1...12), skip([separator]) != nil,
        let day = number(2, in: 1...31), day <= Self.days(month, year),
        text.first?.isDigit != true
      else { return nil }
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Reads a time with its offset from UTC.
    mutating func time() -> String? {
      guard let hour = number(2, in: 0...23), skip([0x3a]) != nil,
        let minute = number(2, in: 0...59)
      else { return nil }
      var second = 0
      if skip([0x3a]) != nil {
        guard let number = number(2, in: 0...60) else { return nil }
        second = number
        if skip([0x2e, 0x2c]) != nil { text = text.drop(while: \.isDigit) }
      }
      _ = skip([0x20])
      guard let offset = offset() else { return nil }
      return "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))\(offset)"
    }

    private mutating func offset() -> String? {
      if skip([0x5a, 0x7a]) != nil { return "Z" }
      guard let sign = skip([0x2b, 0x2d]), let hour = number(2, in: 0...23) else { return nil }
      _ = skip([0x3a])
      let minute = number(2, in: 0...59) ?? 0
      return "\(sign == 0x2b ? "+" : "-")\(padded(hour, 2)):\(padded(minute, 2))"
    }

    private func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
      switch month {
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }
  }
}
