import Testing

@testable import SearchIndex

struct NearestWordsTests {
  @Test(
    arguments: [
      ("reprot", ["report", "reports"]), ("report", ["reports", "reporting"]),
      ("quaterly", ["quarterly"]), ("re", []), ("rep", ["report", "reporting", "reports"]),
      ("zebra", []), ("cot", ["cat", "cut"]), ("be", []),
    ])
  func `Words that differ in a few letters come first, then longer words`(
    word: String, nearest: [String]
  ) {
    let words = ["report", "reports", "reporting", "quarterly", "cat", "cut", "a"]
    #expect(NearestWords(words).nearest(to: word) == nearest)
  }

  @Test func `A word with the same stem is the nearest`() {
    let words = NearestWords(["runner", "ran", "run"]) { word in
      word.hasPrefix("run") ? ["run"] : []
    }
    #expect(words.nearest(to: "running") == ["run", "runner"])
  }

  @Test func `A word that may be a password is not named`() {
    let words = NearestWords(["zq7fnq9rbxo2", "zq7fnq", "20261127", "rs485"])
    #expect(words.nearest(to: "zq7fnq9rbxzz") == [])
    #expect(words.nearest(to: "zq7fn") == ["zq7fnq"])
    #expect(words.nearest(to: "20261128") == ["20261127"])
    #expect(words.nearest(to: "rs484") == ["rs485"])
  }

  @Test func `No more words are returned than requested`() {
    let words = NearestWords((0..<10).map { "word\($0)" })
    #expect(words.nearest(to: "word", limit: 2) == ["word0", "word1"])
  }
}
