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
}
