/// The single-byte encodings whose control characters ICU's converters swap: the code pages of DOS.
enum CodePages {
  static let original = CharacterEncoding(known: "IBM437")

  private static let pages = ["IBM437", "IBM737", "IBM850", "IBM852", "IBM855", "IBM862", "IBM866"]
    .compactMap { SingleBytePage(CharacterEncoding(known: $0)) }

  /// Returns the page of an encoding; nil if it is not a common code page of DOS.
  static func page(_ encoding: CharacterEncoding) -> SingleBytePage? {
    pages.first { $0.encoding == encoding }
  }
}
