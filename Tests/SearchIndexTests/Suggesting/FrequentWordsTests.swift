import TextAnalysis
import Testing

@testable import SearchIndex

struct FrequentWordsTests {
  private func words(_ list: [(String, Int)], capacity: Int = 1_000) -> FrequentWords {
    var words = FrequentWords(stopWords: [StopWords(["the"])], capacity: capacity)
    for (word, documents) in list.sorted(by: { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }) {
      words.offer(Array(word.utf8), documents: documents)
    }
    return words
  }

  private func texts(_ entries: [FrequentWords.Entry]) -> [String] {
    entries.map { String(decoding: $0.word, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("seed", true), ("x", false), ("xy", true), ("utf8", true), ("python3", true),
      ("report2024", true), ("a12345", false), ("2024", false), ("3d", false), ("0x1f", false),
      ("e3b0c44298fc1c14", false), ("deadbeef0cafe", false), ("the", false), ("весна", true),
      ("日本", false), ("の", false), ("한국", false), ("ไทย", true), ("größe", true),
      ("abcdefghijklmnopqrstuvwxyzabcdefg", false), ("", false), ("a_b", false),
    ])
  func `Only readable words are suggested`(word: String, isAccepted: Bool) {
    #expect(FrequentWords(stopWords: [StopWords(["the"])]).accepts(Array(word.utf8)) == isAccepted)
  }

  @Test(
    arguments: [
      ("s", ["seed", "seeds", "sow", "sun"]), ("se", ["seed", "seeds"]), ("seed", ["seeds"]),
      ("seeds", []), ("z", []), ("a", []), ("nu", ["nut"]),
    ])
  func `Completions are longer words, the most frequent first`(
    beginning: String, expected: [String]
  ) {
    let words = words([("seed", 9), ("seeds", 4), ("sun", 3), ("sow", 3), ("nut", 1), ("the", 99)])
    // Words that equally many documents have come in the order of their letters.
    #expect(texts(words.completions(of: Array(beginning.utf8), limit: 10)) == expected)
    let first = texts(words.completions(of: Array(beginning.utf8), limit: 1))
    #expect(first == Array(expected.prefix(1)))
  }

  @Test(
    arguments: [
      ("sead", ["seed"]), ("memroy", ["memory"]), ("recieve", ["receive"]), ("sed", ["seed"]),
      // Two slips only in words of six letters or more.
      ("sxxd", []), ("barierr", ["barrier"]),
      // As near, and more frequent.
      ("garde", ["garden", "guarde"]),
      // Two slips, made up for by very many documents.
      ("freqenci", ["frequency", "freqencia"]),
      // A slip in the first letter is rare.
      ("wast", ["west", "east"]),
      // Short words, and those that are there, are not guessed at.
      ("se", []), ("seed", []), ("мимория", []), ("веснв", ["весна"]),
    ])
  func `Corrections are ordered by typing errors and frequency`(typed: String, expected: [String]) {
    let words = words([
      ("seed", 9), ("memory", 3), ("receive", 2), ("barrier", 2), ("garden", 40), ("guarde", 2),
      ("frequency", 2_000), ("freqencia", 2), ("east", 8), ("west", 8), ("весна", 2),
    ])
    #expect(texts(words.corrections(of: Array(typed.utf8), limit: 10)) == expected)
  }

  @Test func `Words of one document are corrections only if there are no others`() {
    let words = words([("seed", 1), ("seem", 2), ("nuts", 1)])
    #expect(texts(words.corrections(of: Array("seex".utf8), limit: 5)) == ["seem"])
    #expect(texts(words.corrections(of: Array("nutx".utf8), limit: 5)) == ["nuts"])
  }

  @Test func `Of many words the frequent ones stay, in bounded memory`() {
    var list: [(String, Int)] = []
    for first in "abcdefghij" {
      for second in "abcdefghij" { list.append(("w\(first)\(second)", list.count + 1)) }
    }
    let words = words(list, capacity: 10)
    #expect(words.offered == 100)
    #expect(words.count <= 20)
    let kept = texts(words.completions(of: Array("w".utf8), limit: 100))
    #expect(kept.prefix(3) == ["wjj", "wji", "wjh"])
    #expect(kept.count >= 10)
    #expect(words.documents(having: Array("wjj".utf8)) == 100)
    #expect(words.documents(having: Array("waa".utf8)) == 0)
  }
}
