/// The current run of characters in Thai, Lao, Khmer or Burmese.
struct DictionaryRun: ~Copyable {
  /// About the most code points of a run; a longer run is split between words.
  static let capacity = 8192

  /// One code point of the run and its range in the text.
  struct Character {
    var scalar: Unicode.Scalar
    var source: Range<Int>
  }

  private var characters: [Character] = []
  private var dictionary = WordDictionary()

  var isEmpty: Bool { characters.isEmpty }
  var isFull: Bool { characters.count >= Self.capacity }

  /// Appends a code point, or composes it with the last one.
  mutating func append(_ scalar: Unicode.Scalar, table: FoldTable, from source: Range<Int>) {
    if let last = characters.last, let composed = table.composition(of: last.scalar, scalar) {
      characters[characters.count - 1].scalar = composed
      appendMark(from: source)
      return
    }
    characters.append(Character(scalar: scalar, source: source))
  }

  /// Extends the range of the last character over a mark.
  mutating func appendMark(from source: Range<Int>) {
    guard let last = characters.last?.source else { return }
    characters[characters.count - 1].source = last.lowerBound..<source.upperBound
  }

  /// Empties the run.
  mutating func clear() {
    characters.removeAll(keepingCapacity: true)
  }

  /// Removes words from the run.
  ///
  /// - Parameter isComplete: Whether the run ends here. If not, the last word stays in the run, because the
  ///   text that follows may extend it.
  /// - Returns: The removed words in order.
  mutating func takeWords(isComplete: Bool) -> [ArraySlice<Character>] {
    var words = dictionary.words(in: characters.map(\.scalar))
    if !isComplete, words.count > 1 { words.removeLast() }
    let taken = words.map { characters[$0] }
    characters.removeFirst(words.last?.upperBound ?? 0)
    return taken
  }
}
