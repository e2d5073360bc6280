import Testing

@testable import Indexing

struct VocabularyLimitTests {
  /// How much of a text fits, as text.
  private func fitting(_ text: String, _ limit: Int) -> String {
    let bytes = Array(text.utf8)
    return String(
      decoding: bytes[..<VocabularyLimit.length(of: bytes, limit: limit)], as: UTF8.self)
  }

  @Test(
    arguments: [
      ("one two three four", 3, "one two three "), ("one two three", 3, "one two three"),
      ("one two One TWO three!", 3, "one two One TWO three!"),
      ("a a a a a a a b", 1, "a a a a a a a "),
      ("OneTwo one two onetwo Three", 4, "OneTwo one two onetwo "), ("a1b2 c", 4, ""),
      ("v2 v3 v2", 5, "v2 v3 v2"), ("v2 v3 v2", 4, "v2 "),
      ("größe größe maß mäß", 2, "größe größe maß "), ("a b-c.d", 3, "a b-c."),
      ("........................", 1, "........................"), ("", 1, ""),
      // 日本 語日 are pairs, and the first character of a run is one, too.
      ("日本語日本語日本語", 4, "日本語日本語日本語"), ("日本語日本語日本語", 3, "日本語"),
      ("日 本 語 日 本", 2, "日 本 "), ("日本 abc 日本 def", 3, "日本 abc 日本 "),
      ("🌰🌰🌰🌰🌰🌰", 1, "🌰"),
    ])
  func `A text ends before the word that is one too many`(
    text: String, limit: Int, expected: String
  ) {
    #expect(fitting(text, limit) == expected)
  }

  @Test func `Different words are told apart`() {
    let words = (100_000..<150_000).map { "\($0)" }.joined(separator: " ")
    let length = VocabularyLimit.length(of: Array(words.utf8), limit: 40_000)
    // A slot that two words share makes the text longer, by one in a hundred at most.
    #expect((words.utf8.count * 79 / 100...words.utf8.count * 82 / 100).contains(length))
    #expect(VocabularyLimit.length(of: Array(words.utf8), limit: 50_000) == words.utf8.count)
  }

  @Test(
    arguments: [
      ("a b\nc d\ne f\ng h\n", 4, "a b\n", "g h\n"), ("a b\nc d\n", 100, "a b\nc d\n", ""),
      ("a b c d e f", 4, "a b ", ""), ("a\nb c d e f g h i\nk\n", 4, "a\n", "k\n"),
      ("a a\nb b\n a b\na c\nd\n", 4, "a a\nb b\n a b\n", "d\n"),
    ])
  func `The first and the last lines share the words`(
    text: String, limit: Int, first: String, last: String
  ) {
    let bytes = Array(text.utf8)
    let ends = VocabularyLimit.ends(of: bytes, limit: limit)
    #expect(String(decoding: bytes[..<ends.first], as: UTF8.self) == first)
    #expect(String(decoding: bytes[ends.last...], as: UTF8.self) == last)
  }

  @Test func `A cut is never within a character`() {
    let characters = (0..<20_000).map {
      String(Character(Unicode.Scalar(0x4e00 + $0 % 20_000) ?? " "))
    }
    let text = Array(characters.joined(separator: "é🌰").utf8)
    for limit in stride(from: 1, to: 3_000, by: 97) {
      let length = VocabularyLimit.length(of: text, limit: limit)
      #expect(length < text.count)
      #expect(text[length] & 0xc0 != 0x80)
    }
  }
}
