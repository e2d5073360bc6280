/// The languages of a script that only trigrams part, in the order of the table's columns.
package struct TrigramLanguages: Sendable {
  /// The script.
  package let script: Script
  /// The training folders: an ISO 639 code, where needed with a script.
  package let names: [String]

  /// All scripts that have trigrams, by the script's number.
  package static let all: [TrigramLanguages] = [
    TrigramLanguages(
      script: .latin,
      names: [
        "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "nn", "fi", "et", "lv", "lt",
        "pl", "cs", "sk", "sl", "hr", "hu", "ro", "tr", "vi", "id", "ca", "gl", "eu", "sq", "is",
        "ga", "cy", "af", "eo", "az", "sr@latin", "tl", "uz", "br", "gd", "fy", "oc", "rm", "xh",
        "st", "hsb", "rw",
      ]),
    TrigramLanguages(
      script: .cyrillic, names: ["ru", "uk", "be", "bg", "sr", "mk", "kk", "tg", "mn"]),
    TrigramLanguages(script: .arabic, names: ["ar", "fa", "ur", "ug"]),
    TrigramLanguages(script: .devanagari, names: ["hi", "mr", "ne"]),
  ]

  /// The words of 16 columns that a row of the table has.
  package var wordsPerRow: Int { names.count > 16 ? 3 : 1 }

  /// Sets of languages so close that a text in one fits another nearly as well.
  private static let families: [Set<String>] = [
    ["da", "no", "nn", "sv"], ["hr", "sr@latin", "sl"], ["cs", "sk"], ["nl", "af", "fy"],
    ["es", "gl", "pt", "ca", "oc"], ["ga", "gd"], ["ru", "uk", "be", "bg", "sr", "mk"],
  ]

  /// Whether two of the names are close languages.
  static func areClose(_ one: String, _ other: String) -> Bool {
    families.contains { $0.contains(one) && $0.contains(other) }
  }

  /// The ISO 639-1 code of a name; nil if the table has the language only to rule it out.
  ///
  /// Xhosa, Sotho and Rwanda represent the Bantu languages, Upper Sorbian has no such code.
  static func code(of name: String) -> String? {
    switch name {
    case "sr@latin": "sr"
    case "xh", "st", "rw", "hsb": nil
    default: name
    }
  }
}
