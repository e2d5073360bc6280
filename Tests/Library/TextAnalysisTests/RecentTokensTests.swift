import Testing

import TextAnalysis

struct RecentTokensTests {
  private func remember(_ word: String, _ tokens: inout RecentTokens) -> Bool {
    tokens.remember(word.utf8.span)
  }

  @Test(arguments: [
    "a", "b", "ab", "ba", "database", "日本", "aaaaaaaa", "baaaaaaa", "databases", "aaaaaaaaa",
    "baaaaaaaa", "internationalization", "internationalisation", "データベース",
  ])
  func `A token is known the second time`(word: String) {
    var tokens = RecentTokens()
    #expect(!remember(word, &tokens))
    #expect(remember(word, &tokens))
    tokens.removeAll()
    #expect(!remember(word, &tokens))
  }

  @Test func `Different tokens are not confused`() {
    var tokens = RecentTokens()
    var seen: Set<String> = []
    for number in 0..<20_000 {
      let word = String("configuration\(number)parameter".prefix(8 + number % 16))
      #expect(!remember(word, &tokens) || seen.contains(word), "\(word)")
      seen.insert(word)
    }
  }
}
