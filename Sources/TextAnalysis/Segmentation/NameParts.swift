/// Finds the words inside a name: `QuarterlyReport2024` holds quarterly, report and 2024.
///
/// A word ends between a small letter and a capital, before the last of several capitals that a
/// small letter follows (`HTTPServer`), and between three letters or more and two digits or more:
/// `v2`, `mp3` and `utf8` stay whole.
struct NameParts {
  /// What a character of a name is.
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

  private var characters: [Character] = []
  var isEnabled = false

  mutating func clear() {
    characters.removeAll(keepingCapacity: true)
  }

  mutating func add(_ kind: Kind, at offset: Int, source: Range<Int>) {
    if isEnabled { characters.append(Character(kind: kind, offset: offset, source: source)) }
  }

  /// The words inside the name in order, or none where the name is one word.
  func find(byteCount: Int) -> [Part] {
    var starts = [0]
    for index in characters.indices.dropFirst() where isBoundary(index) { starts.append(index) }
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

  private func isBoundary(_ index: Int) -> Bool {
    switch (characters[index - 1].kind, characters[index].kind) {
    case (.lower, .upper): true
    case (.upper, .upper):
      index + 1 < characters.count && characters[index + 1].kind == .lower
    case (.digit, .digit), (.lower, .lower), (.upper, .lower): false
    case (.digit, _): isLongRun(ending: index - 1) && hasLetters(3, from: index, step: 1)
    case (_, .digit): isLongRun(starting: index) && hasLetters(3, from: index - 1, step: -1)
    }
  }

  private func isLongRun(ending index: Int) -> Bool {
    index > 0 && characters[index - 1].kind == .digit
  }

  private func isLongRun(starting index: Int) -> Bool {
    index + 1 < characters.count && characters[index + 1].kind == .digit
  }

  private func hasLetters(_ count: Int, from start: Int, step: Int) -> Bool {
    let end = start + step * (count - 1)
    guard characters.indices.contains(end) else { return false }
    return stride(from: start, through: end, by: step).allSatisfy {
      characters[$0].kind != .digit
    }
  }
}
