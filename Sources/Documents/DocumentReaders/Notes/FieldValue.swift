/// Cleans the values of metadata fields.
enum FieldValue {
  /// Longer titles, names and keywords are cut after this number of bytes.
  static let longest = 1_024
  /// The number of authors or keywords that are kept of a document.
  static let most = 64

  /// Collapses blanks, and cuts a long value; nil if the value is empty then.
  ///
  /// Invalid UTF-8 becomes U+FFFD.
  static func text(_ text: Span<UInt8>, longest: Int = longest) -> String? {
    let value = text.collapsed(upTo: longest)
    return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
  }
}
