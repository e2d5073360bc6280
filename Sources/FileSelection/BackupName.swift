/// The names that editors and tools give to copies of a file beside it.
///
/// A copy holds what the file holds or held, so that a rule about secrecy has to mean the copy as
/// well. Only names are looked at. Sources: the chapter "Backup Files" of the Emacs manual,
/// `:help backup` and `:help swap-file` of Vim, nano(1), sed(1), perlrun(1), and "Backup options" in
/// the manual of the GNU coreutils.
enum BackupName {
  /// Suffixes of copies, in small letters: by hand, `sed -i.bak`, patch(1), nano after a crash, and
  /// what is renamed to the file once it is written.
  private static let suffixes = [
    "~", ".bak", ".backup", ".orig", ".old", ".save", ".tmp", ".swp", ".kate-swp",
  ].map { Array($0.utf8) }

  /// What stands before and after the file's name: Emacs' autosave and lock, LibreOffice's lock,
  /// Kate's swap file.
  private static let frames = [("#", "#"), (".#", ""), (".~lock.", "#"), (".", ".kate-swp")].map {
    (Array($0.utf8), Array($1.utf8))
  }

  /// The names of which a name can be the copy's, the longest first; none for most names.
  ///
  /// A copy of a copy stands for the file itself, too. O(length²) at worst.
  static func originals(of name: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var next = 0
    var current = name
    while true {
      for original in directOriginals(of: current) where !found.contains(original) {
        found.append(original)
      }
      guard next < found.count else { return found }
      current = found[next]
      next += 1
    }
  }

  private static func directOriginals(of name: [UInt8]) -> [[UInt8]] {
    var originals: [[UInt8]] = []
    let lowered = name.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }
    for suffix in suffixes where lowered.hasSuffix(suffix) {
      originals.append(Array(name.dropLast(suffix.count)))
    }
    for (prefix, suffix) in frames where name.starts(with: prefix) && name.hasSuffix(suffix) {
      originals.append(Array(name.dropFirst(prefix.count).dropLast(suffix.count)))
    }
    originals += [withoutNumber(name), withoutSaveNumber(name), withoutSwap(name)]
      .compactMap(\.self)
    return originals.filter { !$0.isEmpty && $0.count < name.count }
  }

  /// `NAME.~12~`, of Emacs and the GNU tools.
  private static func withoutNumber(_ name: [UInt8]) -> [UInt8]? {
    guard name.last == UInt8(ascii: "~") else { return nil }
    let rest = name.dropLast().droppingDigits
    guard rest.count < name.count - 1, rest.hasSuffix(Array(".~".utf8)) else { return nil }
    return Array(rest.dropLast(2))
  }

  /// `NAME.save.1`, of nano.
  private static func withoutSaveNumber(_ name: [UInt8]) -> [UInt8]? {
    let rest = name[...].droppingDigits
    guard rest.count < name.count, rest.hasSuffix(Array(".save.".utf8)) else { return nil }
    return Array(rest.dropLast(6))
  }

  /// `.NAME.swp`, and `.swo`, `.swn` … where another Vim has that one.
  private static func withoutSwap(_ name: [UInt8]) -> [UInt8]? {
    guard name.first == UInt8(ascii: "."), let last = name.last,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last),
      name.dropLast().hasSuffix(Array(".sw".utf8))
    else { return nil }
    return Array(name.dropFirst().dropLast(4))
  }
}

extension Collection<UInt8> where SubSequence == ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count > suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var droppingDigits: ArraySlice<UInt8> {
    var rest = self
    while let last = rest.last, 0x30...0x39 ~= last { rest = rest.dropLast() }
    return rest
  }
}
