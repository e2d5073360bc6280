import StringDistance
import TestSupport
import Testing

@testable import SearchIndex

struct WordSearchTests {
  private func list(_ words: some Sequence<String>) -> WordList {
    var list = WordList()
    for word in words.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      list.offer(Array(word.utf8), documents: word.utf8.count)
    }
    return list
  }

  private func search(_ typed: String, _ limit: Int, in list: WordList) -> [String: Int] {
    var search = WordSearch(Array(typed.unicodeScalars), limit: limit)
    return search.run(in: list.sorted.blocks[...]).reduce(into: [:]) { found, match in
      let word = String(String.UnicodeScalarView(match.letters))
      #expect(match.documents == word.utf8.count)
      #expect(found.updateValue(match.distance, forKey: word) == nil)
    }
  }

  @Test(
    arguments: [
      ("memroy", 1, ["memory": 1]), ("весма", 1, ["весна": 1]), ("memory", 0, ["memory": 0]),
      ("xemoxy", 2, ["memory": 2]), ("xemoxy", 1, [:]), ("e", 1, ["em": 1, "me": 1]),
      ("em", 1, ["em": 0, "me": 1]), ("", 2, ["em": 2, "me": 2]),
    ] as [(String, Int, [String: Int])])
  func `Words with few errors are found`(typed: String, limit: Int, expected: [String: Int]) {
    let list = list(["memory", "memories", "весна", "me", "em"])
    #expect(search(typed, limit, in: list) == expected)
  }

  @Test(arguments: 0...2)
  func `The distances are those of all words alone`(limit: Int) {
    var random = SplitMix(seed: 9)
    func word(_ lengths: ClosedRange<Int>) -> String {
      let letters = Array("aabcжз𐐨")
      let length = Int.random(in: lengths, using: &random)
      return String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    let words = Set((0..<4_000).map { _ in word(1...9) })
    let list = list(words)
    #expect(list.sorted.blocks.count > 2)
    for _ in 0..<20 {
      let typed = word(0...8)
      let letters = Array(typed.unicodeScalars)
      var expected: [String: Int] = [:]
      for other in words {
        expected[other] = EditDistance(limit).between(letters, Array(other.unicodeScalars))
      }
      #expect(search(typed, limit, in: list) == expected)
    }
  }
}
