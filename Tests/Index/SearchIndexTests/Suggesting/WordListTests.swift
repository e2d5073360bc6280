import TestSupport
import TextAnalysis
import Testing

@testable import SearchIndex

struct WordListTests {
  private func list(
    _ words: [(String, Int)], byteLimit: Int = WordList.byteLimit
  ) -> WordList {
    var list = WordList(stopWords: [StopWords(["the"])], byteLimit: byteLimit)
    for (word, documents) in words.sorted(by: { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }) {
      list.offer(Array(word.utf8), documents: documents)
    }
    list.finish()
    return list
  }

  private func texts(_ entries: [WordList.Entry]) -> [String] {
    entries.map { String(decoding: $0.word, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("seed", true), ("x", true), ("xy", true), ("utf8", true), ("python3", true),
      ("report2024", true), ("a12345", false), ("2024", false), ("3d", false), ("0x1f", false),
      ("e3b0c44298fc1c14", false), ("deadbeef0cafe", false), ("the", true), ("весна", true),
      ("日本", false), ("の", false), ("한국", false), ("ไทย", true), ("größe", true),
      ("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk", true),
      ("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl", false),
      ("", false), ("a_b", false),
    ])
  func `Only readable words are kept`(word: String, isReadable: Bool) {
    #expect(WordList.isReadable(Array(word.utf8)) == isReadable)
    #expect(list([(word, 7)]).documents(having: Array(word.utf8)) == (isReadable ? 7 : 0))
  }

  @Test(
    arguments: [
      ("s", ["seed", "sun", "seeds", "snow", "sow"]), ("se", ["seed", "seeds"]),
      ("seed", ["seeds"]), ("seeds", []), ("z", []), ("a", []), ("nu", ["nut"]), ("th", []),
    ])
  func `Completions are longer words, the most frequent first`(
    beginning: String, expected: [String]
  ) {
    let list = list([
      ("seed", 9), ("seeds", 4), ("sun", 5), ("sow", 3), ("snow", 3), ("nut", 1), ("the", 99),
    ])
    // Words that equally many documents have come in the order of their letters.
    #expect(texts(list.completions(of: Array(beginning.utf8), limit: 10)) == expected)
    let first = texts(list.completions(of: Array(beginning.utf8), limit: 1))
    #expect(first == Array(expected.prefix(1)))
  }

  @Test(
    arguments: [("see", true), ("seed", true), ("seeds", false), ("a", false), ("", true)])
  func `A word or its beginning is found`(text: String, isFound: Bool) {
    let list = list([("seed", 9), ("sun", 3)])
    #expect((list.mostDocuments(beginningWith: Array(text.utf8)) > 0) == isFound)
    #expect(WordList().mostDocuments(beginningWith: Array(text.utf8)) == 0)
  }

  @Test func `Every word is found with its documents, over many blocks`() {
    var words: [String: Int] = [:]
    var random = SplitMix(seed: 11)
    let letters = Array("aabcdeеёжзий")
    for _ in 0..<4_000 {
      let length = Int.random(in: 1...24, using: &random)
      let word = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "x" })
      words[word] = Int.random(in: 1...100_000, using: &random)
    }
    let list = list(words.map { ($0.key, $0.value) })
    #expect(list.count == words.count)
    #expect(list.offered == words.count)
    #expect(list.sorted.blocks.count > 5)
    let wrong = words.filter { word, documents in
      list.documents(having: Array(word.utf8)) != documents
        || list.documents(having: Array("\(word)q".utf8)) != 0
        || list.documents(having: Array(word.utf8.dropLast()) + [0x7f]) != 0
        || list.reversed.documents(having: Array(String(word.reversed()).utf8)) != documents
    }
    #expect(wrong.isEmpty)
    var last: [UInt8] = []
    var reversed = 0
    list.reversed.scan { word, documents in
      #expect(last.lexicographicallyPrecedes(word))
      #expect(list.documents(having: word.reversedLetters) == documents)
      (last, reversed) = (word, reversed + 1)
      return true
    }
    #expect(reversed == words.count)
    #expect(list.mostDocuments == words.values.max())
  }

  @Test func `A word shares no part of a code point with the word before`() {
    var block = WordBlock()
    // The two letters have their first byte in common.
    block.append(Array("да".utf8), documents: 1, after: [])
    block.append(Array("дб".utf8), documents: 300, after: Array("да".utf8))
    var reader = WordBlockReader(block)
    var word: [UInt8] = []
    var read: [WordList.Entry] = []
    while reader.next() {
      reader.complete(&word)
      read.append(WordList.Entry(word: word, documents: reader.documents))
    }
    #expect(texts(read) == ["да", "дб"])
    #expect(read.map(\.documents) == [1, 300])
    #expect(reader.shared == 2)
  }

  @Test func `A word of a language takes few bytes`() {
    let list = list(Words.arbitrary(10_000))
    #expect(Double(list.byteCount) / Double(list.count) < 16)
  }

  @Test func `Above the limit of memory the words of the fewest documents are dropped`() {
    let words = Words.arbitrary(4_000)
    let limit = list(words).byteCount / 2
    let list = list(words, byteLimit: limit)
    #expect(list.byteCount <= limit)
    #expect(list.offered == words.count)
    #expect(list.leastDocuments > 1)
    let wrong = words.filter { word, documents in
      let kept = documents >= list.leastDocuments ? documents : 0
      return list.documents(having: Array(word.utf8)) != kept
    }
    #expect(wrong.isEmpty)
  }
}

/// Arbitrary words.
enum Words {
  /// This number of different words of syllables; half of them have one document.
  static func arbitrary(_ count: Int) -> [(String, Int)] {
    var random = SplitMix(seed: 3)
    let syllables = ["ba", "con", "de", "er", "fi", "ing", "lo", "men", "na", "pre", "st", "tion"]
    var words: [String: Int] = [:]
    while words.count < count {
      let length = Int.random(in: 2...5, using: &random)
      let word = (0..<length).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
      words[word] = max(1, Int.random(in: -20...20, using: &random))
    }
    return words.map { ($0.key, $0.value) }
  }
}
