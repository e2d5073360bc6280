import Testing

@testable import SearchIndex

struct NearestWordsTests {
  @Test(
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("report", "report", 0), ("reprot", "report", 1),
      ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3), ("größe", "grösse", 2),
      ("flaw", "lawn", 2),
    ])
  func `Letters that differ are counted, exchanged neighbours as one`(
    left: String, right: String, distance: Int
  ) {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    #expect(NearestWords.distance(left, right) == distance)
    #expect(NearestWords.distance(right, left) == distance)
  }

  @Test(
    arguments: [
      ("reprot", ["report", "reports"]), ("report", ["reports", "reporting"]),
      ("quaterly", ["quarterly"]), ("re", []), ("rep", ["report", "reporting", "reports"]),
      ("zebra", []), ("cot", ["cat", "cut"]), ("be", []),
    ])
  func `What differs in a few letters is near, then what begins so`(
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

  @Test func `No more are given than asked for`() {
    let words = NearestWords((0..<10).map { "word\($0)" })
    #expect(words.nearest(to: "word", limit: 2) == ["word0", "word1"])
  }
}
