import HostSearch
import IndexStorage
import LinuxSystem
import QueryLanguage
import SearchIndex
import SearchInterface
import SearchMessages
import TestSupport
import Testing

@testable import SearchServing

/// Statistics of several indexes, as the client adds them and a daemon ranks with them.
struct StatisticsSumTests {
  private static let texts: [(path: String, text: String)] = (0..<40).map { number in
    let words = ["red", "fox", "foxes", "hen", "running", "run", "tide-gauge", "wool"]
    let text = words.enumerated().filter { (number * 7 + $0.offset * 3) % 5 < 2 }.map(\.element)
    return (
      "/d\(number % 4)/\(number == 7 ? "attic" : "f\(number)")/f\(number)",
      (text + Array(repeating: "padding", count: number)).joined(separator: " ")
    )
  }

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// A reader of an index of some of the texts.
  private func reader(_ isWanted: (Int) -> Bool) throws -> IndexReader {
    let place = folder["\(UInt64.random(in: 0...(.max)))"]
    try place.makeDirectory()
    let store = IndexStore(in: place)
    let writer = try store.open(now: .now).writer
    for (number, entry) in Self.texts.enumerated() where isWanted(number) {
      let bytes = Array(entry.text.utf8)
      var document = Document(
        status: FileStatus(
          size: Int64(bytes.count), modified: FileTime(nanoseconds: 0), checksum: 0),
        type: "text/plain")
      document.text = bytes
      try writer.replace(document, at: try #require(FilePath(absolute: entry.path)))
    }
    try writer.commit()
    return try IndexReader(store)
  }

  private func scores(
    _ query: Query, in reader: IndexReader, _ statistics: QueryStatistics? = nil
  ) throws -> [String: Double] {
    var options = SearchOptions()
    (options.limit, options.showsCopies, options.statistics) = (100, true, statistics)
    let hits = try reader.search(query, options).hits
    return Dictionary(
      uniqueKeysWithValues: hits.map { ("\($0.document.path)", ($0.score * 1e6).rounded()) })
  }

  @Test(
    arguments: [
      "red fox", "running hens", "wool", "\"red foxes\" run", "tide-gauge fox", "fo*",
      // The name of a folder of one half, alone and with words of the texts.
      "attic", "attic fox hen", "tide-gauge attic", "nowhere fox",
      // Only one half has the word; the other form is in both.
      "padding", "foxing hens",
      // A word that only one half has in a name.
      "name:f7 wool",
    ])
  func `Scores of two halves with the numbers of both are those of one index`(text: String) throws {
    let query = try Query(parsing: text)
    let whole = try reader { _ in true }
    let halves = try [reader { $0 % 3 == 0 }, reader { $0 % 3 != 0 }]
    let numbers = try halves.map {
      StatisticsMessage(try $0.statistics(for: query, SearchOptions()))
    }
    let (sum, others) = StatisticsMessage.sum(of: [0: numbers[0], 1: numbers[1]], local: nil)
    #expect(others.isEmpty)
    let statistics = try #require(sum.flatMap(QueryStatistics.init))
    #expect(statistics == (try whole.statistics(for: query, SearchOptions())))
    let found = try halves.map { try scores(query, in: $0, statistics) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let together = try scores(query, in: whole)
    #expect(!together.isEmpty)
    for (path, score) in together { #expect(found[path] == score, "\(path)") }
    // Without them the halves rank for themselves.
    let own = try halves.map { try scores(query, in: $0) }
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    #expect(own != found)
  }
}
