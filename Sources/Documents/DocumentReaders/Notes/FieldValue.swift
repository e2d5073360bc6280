/// Makes values of metadata fields.
enum FieldValue {
  /// Longer titles, names and keywords are cut.
  static let longest = 1_024
  /// More authors or keywords of one document do not help to find it.
  static let most = 64

  /// Collapses blanks, and cuts a value that is too long; nil if nothing is left.
  ///
  /// Invalid sequences of UTF-8 become U+FFFD.
  static func text(_ text: Span<UInt8>, longest: Int = longest) -> String? {
    let value = text.collapsed(upTo: longest)
    return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
  }
}
