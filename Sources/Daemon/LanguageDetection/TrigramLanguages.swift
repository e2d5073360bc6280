/// The languages of a script that trigrams distinguish, in the order of the table's columns.
package struct TrigramLanguages: Sendable {
  /// The script.
  package let script: Script
  /// The names of the training folders: ISO 639 codes, with a script if necessary.
  package let names: [String]

  /// All scripts that have trigrams, in the order of the scripts' raw values.
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

  /// How many 64-bit words a table row has; each has 16 columns.
  package var wordsPerRow: Int { names.count > 16 ? 3 : 1 }

  /// Groups of languages so similar that a text in one fits another almost as well.
  private static let families: [Set<String>] = [
    ["da", "no", "nn", "sv"], ["hr", "sr@latin", "sl"], ["cs", "sk"], ["nl", "af", "fy"],
    ["es", "gl", "pt", "ca", "oc"], ["ga", "gd"], ["ru", "uk", "be", "bg", "sr", "mk"],
  ]

  /// Whether two languages are in the same group.
  static func areClose(_ one: String, _ other: String) -> Bool {
    families.contains { $0.contains(one) && $0.contains(other) }
  }

  /// The ISO 639-1 code of a language; nil if the table has the language only to rule it out.
  ///
  /// Xhosa, Sotho and Rwanda stand for the Bantu languages; Upper Sorbian has no ISO 639-1 code.
  static func code(of name: String) -> String? {
    switch name {
    case "sr@latin": "sr"
    case "xh", "st", "rw", "hsb": nil
    default: name
    }
  }
}
