import IndexStorage
import QueryLanguage
import Testing

@testable import SearchIndex

/// Corrections of two indexes that rank as one.
struct SharedCorrectionTests {
  private static let documents: [(name: String, text: String)] = [
    ("arrakis.txt", "a read only file system"), ("b.txt", "only read the whole file"),
    ("c.txt", "a database of kernel messages"), ("kernel.txt", "the end of the kernel"),
    ("e.txt", "base station data of arrak"), ("f.txt", "memory barrier, arraks"),
    ("memory.txt", "memory"), ("h.txt", "memory"), ("i.txt", "a memorable kernel"),
    ("j.txt", "the train station"), ("k.txt", "receive letters"), ("l.txt", "receive"),
    ("m.txt", "receive"), ("n.txt", "recieve spam"), ("o.txt", "a readonly disk, dxa cudo"),
    ("p.txt", "dxb cuda"), ("q.txt", "dxb cuda dxb"), ("r.txt", "dxa"),
    ("attic/s.txt", "a garden"), ("memroi/t.txt", "a garden wall"),
  ]

  private let whole: TestIndex
  private let halves: [TestIndex]

  init() throws {
    func index(_ isWanted: (Int) -> Bool) throws -> TestIndex {
      let index = try TestIndex()
      for (number, document) in Self.documents.enumerated() where isWanted(number) {
        try index.put("/root/\(document.name)", document.text, size: document.text.utf8.count)
      }
      try index.writer.commit()
      return index
    }
    whole = try index { _ in true }
    halves = try [index { $0 % 2 == 0 }, index { $0 % 2 == 1 }]
  }

  private func words(of reader: IndexReader) throws -> WordList {
    var words = WordList()
    while try !reader.readVocabulary(into: &words, count: 100).isComplete {}
    return words
  }

  private static let deadline = ContinuousClock.now + .seconds(600)

  private func correction(
    of text: String, in index: TestIndex, from words: WordList?, _ statistics: QueryStatistics?
  ) throws -> Suggestion? {
    let reader = try IndexReader(index.store)
    var options = SuggestionOptions()
    options.search.statistics = statistics
    return try reader.correction(
      of: text, from: words ?? self.words(of: reader), options, deadline: Self.deadline)
  }

  /// The numbers of the whole index, which are the sums of the numbers of the halves.
  private func statistics(_ text: String) throws -> QueryStatistics {
    try IndexReader(whole.store).statistics(for: Query(parsing: text), SearchOptions())
  }

  private func sharedWords(_ text: String) throws -> WordList {
    var counts: [String: Int] = [:]
    for half in halves {
      let reader = try IndexReader(half.store)
      var own: [String: Int] = [:]
      for word in try reader.correctionWords(
        for: text, from: words(of: reader), SuggestionOptions(), deadline: Self.deadline)
      {
        own[word.word] = word.documents
      }
      counts.merge(own, uniquingKeysWith: +)
    }
    return WordList(counts.map { CountedWord($0.key, documents: $0.value) })
  }

  @Test(
    arguments: [
      // Nothing is wrong with the words of the other half.
      "arrakis", "memory barrier", "receive",
      "memroy", "kernl mesages", "recieve", "readonly", "teh", "dxc cuda", "dxc cudb",
      // In texts of one half, but in no name, or in a name of the other half.
      "name:arrak", "name:memory", "name:memroy", "name:barrier", "kernel name:arraks",
      "title:nothing", "name:zzzzzz",
      // In the name of a folder of one half, and not in the name of a file.
      "memroi", "memroi garden", "memroi gardne", "name:memroi",
    ])
  func `Two halves with the words of both choose what one index does`(text: String) throws {
    let expected = try correction(of: text, in: whole, from: nil, nil)
    let (statistics, words) = (try statistics(text), try sharedWords(text))
    let found = try halves.compactMap {
      try correction(of: text, in: $0, from: words, statistics)
    }
    let likeliest = found.filter(\.hasHits).max { $0.likelihood < $1.likelihood } ?? found.first
    #expect(likeliest?.text == expected?.text)
    #expect(likeliest?.likelihood == expected?.likelihood)
  }

  @Test func `A word counts where it must be`() throws {
    let query = "name:arrakis name:arrak name:memory barrier"
    #expect(try statistics(query).inColumns == [true, false, true])
    #expect(try statistics("memory").inColumns == [])
  }
}
