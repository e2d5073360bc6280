/// Names that editors, package managers and people give to copies of a file in the same folder.
///
/// GNU Emacs manual, "Backup Names" and "Auto Save Files"; Vim's `:help swap-file`;
/// deb-conffiles(5) and ucf(1); rpm and pacman(8), "Handling config files"; patch(1); rsync(1),
/// `--temp-dir`; Syncthing, "Understanding Synchronization", "Conflicting Changes".
enum BackupName {
  /// The search for originals stops at this number of names; `a.bak.old~` gives four.
  private static let limit = 16

  /// The name itself and the possible names of its original, the nearest first; letters keep their case.
  ///
  /// O(length) for a name without marks.
  static func originals(of name: [UInt8], by marks: BackupMarks) -> [[UInt8]] {
    var names = [name]
    var next = 0
    while next < names.count, names.count < limit {
      let current = names[next]
      for parts in steps(from: current.map(\.inSmallLetters)[...], by: marks) {
        let original = Array(parts.map { current[$0] }.joined())
        if !original.isEmpty, !names.contains(original) { names.append(original) }
      }
      next += 1
    }
    return names
  }

  /// For each mark in a name, the parts of the name that remain without the mark.
  private static func steps(
    from name: ArraySlice<UInt8>, by marks: BackupMarks
  ) -> [[Range<Int>]] {
    var originals: [[Range<Int>]] = []
    if name.last == UInt8(ascii: "~") { originals.append([withoutTilde(name).indices]) }
    originals += withoutEnding(name, by: marks).map { [$0.indices] }
    for (start, end) in BackupMarks.frames where name.starts(with: start) && name.ends(with: end) {
      originals.append([name.dropFirst(start.count).dropLast(end.count).indices])
    }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return originals
    }
    let (front, suffix) = (name[..<dot], name[(dot + 1)...])
    if isMark(suffix, after: front, by: marks) { originals.append([front.indices]) }
    if BackupMarks.swapSuffixes.contains(Array(suffix))
      || marks.includesTemporary && isTemporary(name, suffix)
    {
      // `.name.swp` belongs to `name`, `.netrc.swp` to `.netrc`.
      originals.append([front.indices])
      if front.first == UInt8(ascii: ".") { originals.append([front.dropFirst().indices]) }
    }
    // `diary copy.txt` and `diary.sync-conflict-20260131-101010-ABCDEFG.txt`.
    var stems = withoutEnding(front, by: marks)
    if let inner = front.lastIndex(of: UInt8(ascii: ".")), isConflict(front[(inner + 1)...]) {
      stems.append(front[..<inner])
    }
    return originals
      + stems.filter { !$0.isEmpty }.map { [$0.indices, dot..<name.endIndex] }
  }

  /// Removes the mark of `name~`, or of `name.~1~` with a number.
  private static func withoutTilde(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let front = name.dropLast()
    let start = front.lastIndex { !$0.isDigit } ?? front.startIndex
    let isNumbered =
      start > front.startIndex + 1 && start < front.endIndex - 1
      && front[start] == UInt8(ascii: "~") && front[start - 1] == UInt8(ascii: ".")
    return isNumbered ? front[..<(start - 1)] : front
  }

  /// Removes the mark of `name (copy)`, `name copy` or `name-old`.
  private static func withoutEnding(
    _ name: ArraySlice<UInt8>, by marks: BackupMarks
  ) -> [ArraySlice<UInt8>] {
    if name.last == UInt8(ascii: ")") {
      return withoutParentheses(name, by: marks).map { [$0] } ?? []
    }
    return marks.endings.filter(name.ends).map { name.dropLast($0.count) }
  }

  /// Removes the mark of `name (copy)`, `name (2)` or `name (conflicted copy 2026-01-31)`.
  private static func withoutParentheses(
    _ name: ArraySlice<UInt8>, by marks: BackupMarks
  ) -> ArraySlice<UInt8>? {
    guard let open = name.lastIndex(of: UInt8(ascii: "(")), open > name.startIndex + 1,
      name[open - 1] == UInt8(ascii: " ")
    else { return nil }
    let inside = name[(open + 1)..<(name.endIndex - 1)]
    let text = String(decoding: inside, as: UTF8.self)
    let isCopy =
      marks.includesNumbers && inside.allSatisfy(\.isDigit)
      || marks.remarks.contains { text.contains($0) }
    return isCopy ? name[..<(open - 1)] : nil
  }

  /// Whether the text after the last dot marks a backup: `bak`, `bak2`, `old-2026`, `1`,
  /// `20260131`.
  private static func isMark(
    _ suffix: ArraySlice<UInt8>, after front: ArraySlice<UInt8>, by marks: BackupMarks
  ) -> Bool {
    if suffix.isEmpty { return false }
    if isConflict(suffix) || marks.suffixes.contains(Array(suffix)) { return true }
    let word = suffix.prefix { !$0.isDigit }
    let rest = suffix.dropFirst(word.count)
    guard rest.allSatisfy({ $0.isDigit || "-_".utf8.contains($0) }) else { return false }
    if word.isEmpty {
      if marks.includesNumbers { return suffix.count <= 14 }
      // The name `name.save.1`, as nano gives it.
      let dot = front.lastIndex(of: UInt8(ascii: ".")) ?? front.startIndex
      return marks.suffixes.contains(Array(front[dot...].dropFirst()))
    }
    let ends = "-_".utf8.contains(word.last ?? 0) && !rest.isEmpty
    return marks.suffixes.contains(Array(ends ? word.dropLast() : word))
  }

  private static func isConflict(_ suffix: ArraySlice<UInt8>) -> Bool {
    suffix.starts(with: "sync-conflict-".utf8)
  }

  /// Whether a name is like `.name.aB3dEf`, which rsync uses while it copies the file.
  private static func isTemporary(
    _ name: ArraySlice<UInt8>, _ suffix: ArraySlice<UInt8>
  ) -> Bool {
    name.first == UInt8(ascii: ".") && suffix.count == 6
      && suffix.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with end: [UInt8]) -> Bool {
    count >= end.count && suffix(end.count).elementsEqual(end)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
