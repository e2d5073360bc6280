import LinuxSystem

/// The name of a file without the marks that versions and copies of it have.
///
/// `report-final-v3 (copy).txt` is a version of `report.txt`; so is `Report (2).txt`.
struct VersionName: Equatable {
  /// The name without marks and extension, in small letters.
  let base: String
  /// The extension, in small letters.
  let ending: String
  /// The base without numbers and dates; empty if nothing is left.
  let series: String
  /// Whether the name has marks of a copy, a draft or a backup.
  let isCopy: Bool
  /// Whether the name has any marks.
  let isMarked: Bool

  private static let copyMarks: Set<String> = [
    "copy", "kopie", "copie", "copia", "kopia", "bak", "backup", "old", "alt", "orig", "draft",
    "entwurf", "brouillon", "borrador", "tmp", "temp", "save", "conflict", "conflicted",
  ]
  private static let versionMarks: Set<String> = [
    "final", "endfassung", "definitiv", "last", "latest", "new", "neu", "revised", "rev", "version",
  ]

  init(_ name: String) {
    var name = name.lowercased()
    var isCopy = false
    while name.hasSuffix("~") {
      name.removeLast()
      isCopy = true
    }
    var ending = ""
    while let dot = name.lastIndex(of: "."), dot > name.startIndex {
      let suffix = String(name[name.index(after: dot)...])
      guard suffix.count <= 8, !suffix.contains(" ") else { break }
      if Self.copyMarks.contains(suffix) {
        isCopy = true
      } else if ending.isEmpty, !suffix.allSatisfy(\.isNumber) {
        ending = suffix
      } else {
        break
      }
      name = String(name[..<dot])
    }
    var words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let count = words.count
    if words.count > 2, words[0] == "copy", words[1] == "of" {
      words.removeFirst(2)
      isCopy = true
    }
    while words.count > 1, let last = words.last {
      if Self.copyMarks.contains(last) {
        isCopy = true
      } else if !Self.versionMarks.contains(last), !Self.isVersionNumber(last),
        !(name.hasSuffix(")") && last.count <= 2 && last.allSatisfy(\.isNumber))
      {
        break
      }
      words.removeLast()
    }
    base = words.joined(separator: " ")
    series = words.filter { word in !word.contains(where: \.isNumber) }.joined(separator: " ")
    self.ending = ending
    self.isCopy = isCopy
    isMarked = isCopy || words.count < count
  }

  private static func isVersionNumber(_ word: String) -> Bool {
    guard let first = word.first, first == "v" || first == "r", word.count <= 4 else {
      return false
    }
    return word.count > 1 && word.dropFirst().allSatisfy(\.isNumber)
  }
}
