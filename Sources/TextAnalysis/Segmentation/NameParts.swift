/// Finds the words inside a name: `QuarterlyReport2024` holds quarterly, report and 2024.
///
/// A name is split between a lowercase and an uppercase letter, and before the last of several
/// uppercase letters if a lowercase letter follows (`HTTPServer`). It is also split between three
/// or more letters and two or more digits: `v2`, `mp3` and `utf8` stay whole.
struct NameParts {
  /// The kind of a character in a name.
  enum Kind: UInt8 {
    case lower, upper, digit
  }

  /// A word inside the name: its folded bytes and its range in the text.
  struct Part: Equatable {
    var bytes: Range<Int>
    var source: Range<Int>
  }

  private struct Character {
    var kind: Kind
    var offset: Int
    var source: Range<Int>
  }

  /// Longer names are not split, because they are probably data.
  static let longestName = 64

  /// Names of more words give no chains, because they are probably data.
  static let mostChained = 8

  private var characters: [Character] = []
  var isEnabled = false

  mutating func clear() {
    characters.removeAll(keepingCapacity: true)
  }

  mutating func add(_ kind: Kind, at offset: Int, source: Range<Int>) {
    if isEnabled { characters.append(Character(kind: kind, offset: offset, source: source)) }
  }

  /// The words inside the name in order; empty if the name is one word.
  func find(byteCount: Int) -> [Part] {
    guard characters.count <= Self.longestName else { return [] }
    var starts = [0]
    for index in characters.indices.dropFirst()
    where Self.isBoundary(index, count: characters.count, kind: { characters[$0].kind }) {
      starts.append(index)
    }
    guard starts.count > 1 else { return [] }
    return starts.indices.map { number in
      let start = characters[starts[number]]
      let end = number + 1 < starts.count ? starts[number + 1] : characters.count
      let endOffset = end < characters.count ? characters[end].offset : byteCount
      return Part(
        bytes: start.offset..<endOffset,
        source: start.source.lowerBound..<characters[end - 1].source.upperBound)
    }
  }

  /// Whether a word begins at a character other than the first.
  @inline(__always)
  static func isBoundary(_ index: Int, count: Int, kind: (Int) -> Kind) -> Bool {
    switch (kind(index - 1), kind(index)) {
    case (.lower, .lower), (.digit, .digit), (.upper, .lower): false
    case (.lower, .upper): true
    case (.upper, .upper): index + 1 < count && kind(index + 1) == .lower
    case (.digit, _):
      index > 1 && kind(index - 2) == .digit && index + 2 < count
        && kind(index + 1) != .digit && kind(index + 2) != .digit
    case (_, .digit):
      index + 1 < count && kind(index + 1) == .digit && index > 2
        && kind(index - 2) != .digit && kind(index - 3) != .digit
    }
  }
}
