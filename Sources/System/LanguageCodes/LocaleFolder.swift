/// A folder that is named by a locale, as translations lie side by side: `ro-RO`, `zh_Hans`, `man/de`.
public struct LocaleFolder: Equatable, Sendable {
  /// The ISO 639-1 code of its language.
  public let language: String

  /// The names of folders in which a code of two letters is a language; elsewhere `it` and `cs` mean other things.
  private static let parents: Set<String> = [
    "man", "locale", "locales", "lang", "language", "languages", "i18n", "l10n", "translations",
    "html", "help",
  ]

  /// Reads the name of a folder; nil if it is not a locale.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - parent: the name of the folder that contains it.
  public init?(_ name: String, in parent: String) {
    let parts = name.split(omittingEmptySubsequences: false) { "-_.@".contains($0) }
    guard (1...4).contains(parts.count), let code = Language(code: parts[0].lowercased())?.code,
      name.utf8.allSatisfy({ $0 < 0x80 })
    else { return nil }
    if parts.count == 1 {
      guard name.utf8.count == 2, Self.parents.contains(parent.lowercased()) else { return nil }
    } else {
      guard name.utf8.count <= 16, Self.isRegion(parts[1]) else { return nil }
    }
    language = code
  }

  /// Whether a text is a region of ISO 3166-1 or a script of ISO 15924.
  private static func isRegion(_ text: Substring) -> Bool {
    switch text.utf8.count {
    case 2: text.allSatisfy { "A"..."Z" ~= $0 }
    case 4: ["hans", "hant", "latn", "cyrl", "arab"].contains(text.lowercased())
    default: false
    }
  }
}
