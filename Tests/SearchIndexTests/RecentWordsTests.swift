import Testing

@testable import SearchIndex

struct RecentWordsTests {
  private func remember(_ word: String, _ words: inout RecentWords) -> Bool {
    words.remember(word.utf8.span)
  }

  @Test func `A short word is known the second time`() {
    var words = RecentWords()
    for word in ["a", "b", "ab", "ba", "database", "日本", "aaaaaaaa", "baaaaaaa"] {
      #expect(!remember(word, &words), "\(word)")
      #expect(remember(word, &words), "\(word)")
    }
    words.removeAll()
    #expect(!remember("database", &words))
  }

  @Test func `A long word is never known, and is not taken for its beginning`() {
    var words = RecentWords()
    #expect(!remember("database", &words))
    for _ in 0..<2 { #expect(!remember("databases", &words)) }
  }
}
