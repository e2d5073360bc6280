/// What a copy of a file is called that an editor, a package manager or a person leaves beside it.
///
/// GNU Emacs manual, "Backup Names" and "Auto Save Files"; Vim's `:help swap-file`; deb-conffiles(5)
/// and ucf(1); rpm and pacman(8), "Handling config files"; patch(1); rsync(1), `--temp-dir`.
enum BackupName {
  /// More steps are not followed: `a.bak.old~` is three.
  private static let limit = 12

  /// The names that a name may be a backup of, itself first; ASCII letters keep their case.
  ///
  /// O(length) for a name that is none.
  ///
  /// - Parameter name: a name.
  /// - Returns: the names, nearest first.
  static func originals(of name: [UInt8]) -> [[UInt8]] {
    // Each is a slice of the name in small letters: its indices find the same bytes in the name.
    var slices = [name.map(\.inSmallLetters)[...]]
    var next = 0
    while next < slices.count, slices.count < limit {
      for original in steps(from: slices[next]) where !original.isEmpty {
        if !slices.contains(original) { slices.append(original) }
      }
      next += 1
    }
    return slices.map { Array(name[$0.indices]) }
  }

  /// What is left of a name without one mark of a backup.
  private static func steps(from name: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var originals: [ArraySlice<UInt8>] = []
    if name.last == UInt8(ascii: "~") { originals.append(withoutTilde(name)) }
    if name.last == UInt8(ascii: ")"), let short = withoutParentheses(name) {
      originals.append(short)
    }
    for ending in endings where name.ends(with: ending) {
      originals.append(name.dropLast(ending.count))
    }
    for (start, end) in frames where name.starts(with: start) && name.ends(with: end) {
      originals.append(name.dropFirst(start.count).dropLast(end.count))
    }
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex {
      let suffix = name[(dot + 1)...]
      let front = name[..<dot]
      if isMark(suffix) { originals.append(front) }
      if swapSuffixes.contains(Array(suffix)) || isTemporary(name, suffix) {
        // `.name.swp` is of `name`, `.netrc.swp` of `.netrc`.
        originals.append(front)
        if front.first == UInt8(ascii: ".") { originals.append(front.dropFirst()) }
      }
    }
    return originals
  }

  /// `name~`, and `name.~1~` with a number.
  private static func withoutTilde(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = name.dropLast()
    let start = front.lastIndex { !$0.isDigit } ?? front.startIndex
    let isNumbered =
      start > front.startIndex + 1 && start < front.endIndex - 1
      && front[start] == UInt8(ascii: "~") && front[start - 1] == UInt8(ascii: ".")
    return isNumbered ? front[..<(start - 1)] : front
  }

  /// `name (copy)`, `name (2)`, `name (conflicted copy 2026-01-31)`.
  private static func withoutParentheses(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let open = name.lastIndex(of: UInt8(ascii: "(")), open > name.startIndex + 1,
      name[open - 1] == UInt8(ascii: " ")
    else { return nil }
    let inside = name[(open + 1)..<(name.endIndex - 1)]
    let text = String(decoding: inside, as: UTF8.self)
    let isCopy =
      inside.allSatisfy(\.isDigit) || ["cop", "kopie", "conflict"].contains { text.contains($0) }
    return isCopy ? name[..<(open - 1)] : nil
  }

  /// Whether what follows the last dot marks a backup: `bak`, `bak2`, `old-2026`, `1`, `20260131`.
  private static func isMark(_ suffix: ArraySlice<UInt8>) -> Bool {
    if suffix.isEmpty { return false }
    if suffix.starts(with: Array("sync-conflict-".utf8)) { return true }
    let word = suffix.prefix { !$0.isDigit }
    let rest = suffix.dropFirst(word.count)
    let isNumber = rest.allSatisfy { $0.isDigit || "-_".utf8.contains($0) }
    if word.isEmpty { return isNumber && suffix.count <= 14 }
    let ends = "-_".utf8.contains(word.last ?? 0) && !rest.isEmpty
    return isNumber && suffixes.contains(Array(ends ? word.dropLast() : word))
  }

  /// rsync's `.name.aB3dEf`, while the copy is under way.
  private static func isTemporary(
    _ name: ArraySlice<UInt8>, _ suffix: ArraySlice<UInt8>
  ) -> Bool {
    name.first == UInt8(ascii: ".") && suffix.count == 6
      && suffix.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private static let suffixes = Set(
    """
    bak backup bkp bck bk back orig old older save saved sav prev previous rej copy tmp temp new \
    disabled dpkg-old dpkg-new dpkg-dist dpkg-bak dpkg-tmp ucf-old ucf-new ucf-dist rpmsave rpmnew \
    rpmorig pacnew pacsave pacorig apk-new augsave cfsaved part partial crdownload
    """.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { Array($0) })

  private static let swapSuffixes = Set(
    ["swp", "swo", "swn", "swm", "swl", "swx", "swpx", "kate-swp", "un"].map { Array($0.utf8) })

  private static let endings = [
    "-bak", "_bak", "-old", "_old", "-backup", "_backup", "-orig", "_orig", "-copy", "_copy",
    " copy", " - copy", " - kopie", " kopie", "-",
  ].map { Array($0.utf8) }

  private static let frames = [
    ("#", "#"), (".#", ""), ("~$", ""), (".~lock.", "#"), ("._", ""), ("copy of ", ""),
    ("kopie von ", ""),
  ].map { (Array($0.utf8), Array($1.utf8)) }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with end: [UInt8]) -> Bool {
    count >= end.count && suffix(end.count).elementsEqual(end)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
