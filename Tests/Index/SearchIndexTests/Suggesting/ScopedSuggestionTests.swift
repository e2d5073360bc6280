import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Suggestions for a client that may see only some folders.
@Suite(.timeLimit(.minutes(15)))
struct ScopedSuggestionTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.put("/in/a", "memory barrier of gardens")
    try index.put("/in/b", "memory of a file system")
    for number in 0..<8 {
      try index.put("/out/\(number)", "memorandum memory garden readonly \(number)")
    }
    try index.put("/out/x", "secretary barrister")
    try index.writer.commit()
  }

  private func suggestions(
    _ text: String, isTyping: Bool = true, within: [String]? = ["/in"]
  ) throws -> Suggestions {
    let reader = try IndexReader(index.store)
    var options = SuggestionOptions()
    options.isTyping = isTyping
    options.search.within = within?.map { FilePath($0) }
    return try reader.suggestions(
      for: text, from: words(of: reader), options, deadline: .now + .seconds(60))
  }

  private func words(of reader: IndexReader) throws -> WordList {
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    return words
  }

  @Test(
    arguments: [
      ("mem", ["memory"]), ("secr", []), ("barr", ["barrier"]),
      // The rest has hits inside, but the completed word does not.
      ("memory OR secr", []), ("memory OR (x -secr) OR memora", []),
      // Another form of the word is inside, but not the word itself.
      ("gard", ["gardens"]), ("=mem", ["=memory"]),
    ])
  func `A word is completed only if a document inside has it`(
    text: String, expected: [String]
  ) throws {
    #expect(try suggestions(text).completions.map(\.text) == expected)
  }

  @Test(
    arguments: [
      ("memroy", ["memory 2"]), ("secretery", []), ("barrer", ["barrier 1"]), ("barristr", []),
      ("memorandum", []),
      ("memory", ["memory 2"]), ("memry secretery", ["memory 2"]), ("readonyl", []),
      ("filesystem", ["file 1", "system 1"]), ("title:secretary", []), ("secre tary", []),
    ])
  func `The words for a correction are those of documents inside`(
    text: String, expected: [String]
  ) throws {
    #expect(try correctionWords(text, within: ["/in"]) == expected)
    #expect(try correctionWords("secretery", within: nil) == ["secretary 1"])
  }

  @Test func `The words for a correction are those that a document still has`() throws {
    let reader = try IndexReader(index.store)
    let words = try words(of: reader)
    _ = try index.writer.remove(FilePath("/out/x"))
    try index.writer.commit()
    #expect(try correctionWords("secretery", within: nil, from: words) == [])
    #expect(try correctionWords("memroy", within: nil, from: words) == ["memory 10"])
    // A search finds documents with the other word, and still does not name it.
    var options = SuggestionOptions()
    options.reading = Query.ReadingOptions()
    #expect(
      try reader.correction(
        of: "memory secretery", from: words, options, deadline: .now + .seconds(60)) == nil)
  }

  private func correctionWords(
    _ text: String, within: [String]?, from words: WordList? = nil
  ) throws -> [String] {
    let reader = try IndexReader(index.store)
    var options = SuggestionOptions()
    options.search.within = within?.map { FilePath($0) }
    return try reader.correctionWords(
      for: text, from: words ?? self.words(of: reader), options, deadline: .now + .seconds(60)
    ).map { "\($0.word) \($0.documents)" }
  }

  @Test func `Documents outside are not counted`() throws {
    #expect(try suggestions("mem").completions.map(\.documents) == [2])
    #expect(try suggestions("mem", within: ["/in/b"]).completions.map(\.documents) == [1])
    let all = try suggestions("mem", within: nil).completions
    #expect(all.map(\.documents) == [10, 8])
  }

  @Test(
    arguments: [
      ("memroy", "memory"), ("secretery", nil), ("barrer", "barrier"), ("barristr", nil),
      ("memory OR secretery", nil), ("memory secretery", nil), ("memroy secretery", nil),
      ("memory readonyl", nil), ("filesystem", "file system"),
    ] as [(String, String?)])
  func `A word is corrected only to words of documents inside`(
    text: String, expected: String?
  ) throws {
    let reader = try IndexReader(index.store)
    var options = SuggestionOptions()
    options.search.within = [FilePath("/in")]
    let correction = try reader.correction(
      of: text, from: words(of: reader), options, deadline: .now + .seconds(60))
    for found in [try suggestions(text, isTyping: false).corrections.first, correction] {
      for word in found?.words ?? [] {
        #expect(try index.rank("=\(word)") { $0.within = [FilePath("/in")] }.count > 0, "\(word)")
      }
      if let expected { #expect(found?.text == expected) }
    }
    #expect(try suggestions("secretery", isTyping: false, within: nil).corrections.count == 1)
  }
}
