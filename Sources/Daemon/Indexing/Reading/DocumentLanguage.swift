import LanguageDetection

/// The language of a document: the declared one, unless the text contradicts it, or the detected one.
struct DocumentLanguage: Equatable {
  /// The ISO 639-1 code.
  let code: String
  /// Whether the document declares it.
  let isDeclared: Bool

  /// Finds the language; nil if it is not clear, or if the text is source code or data.
  ///
  /// At most 4 KB of the text are examined.
  ///
  /// - Parameters:
  ///   - text: the text in UTF-8.
  ///   - type: the media type.
  ///   - tag: the language that the document declares, as in HTML's `lang`.
  init?(of text: [UInt8], type: String, declared tag: String?) {
    guard Self.hasProse(type),
      let code = LanguageDetector.language(of: text.span, declared: tag)
    else { return nil }
    self.code = code
    isDeclared = tag.flatMap(LanguageDetector.code(ofTag:)) == code
  }

  /// Whether documents of a media type contain sentences.
  ///
  /// Types `text/x-…` are programs and data, except a few formats of documents.
  static func hasProse(_ type: String) -> Bool {
    if type.hasPrefix("text/x-") { return proseTypes.contains(type) }
    return !dataTypes.contains(type) && !type.hasSuffix("/json") && !type.hasSuffix("/xml")
  }

  private static let proseTypes: Set<String> = [
    "text/x-rst", "text/x-tex", "text/x-info", "text/x-ssa", "text/x-microdvd",
    "text/x-gettext-translation",
  ]

  private static let dataTypes: Set<String> = [
    "text/css", "text/csv", "text/javascript", "text/rust", "text/typescript", "text/vcard",
    "text/yaml",
  ]
}
