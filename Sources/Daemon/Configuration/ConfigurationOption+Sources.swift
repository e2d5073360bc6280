import FileSelection
import StringDistance

/// The option `Sources=` in the section `[Index]`: mail, address books and bookmarks in hidden folders.
extension ConfigurationOption {
  static let sources = [
    ConfigurationOption(
      section: "Index", key: "Sources",
      allowed: "words of this list: \(sourceNames.joined(separator: ", "))",
      defaultValue: "",
      help: """
        Mail, address books and bookmarks to index although they are in hidden folders: `thunderbird` \
        and `evolution` (mail and address books), `kmail` (mail and contacts), `bookmarks` (of Firefox, \
        Chromium, their relatives, and Konqueror). Of such a program's folder the stores are opened, and \
        nothing else: no settings, cookies, keys, passwords or browsing history. `sitta sources` shows which of them \
        you have. Stores are found where the programs put them in your home, also as snap and \
        flatpak; add other places to `Roots=`. If you remove a word, its documents are removed at the next \
        start or `sitta reload`.
        """,
      words: sourceNames
    ) { value, configuration, folders in
      let words = Self.words(value)
      let sources = words.compactMap { PersonalSource(rawValue: $0.lowercased()) }
      guard sources.count == words.count else { return false }
      let known = sources.isEmpty ? [] : configuration.sources
      configuration.sources =
        known
        + sources.flatMap { $0.folders(in: folders.home) }.filter { !known.contains($0) }
      return true
    }
  ]

  private static let sourceNames = PersonalSource.allCases.map(\.rawValue)

  /// The sentence "Did you mean …?" for the first unknown word of a list; nil if no word is similar.
  func correction(of value: String) -> String? {
    let unknown = Self.words(value).map { $0.lowercased() }.first { !words.contains($0) }
    guard let unknown else { return nil }
    let distances = words.compactMap { word in
      EditDistance(2).between(Array(unknown.unicodeScalars), Array(word.unicodeScalars))
        .map { (word: word, distance: $0) }
    }
    return distances.min { $0.distance < $1.distance }.map { "Did you mean \($0.word)?" }
  }
}
