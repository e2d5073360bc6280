extension Collection<UInt8> {
  /// The bytes as hexadecimal digits, two for each, in lower case.
  public var hexadecimalDigits: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension [UInt8] {
  /// Reads hexadecimal digits; nil if there are other characters, or an odd number of digits.
  public init?(hexadecimalDigits digits: String) {
    let values = digits.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count.isMultiple(of: 2) else { return nil }
    self = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard let high = values[index], let low = values[index + 1] else { return nil }
      append(UInt8(high << 4 | low))
    }
  }
}
