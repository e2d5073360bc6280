import LinuxSystem

/// A name of files that may hold secrets: keys, passwords, access tokens.
///
/// Such files are not indexed by default. Names are compared without case, and a backup or a compressed
/// copy of a secret is a secret; see ``BackupName``. Hidden files are left out anyway, unless the
/// configuration includes them. Private keys with other names are recognized by their content: see
/// ``PrivateKeyHeader``. If ordinary files have the name as well, the contents decide: see
/// ``AmbiguousSecret``.
struct Secret: Sendable {
  /// The pattern in small letters, in the syntax of a `.gitignore` at the root of the file system.
  let pattern: String
  /// The kind of secret, to follow "it may hold".
  let content: String
  /// Whether ordinary files have the name as well, so that the contents decide; never for a folder.
  let isAmbiguous: Bool

  /// The pattern that a file or folder matches.
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
      // A backup of a harmless file is harmless.
      guard number < all.count else { return nil }
      let secret = all[number]
      // `id_rsa_rotation.txt` is no copy of `id_rsa_rotation`.
      if number >= firstException, found == nil { return entry.isFolder ? nil : secret }
      if secret.isAmbiguous { ambiguous = ambiguous ?? secret } else { found = found ?? secret }
    }
    return found ?? (entry.isFolder ? nil : ambiguous)
  }

  /// The number of the first exception.
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
  /// The small letter of an ASCII capital letter; other bytes are unchanged.
  var inSmallLetters: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
