/// Makes values of metadata fields.
enum FieldValue {
  /// Longer titles, names and keywords are cut.
  static let longest = 1_024
  /// More authors or keywords of one document do not help to find it.
  static let most = 64

  /// Collapses blanks, and cuts a value that is too long.
  ///
  /// - Parameter text: UTF-8; invalid sequences become U+FFFD.
  /// - Returns: nil if nothing is left.
  static func text(_ text: Span<UInt8>) -> String? {
    var value: [UInt8] = []
    var hasGap = false
    for index in text.indices {
      let byte = text[index]
      if byte <= 0x20 || byte == 0x7f {
        hasGap = !value.isEmpty
        continue
      }
      if byte & 0xc0 != 0x80, value.count >= longest { break }
      if hasGap { value.append(0x20) }
      hasGap = false
      value.append(byte)
    }
    return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
  }

  /// Makes a date of RFC 3339 from a date in the order of ISO 8601, with any separators.
  ///
  /// The time of day is given only if the text has an offset from UTC: without one, RFC 3339
  /// cannot express it. A missing month or day becomes the first one.
  ///
  /// - Returns: nil if the text does not begin with a date.
  static func date(_ text: Span<UInt8>) -> String? {
    var index = 0
    func number(_ digits: Int) -> Int? {
      guard index <= text.count - digits else { return nil }
      var value = 0
      for offset in 0..<digits {
        let byte = text[index + offset]
        guard byte.isDigit else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      index += digits
      return value
    }
    func skipSeparator() {
      if index < text.count, !text[index].isDigit, text[index] != 0x2b { index += 1 }
    }
    while index < text.count, text[index] <= 0x20 { index += 1 }
    guard let year = number(4), year >= 1_000 else { return nil }
    skipSeparator()
    let month = number(2) ?? 1
    skipSeparator()
    let day = number(2) ?? 1
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    let date = "\(year)-\(padded(month))-\(padded(day))"
    skipSeparator()
    guard let hour = number(2) else { return date }
    skipSeparator()
    guard let minute = number(2), hour < 24, minute < 60 else { return date }
    if index < text.count, text[index] == 0x3a { index += 1 }
    let second = min(number(2) ?? 0, 59)
    if index < text.count, text[index] == 0x2e {
      index += 1
      while index < text.count, text[index].isDigit { index += 1 }
    }
    guard index < text.count else { return date }
    let time = "\(date)T\(padded(hour)):\(padded(minute)):\(padded(second))"
    let sign = text[index]
    if sign == 0x5a { return time + "Z" }
    guard sign == 0x2b || sign == 0x2d else { return date }
    index += 1
    guard let hours = number(2), hours < 24 else { return date }
    if index < text.count, text[index] == 0x3a { index += 1 }
    let minutes = min(number(2) ?? 0, 59)
    return time + (sign == 0x2b ? "+" : "-") + "\(padded(hours)):\(padded(minutes))"
  }

  private static func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
