import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing
import TextAnalysis

@testable import SearchIndex

struct SuggestionTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    let texts = [
      "memory barrier on the page cache", "memory and memories of a garden", "a memorable garden",
      "The page was reaped", "日本語の文字 memo", "Jérôme's garden naïveté 12345",
      "receive the barrier", "9zqx0193ff",
    ]
    for (number, text) in texts.enumerated() { try index.put("/root/\(number)", text) }
    try index.writer.commit()
  }

  private func suggestions(
    _ text: String, isTyping: Bool = true, limit: Int = 5
  ) throws -> Suggestions {
    let reader = try IndexReader(index.store)
    var words = WordList(stopWords: [try StopWords(languages: ["english"])])
    while try !reader.readVocabulary(into: &words, count: 7).isComplete {}
    var options = SuggestionOptions()
    options.isTyping = isTyping
    options.limit = limit
    return try reader.suggestions(for: text, from: words, options, deadline: .now + .seconds(60))
  }

  @Test(
    arguments: [
      ("mem", ["memory"]), ("m", ["memory"]), ("garden mem", ["garden memory"]),
      // Only completions that find something together with the rest.
      ("cache mem", ["cache memory"]), ("cache gard", []),
      ("title:x mem", []), ("body:mem", ["body:memory"]), ("(page OR mem", ["(page OR memory"]),
      ("mem*", ["memory"]), ("=mem", ["=memory"]),
      ("JÉRÔ", ["jerome"]), ("na", ["naivete"]), ("reap", ["reaped"]),
      // Nothing to complete.
      ("mem ", []), ("\"page mem\"", []), ("-mem", []), ("ext:m", []), ("", []), ("日", []),
      ("123", []), ("9zq", []), ("th", []), ("a-mem", []), ("page -", []),
    ])
  func `The last word is completed, the others stay`(text: String, expected: [String]) throws {
    let found = try suggestions(text).completions
    #expect(found.map(\.text) == expected)
    for suggestion in found { #expect(try !index.find(suggestion.text).isEmpty) }
  }

  @Test func `A completion has its word and the number of its documents`() throws {
    let found = try #require(try suggestions("page mem").completions.first)
    #expect(found.words == ["memory"])
    #expect(found.documents == 2)
    #expect(try suggestions("g", limit: 1).completions.count == 1)
  }

  @Test(
    arguments: [
      ("memroy", ["memory"]), ("memroy barier", ["memory barrier"]),
      ("memroy garden", ["memory garden"]), ("title:x memroy", []), ("-memroy", []),
      ("\"memroy\"", []),
      ("body:recieve", ["body:receive"]),
      ("recieve OR xyz", ["receive OR xyz"]),
      ("Memroy, barrier", ["memory, barrier"]), ("memroy ext:txt", []), ("日木", []),
      ("memory", []), ("memory garden", []), ("xyzxyz", []), ("", []), ("a-b", []),
      // Exactly this word is wanted, or none.
      ("=memroy", []), ("+memroy", []), ("memory =gardn", []),
    ])
  func `A word that does not occur is corrected if that finds something`(
    text: String, expected: [String]
  ) throws {
    let found = try suggestions(text, isTyping: false).corrections
    #expect(found.map(\.text) == expected)
    for suggestion in found { #expect(try !index.find(suggestion.text).isEmpty) }
  }

  @Test func `A word that is being typed is not corrected`() throws {
    #expect(try suggestions("gard").corrections == [])
    #expect(try suggestions("gadren").corrections.map(\.text) == ["garden"])
    #expect(try suggestions("gadren mem").corrections.map(\.text) == ["garden mem"])
    #expect(try suggestions("gadren mem").completions == [])
  }

  @Test func `A word that is being typed is corrected in the clear case`() throws {
    try index.put("/root/typo", "recieve")
    for number in 0..<300 { try index.put("/root/right\(number)", "receive letters") }
    try index.writer.commit()
    func corrections(_ text: String) throws -> [String] {
      try suggestions(text).corrections.map(\.text)
    }
    #expect(try corrections("recieve") == ["receive"])
    #expect(try corrections("letters recieve") == ["letters receive"])
    #expect(try corrections("receive") == [])
    #expect(try corrections("rece") == [])
  }

  @Test func `Words only in folders that are away are not suggested`() throws {
    try index.put("/disk/a", "nuthatch")
    try index.writer.recordFolder(FilePath("/disk"), inode: 2, device: 7)
    try index.writer.commit()
    #expect(try suggestions("nuth").completions.map(\.text) == ["nuthatch"])
    #expect(try suggestions("nuthtach").corrections.map(\.text) == ["nuthatch"])
    try index.writer.markAway(FilePath("/disk"))
    try index.writer.commit()
    #expect(try suggestions("nuth").completions == [])
    #expect(try suggestions("nuthtach").corrections == [])
  }

  @Test func `Rare words are completed from the vocabulary itself`() throws {
    let reader = try IndexReader(index.store)
    let found = try reader.suggestions(
      for: "memor", from: WordList(), SuggestionOptions(), deadline: .now + .seconds(60))
    #expect(found.completions.map(\.text) == ["memory"])
  }

  @Test(arguments: [
    "memory NEAR/9 barier NEAR/9 page", "memroy NEAR barrier NEAR memroy", "a NEAR a NEAR a",
  ])
  func `A word that two distances share is corrected once`(text: String) throws {
    for suggestion in try suggestions(text, isTyping: false).corrections {
      #expect(try !index.find(suggestion.text).isEmpty, "\(suggestion)")
    }
  }

  @Test func `Any text can be completed or corrected, and every suggestion has hits`() throws {
    var random = SplitMix(seed: 5)
    for _ in 0..<300 {
      let text = ArbitraryQuery.text(&random)
      let found = try suggestions(text)
      for suggestion in found.completions + found.corrections {
        #expect(try !index.find(suggestion.text).isEmpty, "\(suggestion)")
      }
    }
  }
}
