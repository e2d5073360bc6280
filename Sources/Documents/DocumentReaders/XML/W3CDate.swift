/// Dates as XML formats write them: ISO 8601 with any precision and perhaps without time zone.
public enum W3CDate {
  /// Makes a date of RFC 3339.
  ///
  /// A time without zone is left out, because RFC 3339 has no such times.
  ///
  /// - Returns: nil if there is no full date.
  public static func rfc3339(_ text: String) -> String? {
    let bytes = Array(text.utf8.prefix(64))
    guard bytes.count >= 10, let year = number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
      let month = number(bytes, 5, 2), bytes[7] == UInt8(ascii: "-"),
      let day = number(bytes, 8, 2), year > 0, (1...12).contains(month),
      (1...days(in: month, of: year)).contains(day)
    else { return nil }
    let date = String(decoding: bytes[..<10], as: UTF8.self)
    return date + (time(bytes) ?? "")
  }

  /// Reads time and zone after the date.
  private static func time(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 17, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let hour = number(bytes, 11, 2), hour < 24, bytes[13] == UInt8(ascii: ":"),
      let minute = number(bytes, 14, 2), minute < 60
    else { return nil }
    var end = 16
    var seconds = ":00"
    if bytes[16] == UInt8(ascii: ":") {
      guard let second = number(bytes, 17, 2), second <= 60 else { return nil }
      seconds = String(decoding: bytes[16..<19], as: UTF8.self)
      end = 19
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
    }
    guard let zone = zone(bytes[end...]) else { return nil }
    return "T" + String(decoding: bytes[11..<16], as: UTF8.self) + seconds + zone
  }

  private static func zone(_ bytes: ArraySlice<UInt8>) -> String? {
    let bytes = Array(bytes)
    guard let sign = bytes.first else { return nil }
    if bytes == [UInt8(ascii: "Z")] { return "Z" }
    guard bytes.count == 6, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hour = number(bytes, 1, 2), hour < 24, bytes[3] == UInt8(ascii: ":"),
      let minute = number(bytes, 4, 2), minute < 60
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[start..<start + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
