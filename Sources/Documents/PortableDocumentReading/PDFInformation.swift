import DocumentReaders

/// Reads values of a PDF document's information dictionary.
enum PDFInformation {
  /// Splits the authors; many programs write all of them into one value.
  static func authors(_ value: String) -> [String] { words(value, separators: ";\n") }

  /// Splits the keywords; nearly all programs write all of them into one value.
  static func keywords(_ value: String) -> [String] { words(value, separators: ",;\n") }

  private static func words(_ value: String, separators: String) -> [String] {
    value.split(whereSeparator: separators.contains).prefix(64).compactMap { word in
      let word = word.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return word.isEmpty ? nil : word
    }
  }

  /// Converts a PDF date such as `D:20260102030405+01'00'` to RFC 3339.
  ///
  /// Source: ISO 32000-1, 7.9.4. A time without time zone is dropped.
  ///
  /// - Returns: nil if there is no full date.
  static func date(_ value: String) -> String? {
    var rest = Array(value.utf8.prefix(32))[...]
    if rest.starts(with: "D:".utf8) { rest = rest.dropFirst(2) }
    var digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard digits.count >= 8 else { return nil }
    func take(_ count: Int) -> String {
      defer { digits = digits.dropFirst(count) }
      return String(decoding: digits.prefix(count), as: UTF8.self)
    }
    var date = "\(take(4))-\(take(2))-\(take(2))"
    if digits.count >= 4 {
      date += "T\(take(2)):\(take(2))"
      if digits.count >= 2 { date += ":\(take(2))" }
      date += zone(rest)
    }
    return W3CDate.rfc3339(date)
  }

  /// Converts `+01'00'`, `+01'00` or `+01` to `+01:00`.
  private static func zone(_ zone: ArraySlice<UInt8>) -> String {
    guard let sign = zone.first else { return "" }
    if sign == UInt8(ascii: "Z") { return "Z" }
    let digits = zone.dropFirst().filter { (0x30...0x39).contains($0) }.prefix(4)
    let padded = digits.count == 2 ? digits + [0x30, 0x30] : digits
    guard padded.count == 4 else { return "" }
    let bytes = [sign] + padded.prefix(2) + [UInt8(ascii: ":")] + padded.dropFirst(2)
    return String(decoding: bytes, as: UTF8.self)
  }
}
