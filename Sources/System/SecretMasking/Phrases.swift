/// A list of texts, with a fast search for all of them.
struct Phrases: Sendable {
  private let texts: [[UInt8]]
  private let byFirstByte: [[Int]]

  init(_ texts: [String]) {
    self.texts = texts.map { Array($0.utf8) }
    var table = [[Int]](repeating: [], count: 256)
    for (number, text) in self.texts.enumerated() {
      if let first = text.first { table[Int(first)].append(number) }
    }
    byFirstByte = table
  }

  /// Creates a list from words with blanks between them.
  init(words: String) {
    self.init(words.split { $0 == " " || $0 == "\n" }.map(String.init))
  }

  /// Whether a word equals one of the texts.
  func contains(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    return byFirstByte[Int(first)].contains { texts[$0].elementsEqual(word) }
  }

  /// Returns the offsets of each text's occurrences; occurrences of the same text do not overlap.
  ///
  /// O(text × number of texts with the same first byte).
  func occurrences(in text: [UInt8]) -> [[Int]] {
    var found = [[Int]](repeating: [], count: texts.count)
    for index in text.indices.dropLast() {
      for number in byFirstByte[Int(text[index])] {
        let phrase = texts[number]
        guard phrase.count > 1, text[index + 1] == phrase[1], index + phrase.count <= text.count,
          index >= (found[number].last ?? -phrase.count) + phrase.count,
          text[index...].starts(with: phrase)
        else { continue }
        found[number].append(index)
      }
    }
    return found
  }

  /// Returns the index of a text in the list; nil if it is not in the list.
  func number(of text: [UInt8]) -> Int? {
    text.first.flatMap { byFirstByte[Int($0)].first { texts[$0] == text } }
  }
}
