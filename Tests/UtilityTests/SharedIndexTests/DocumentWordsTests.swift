import SharedIndex
import Testing

/// The words of a document for PostgreSQL.
struct DocumentWordsTests {
  private func words(_ parts: [(Character, String)]) -> Set<String> {
    var words = DocumentWords()
    let vector = words.vector(parts.map { ($0.0, Array($0.1.utf8)) })
    return Set(String(decoding: vector.text, as: UTF8.self).split(separator: " ").map(String.init))
  }

  @Test(
    arguments: [
      ([], []), ([("D", "One two one")], ["'one':1,3", "'two':2"]),
      // Another part begins further back, so that no phrase reaches into it.
      ([("A", "One"), ("D", "one")], ["'one':1A,12"]),
      ([("B", "a.txt"), ("C", "b")], ["'a':1B", "'txt':2B", "'b':13C"]),
      ([("D", "Müller")], ["'muller':1", "'mueller':1"]),
      ([("D", "日本語")], ["'日本':1", "'本語':2", "'語':2"]),
    ] as [([(Character, String)], Set<String>)])
  func `Words have their positions and parts`(parts: [(Character, String)], expected: Set<String>) {
    #expect(words(parts) == expected)
  }

  @Test func `A long text is cut, and says so`() {
    var words = DocumentWords()
    let long = (0..<20_000).map { "w\($0)" }.joined(separator: " ")
    let vector = words.vector([("D", Array(long.utf8))])
    #expect(vector.isCut && String(decoding: vector.text, as: UTF8.self).contains("'w19999':16383"))
    let many = (0..<300_000).map { "word\($0)" }.joined(separator: " ")
    let bounded = words.vector([("D", Array(many.utf8))])
    #expect(bounded.isCut && bounded.text.count < 2_000_000)
    let often = words.vector([("D", Array(String(repeating: "a ", count: 1_000).utf8))])
    #expect(!often.isCut && often.text.count < 1_500)
  }
}
