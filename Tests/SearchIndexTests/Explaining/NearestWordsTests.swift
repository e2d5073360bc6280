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

  @Test func `No more words are returned than requested`() {
    let words = NearestWords((0..<10).map { "word\($0)" })
    #expect(words.nearest(to: "word", limit: 2) == ["word0", "word1"])
  }
}
