/// The run of Thai, Lao, Khmer or Burmese that is being read.
struct DictionaryRun: ~Copyable {
  /// A longer run is handed over in pieces of about this many UTF-16 units, cut between words.
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

  /// Appends a code point, or makes one of it and the last one.
  mutating func append(_ scalar: Unicode.Scalar, table: FoldTable, from source: Range<Int>) {
    if let last = characters.last, let composed = table.composition(of: last.scalar, scalar) {
      characters[characters.count - 1].scalar = composed
      appendMark(from: source)
      return
    }
    characters.append(Character(scalar: scalar, source: source))
  }

  /// Lets a mark belong to the last character.
  mutating func appendMark(from source: Range<Int>) {
    guard let last = characters.last?.source else { return }
    characters[characters.count - 1].source = last.lowerBound..<source.upperBound
  }

  /// Forgets the run.
  mutating func clear() {
    characters.removeAll(keepingCapacity: true)
  }

  /// Takes the words out of the run.
  ///
  /// - Parameter isComplete: Whether the run is at its end; if not, its last word stays inside,
  ///   because the text that follows may make it longer.
  /// - Returns: The words in order.
  mutating func takeWords(isComplete: Bool) -> [ArraySlice<Character>] {
    var words = dictionary.words(in: characters.map(\.scalar))
    if !isComplete, words.count > 1 { words.removeLast() }
    let taken = words.map { characters[$0] }
    characters.removeFirst(words.last?.upperBound ?? 0)
    return taken
  }
}
