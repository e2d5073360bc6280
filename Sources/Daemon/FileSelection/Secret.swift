import LinuxSystem

/// A pattern of names that files with secrets have: keys, passwords, access tokens.
///
/// Such files are not indexed by default. Case is ignored in names, and a backup or a compressed
/// copy of a secret is a secret too; see ``BackupName``. Hidden files are excluded anyway, unless
/// the configuration includes them. Private keys with other names are recognized by their content;
/// see ``PrivateKeyHeader``. If ordinary files also have such a name, the content decides; see
/// ``AmbiguousSecret``.
struct Secret: Sendable {
  /// The pattern in lower case, in the syntax of a `.gitignore` at the root of the file system.
  let pattern: String
  /// The kind of secret, as the object of "it may hold".
  let content: String
  /// Whether ordinary files also have such a name, so that a file's content decides; folders never match.
  let isAmbiguous: Bool

  /// The pattern that a file or folder matches; nil if it matches none.
  static func match(_ entry: PatternList.Entry) -> Secret? {
    let path = entry.path.bytes.dropFirst().map(\.inSmallLetters)
    let name = Array(path.suffix(entry.name.count))
    let folder = path.dropLast(name.count)
    var found: Secret?
    var ambiguous: Secret?
    for original in BackupName.originals(of: name, by: .ofSecrets) {
      let number = list.lastMatch(
        onName: original, at: folder + original, isFolder: entry.isFolder)
      guard let number else { continue }
      // Backups of harmless files are harmless.
      guard number < all.count else { return nil }
      let secret = all[number]
      // `id_rsa_rotation.txt` is not a copy of a file `id_rsa_rotation`.
      if number >= firstException, found == nil { return entry.isFolder ? nil : secret }
      if secret.isAmbiguous { ambiguous = ambiguous ?? secret } else { found = found ?? secret }
    }
    return found ?? (entry.isFolder ? nil : ambiguous)
  }

  /// The index of the first exception in ``all``.
  private static let firstException =
    all.count - secrets(ambiguousExceptions, isAmbiguous: true).count

  private static let list = PatternList(
    (all.map(\.pattern) + harmless).compactMap { IgnorePattern(line: $0.utf8) })

  /// All patterns; the last one that matches decides.
  static let all: [Secret] =
    secrets(ambiguousNames, isAmbiguous: true) + secrets(namesOfPrograms, isAmbiguous: false)
    + secrets(namesOfTools, isAmbiguous: false) + secrets(ambiguousExceptions, isAmbiguous: true)

  private static func secrets(
    _ table: [(content: String, patterns: [String])], isAmbiguous: Bool
  ) -> [Secret] {
    table.flatMap { content, patterns in
      patterns.map { Secret(pattern: $0, content: content, isAmbiguous: isAmbiguous) }
    }
  }
}

extension UInt8 {
  /// Lower case for an ASCII capital letter; other bytes are unchanged.
  var inSmallLetters: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
