import LanguageCodes

/// Reads the name or code of a language, as typed after `lang:`.
enum LanguageName {
  /// The ISO 639-1 code of a language, if there is one: `de` for `de-AT`, `deu`, `german` and `Deutsch`.
  ///
  /// The text is a name in English or in the language itself, a tag of BCP 47, or the name of a locale; the
  /// code of other texts is nil.
  static func code(of text: String) -> String? {
    let name = text.lowercased()
    if let language = Language(code: name) ?? Language(name: name) { return language.code }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard
      parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isPlainAlphanumeric) }),
      (2...3).contains(parts[0].count), parts[0].allSatisfy(\.isLetter)
    else { return nil }
    let code = String(parts[0])
    return Language(code: code)?.code ?? code
  }
}

extension Character {
  fileprivate var isPlainAlphanumeric: Bool { isASCII && (isLetter || isNumber) }
}
