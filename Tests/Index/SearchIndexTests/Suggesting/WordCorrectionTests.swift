import Testing

@testable import SearchIndex

struct WordCorrectionTests {
  private static func list(_ words: [String: Int]) -> WordList {
    var list = WordList()
    for word in words.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      list.offer(Array(word.utf8), documents: words[word] ?? 0)
    }
    return list
  }

  private func texts(_ corrections: [WordList.Correction]) -> [String] {
    corrections.map { String(decoding: $0.entry.word, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("sead", ["seed"]), ("memroy", ["memory"]), ("recieve", ["receive"]), ("sed", ["seed"]),
      ("barierr", ["barrier"]), ("garde", ["garden", "guarde"]),
      ("freqenci", ["frequency", "freqencia"]),
      // An error in the first letter is rare.
      ("wast", ["west", "east"]),
      // A rare word wins if it is clearly nearer.
      ("gaurde", ["guarde", "garden"]),
      // Two different letters only in words of six letters or more.
      ("sxxd", []), ("memxxy", ["memory"]),
      // Three errors only in long words, and only likely ones.
      ("frekuenzi", ["frequency"]), ("fxxquexcy", []),
      // Only one likely error in three letters.
      ("sxd", []), ("esd", []),
      // Short words, words as they are in the list, other scripts.
      ("se", []), ("seed", []), ("мимория", []), ("веснв", ["весна"]), ("日木", []), ("1234", []),
    ])
  func `Corrections are ordered by likelihood`(typed: String, expected: [String]) {
    let list = Self.list([
      "seed": 9, "memory": 3, "receive": 2, "barrier": 2, "garden": 40, "guarde": 2,
      "frequency": 2_000, "freqencia": 2, "east": 8, "west": 8, "весна": 2,
    ])
    let found = list.corrections(of: Array(typed.utf8), limit: 10)
    #expect(texts(found) == expected)
    #expect(texts(list.corrections(of: Array(typed.utf8), limit: 1)) == Array(expected.prefix(1)))
  }

  @Test(
    arguments: [
      ("gaurde", ["guarde", "garden"], ["guarde"]), ("memxxy", ["memory"], []),
      ("frekuenzi", ["frequency"], []), ("sead", ["seed"], ["seed"]),
      ("frrequenncy", ["frequency"], ["frequency"]),
    ])
  func `A cautious correction differs in one letter of five`(
    typed: String, expected: [String], cautious: [String]
  ) {
    let list = Self.list([
      "seed": 9, "memory": 3, "garden": 40, "guarde": 2, "frequency": 2_000, "freqencia": 2,
    ])
    #expect(texts(list.corrections(of: Array(typed.utf8), limit: 10)) == expected)
    #expect(
      texts(list.corrections(of: Array(typed.utf8), limit: 10, isCautious: true)) == cautious)
  }

  /// In the words of the documentation itself 94 % and 90 % are right, the words that are in no
  /// document counted as wrong; aspell has 90 % and 90 %.
  @Test(
    arguments: [(Misspellings.known, 0.94), (Misspellings.others, 0.90)]
      as [([(typed: String, meant: String)], Double)])
  func `Misspelled words are corrected`(
    pairs: [(typed: String, meant: String)], floor: Double
  ) {
    let list = Self.list(DocumentationWords.documents)
    let wrong = pairs.filter { typed, meant in
      texts(list.corrections(of: Array(typed.utf8), limit: 1)) != [meant]
    }
    #expect(pairs.count >= 140)
    let part = Double(pairs.count - wrong.count) / Double(pairs.count)
    #expect(part >= floor, "\(wrong)")
  }

  @Test func `A misspelling in documents is less likely than the right word`() {
    let list = Self.list(DocumentationWords.documents)
    for (typed, meant) in [("recieve", "receive"), ("seperate", "separate"), ("teh", "the")] {
      #expect(list.documents(having: Array(typed.utf8)) > 1)
      let best = list.corrections(of: Array(typed.utf8), limit: 1)
      #expect(texts(best) == [meant])
      let own = WordList.likelihood(documents: list.documents(having: Array(typed.utf8)))
      #expect(best.allSatisfy { $0.score > own })
    }
  }

  @Test func `A likelihood grows with the documents, up to a limit`() {
    let counts = [0, 1, 2, 3, 4, 100, 16_384, 1_000_000]
    let all = counts.map { WordList.likelihood(documents: $0) }
    #expect(all[0] == 0 && all[1] == 0)
    #expect(all[1] < all[2] && all[2] < all[3] && all[3] < all[4] && all[5] < all[6])
    #expect(all[6] == all[7])
  }

  @Test(
    arguments: [
      ("readonly", ["read only"]), ("ofthe", ["of the", "oft he"]), ("read", []), ("re", []),
      ("веснасад", ["весна сад"]),
    ])
  func `A word is split into two words of the list`(word: String, expected: [String]) {
    let list = Self.list([
      "read": 3, "only": 2, "of": 9, "oft": 1, "he": 2, "the": 9, "весна": 2, "сад": 1,
    ])
    let found = list.splits(of: Array(word.utf8)).map { texts($0) }
    #expect(found == expected)
  }

  private func texts(_ entries: [WordList.Entry]) -> String {
    entries.map { String(decoding: $0.word, as: UTF8.self) }.joined(separator: " ")
  }
}

struct RepairedTextTests {
  private func choice(_ word: String, _ score: Double, span: Int = 1) -> Replacement {
    let entry = WordList.Entry(word: Array(word.utf8), documents: 1)
    return Replacement(span: span, range: 0..<1, words: [entry], score: score)
  }

  private func kept(_ score: Double) -> Replacement {
    Replacement(span: 1, range: 0..<1, words: [], score: score)
  }

  private func texts(_ choices: [[Replacement]], width: Int) -> [String] {
    RepairedText.likeliest(choices, width: width).map { way in
      way.changes.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: ",")
    }
  }

  @Test func `Every choice for every word is tried, the likeliest first`() {
    let choices = [[choice("b", 1), choice("a", 3)], [kept(1.5), choice("c", 2)]]
    #expect(texts(choices, width: 10) == ["a,c", "a", "b,c", "b"])
    #expect(texts(choices, width: 1) == ["a,c"])
  }

  @Test func `Two words can be replaced together`() {
    let choices = [[kept(1), choice("ab", 5, span: 2)], [kept(1)]]
    #expect(texts(choices, width: 10) == ["ab", ""])
    // Not beyond the last word.
    #expect(texts([[kept(1), choice("ab", 5, span: 2)]], width: 10) == [""])
  }
}
