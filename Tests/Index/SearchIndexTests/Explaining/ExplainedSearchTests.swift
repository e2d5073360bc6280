import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// An explanation agrees with the search, for any query and document.
@Suite(.timeLimit(.minutes(15)))
struct ExplainedSearchTests {
  private static let words = [
    "ash", "birch", "cedar", "elm", "fir", "oaks", "pine", "yew", "tide-gauge", "parseHeader",
    "the", "of",
  ]

  /// The paths of the documents.
  private let paths: [String]
  private let reader: IndexReader
  private let index: TestIndex

  init() throws {
    index = try TestIndex()
    var random = SplitMix(seed: 33)
    var paths: [String] = []
    for number in 0..<260 {
      // The first words are common, the last ones rare.
      let words = Self.words.enumerated().filter { rank, _ in
        Int.random(in: 0...rank + 1, using: &random) == 0
      }.map(\.element)
      let folder = ["/oak", "/pine trees/x", "/other", "/old/yew", "/elm/fir"].randomElement(
        using: &random)
      let name = ["report \(number).txt", "ash \(number).h", "n\(number)x", "copy of \(number)"]
        .randomElement(using: &random)
      let path = "\(folder ?? "")/\(name ?? "")"
      // Some are copies of others.
      let text =
        number % 13 == 0
        ? "ash oaks fir"
        : words.shuffled(using: &random)
          .joined(separator: number % 5 == 0 ? String(repeating: " wood", count: 120) + " " : " ")
      try index.put(path, text, size: text.utf8.count, modified: number % 17)
      paths.append(path)
    }
    try index.writer.commit()
    self.paths = paths
    reader = try IndexReader(index.store)
  }

  private func query(_ random: inout SplitMix) -> String {
    func word() -> String {
      let known = Self.words + ["zebra", "gauge", "header", "oak", "report", "tree", "wood", "std"]
      return known.randomElement(using: &random) ?? ""
    }
    let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1: "+\(word())"
      case 2: "-\(word())"
      case 3: "\"\(word()) \(word())\""
      case 4: "=\(word())"
      case 5: "\(word().prefix(2))*"
      case 6: "(\(word()) OR \(word()))"
      case 7: "name:\(word())"
      case 8: "in:/oak"
      case 9: "\(word())::\(word())"
      case 10: "size:>20"
      default: word()
      }
    }
    let isLong = Int.random(in: 0..<12, using: &random) == 0
    let more = isLong ? (0..<90).map { "\(Self.words[$0 % 8])\($0 % 3 == 0 ? "" : "q\($0)")" } : []
    return (parts + more).joined(separator: " ")
  }

  private func options(isStrict: Bool) -> SearchOptions {
    var options = SearchOptions()
    (options.limit, options.snippetWords) = (1_000, 0)
    (options.isStrict, options.showsCopies) = (isStrict, isStrict)
    options.home = FilePath("/home/me")
    return options
  }

  @Test(
    arguments: [(false, nil), (true, nil), (false, "/oak"), (true, "/pine trees")]
      as [(Bool, String?)])
  func `Verdict, number, score and count are those of the search`(
    isStrict: Bool, within: String?
  ) throws {
    var random = SplitMix(seed: isStrict ? 7 : 8)
    var (hits, misses, partial) = (0, 0, 0)
    for _ in 0..<120 {
      let text = query(&random)
      guard let query = try? Query(parsing: text) else { continue }
      var options = options(isStrict: isStrict)
      options.within = within.map { [FilePath($0)] }
      let page = try reader.search(query, options)
      var numbers: [String: Int] = [:]
      for (number, hit) in page.hits.enumerated() {
        numbers["\(hit.document.path)"] = number + 1
        for copy in hit.copies { numbers["\(copy.path)"] = number + 1 }
      }
      let wanted =
        (0..<6).compactMap { _ in paths.randomElement(using: &random) }
        + page.hits.prefix(2).map { "\($0.document.path)" }
        + page.hits.suffix(2).map { "\($0.document.path)" }
      for path in wanted {
        let match = try #require(try reader.explain(FilePath(path), query, options).match)
        let number = numbers[path]
        #expect(match.isHit == (number != nil), "\(text): \(path)")
        // Without words that rank the hits, only the first ones are looked at.
        if match.score != nil || number ?? 0 <= CandidateSearch.depth {
          #expect(match.position == number, "\(text): \(path)")
        }
        #expect(match.hitCount == page.count + page.partialCount, "\(text)")
        #expect(match.position ?? 0 <= match.hitCount)
        if let number, page.hits[number - 1].document.path == FilePath(path) {
          hits += 1
          let hit = page.hits[number - 1]
          if match.score != nil { #expect(match.score == hit.score, "\(text): \(path)") }
          #expect(match.lacking == hit.missing, "\(text): \(path)")
          if !hit.missing.isEmpty { partial += 1 }
        } else {
          misses += 1
        }
      }
    }
    // Otherwise the test would say nothing.
    #expect(hits > 100 && misses > 50)
    #expect(isStrict || partial > 20)
  }

  @Test func `A hit far behind is a hit, and one that is not counted is none`() throws {
    for number in 0..<700 { try index.put("/many/\(number)z", "gorse \(number)") }
    try index.put("/many/last", "gorse " + String(repeating: "wood ", count: 900))
    // More lie in folders of that name than a search adds.
    for number in 0..<60 { try index.put("/bracken/\(number)", "moss", modified: number) }
    try index.writer.commit()
    let reader = try IndexReader(index.store)
    let far = try #require(
      try reader.explain(FilePath("/many/last"), Query(parsing: "gorse")).match)
    #expect(far.isHit && far.position == nil && far.hitCount == 701)
    let query = try Query(parsing: "bracken")
    let listed = try Set(
      reader.search(query, options(isStrict: false)).hits.map { "\($0.document.path)" })
    for number in 0..<60 {
      let path = "/bracken/\(number)"
      let match = try #require(try reader.explain(FilePath(path), query).match)
      #expect(match.isHit == listed.contains(path), "\(path)")
    }
    #expect(listed.count == 50)
  }
}
