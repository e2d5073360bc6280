import FullText
import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// Searches whose candidates come from FTS5's pages find what searches with FTS5 alone find.
@Suite(.timeLimit(.minutes(15)))
struct SegmentAgreementTests {
  private static let words = [
    "seed", "a", "b", "run", "running", "runs", "Tide", "Tiden", "parseHeader", "parse_header",
    "HTTPServer", "naïve", "naive", "Müller", "日本語", "本", "東京", "ภาษาไทย", "the", "of", "and",
    "pear", "pears", "Versicherung", "C++", ".NET", "2024", "report", "Report2024",
    "e\u{301}t\u{e9}",
  ]

  /// An index of several segments, from which documents were changed and removed.
  private func index(seed: UInt64) throws -> TestIndex {
    var random = SplitMix(seed: seed)
    let index = try TestIndex(text: try TextSettings(languages: ["english", "german"]))
    for number in 0..<400 {
      let count = Int.random(in: 0...60, using: &random)
      let text = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      let folder = ["/notes", "/report/seed", "/a/b"].randomElement(using: &random) ?? ""
      let name = Self.words.randomElement(using: &random) ?? ""
      try index.put(
        "\(folder)/\(name)\(number % 300)", text.joined(separator: " "), modified: number)
      if number % 23 == 0 { try index.writer.commit() }
      if number % 31 == 0 {
        _ = try index.writer.remove(FilePath("\(folder)/\(name)\(number % 7)"))
      }
    }
    try index.writer.commit()
    return index
  }

  private func query(_ random: inout SplitMix) -> String {
    if Int.random(in: 0..<4, using: &random) == 0 { return ArbitraryQuery.text(&random) }
    let count = Int.random(in: 1...9, using: &random)
    return (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `A search finds the same with and without the reader of FTS5's pages`(seed: UInt64) throws {
    let index = try index(seed: seed)
    // Each answer of the pages is compared, so the hits themselves are those of FTS5.
    let compared = ReaderCaches(segments: FTS5SegmentSwitch(comparingOneIn: 1))
    let trusted = ReaderCaches(segments: FTS5SegmentSwitch(comparingOneIn: .max))
    let off = ReaderCaches()
    off.segments.switchOff()
    let readers = try [compared, trusted, off].map { try IndexReader(index.store, sharing: $0) }
    #expect(readers.allSatisfy { $0.segments != nil })
    var random = SplitMix(seed: seed)
    for number in 0..<600 {
      let text = query(&random)
      guard let query = try? Query(parsing: text) else { continue }
      var options = SearchOptions()
      options.limit = 50
      options.isStrict = number % 5 == 0
      let pages = try readers.map { try $0.search(query, options) }
      let (first, last) = (pages[1], pages[2])
      #expect(first.hits == last.hits, "\(text.debugDescription)")
      #expect(first.count == last.count && first.partialCount == last.partialCount)
      #expect(pages[0].hits == last.hits)
    }
    #expect(!compared.distrustsSegments)
    // The pages were read at all.
    try readers[1].database.transaction(.deferred) {
      try readers[1].segments?.refresh()
      #expect(try readers[1].segments?.documentCount(ofAny: [Array("seed".utf8)]) ?? 0 > 10)
    }
  }
}
