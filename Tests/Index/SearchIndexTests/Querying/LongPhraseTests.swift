import IndexStorage
import TestSupport
import Testing

@testable import SearchIndex

/// A phrase is found by its first words, so that it costs little however long it is.
struct LongPhraseTests {
  static let limit = QueryTokenizer.phraseLimit

  let index: TestIndex
  let words = (0..<700).map { "w\($0)" }

  init() throws {
    index = try TestIndex()
    try index.put("/all", words.joined(separator: " "))
    try index.put("/others", words.reversed().joined(separator: " "))
    try index.writer.commit()
  }

  private func find(_ words: [String]) throws -> [String] {
    try index.find("\"\(words.joined(separator: " "))\"")
  }

  @Test func `Words of a phrase after the limit count for nothing`() throws {
    #expect(try find(words) == ["/all"])
    #expect(try find(words[..<Self.limit] + ["other"]) == ["/all"])
    #expect(try find(words[..<(Self.limit - 1)] + ["other"]) == [])
  }

  @Test func `A phrase of pairs is cut between characters`() throws {
    let text = String((0..<900).compactMap { UnicodeScalar(0x4e00 + $0).map(Character.init) })
    try index.put("/han", text)
    try index.writer.commit()
    #expect(try index.find("\"\(text)\"") == ["/han"])
    #expect(try index.find("\"\(text)語\"") == ["/han"])
  }
}
