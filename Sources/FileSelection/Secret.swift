import LinuxSystem

/// Names of what is kept from every index unless somebody asks for it: keys, passwords, and what
/// gives access in their place.
///
/// Case does not matter, and a backup of such a file is one, too; see ``BackupName``. Hidden files
/// are left out anyway, but this holds where they are not. What a name does not tell, the content
/// may: see ``PrivateKeyHeader``.
struct Secret: Sendable {
  /// The names in small letters, as a line of a `.gitignore` at the top of the file system would say
  /// them.
  let pattern: String
  /// What they hold, to stand after "it may hold".
  let content: String

  /// The pattern that a file or folder matches.
  static func match(_ entry: PatternList.Entry) -> Secret? {
    let path = entry.path.bytes.dropFirst().map(\.inSmallLetters)
    let name = Array(path.suffix(entry.name.count))
    let folder = path.dropLast(name.count)
    var found: Secret?
    for original in BackupName.originals(of: name, by: .all) {
      let number = list.lastMatch(
        onName: original, at: folder + original, isFolder: entry.isFolder)
      guard let number else { continue }
      // A name that is known to be harmless is so as a backup as well.
      guard number < all.count else { return nil }
      found = found ?? all[number]
    }
    return found
  }

  private static let list = PatternList(
    (all.map(\.pattern) + harmless).compactMap { IgnorePattern(line: $0.utf8) })

  static let all: [Secret] = table.flatMap { content, patterns in
    patterns.map { Secret(pattern: $0, content: content) }
  }
}

extension UInt8 {
  /// The small letter of a capital of ASCII; every other byte as it is.
  var inSmallLetters: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
