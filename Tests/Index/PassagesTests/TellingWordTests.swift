import Testing

@testable import Passages

/// How informative passages are, compared with windows that are chosen by hits alone.
struct TellingWordTests {
  @Test func `Passages show at least as many telling words as the best windows`() throws {
    var (all, shown, byHits, possible) = (0, 0, 0, 0)
    for text in TellingText.all {
      for (query, words) in text.queries {
        let sample = PassageSample(text.text, query)
        let count = try #require(sample.length(of: sample.passages))
        let windows = sample.windows(length: max(16, count))
        let tellings = words.split(separator: " ").map { PassageSample.folded(String($0)) }
        func share(_ window: String) -> Int { tellings.count(where: window.contains) }
        let passage = PassageSample.folded(
          sample.passages.map { sample.string($0.bytes) }.joined(separator: " "))
        all += tellings.count
        shown += share(passage)
        byHits += share(windows.best)
        possible += windows.all.map(share).max() ?? 0
        if share(passage) < tellings.count {
          print("\(share(passage)) of \(tellings.count): \(query): \(sample.shown)")
        }
      }
    }
    let queries = TellingText.all.reduce(0) { $0 + $1.queries.count }
    print(
      "\(queries) queries, \(all) telling words: passages show \(shown), the first of the windows "
        + "with the most different words \(byHits), the windows with the most telling words "
        + "\(possible)")
    #expect(queries >= 60)
    #expect(shown >= byHits)
  }
}

extension PassageSample {
  /// The text in lower case; at the ends of words only letters and digits are kept.
  fileprivate static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The number of tokens in some passages.
  fileprivate func length(of passages: [Passage]) -> Int? {
    var count = 0
    Self.tokenize(text.span) { _, range, isColocated in
      let isShown = passages.contains {
        $0.bytes.lowerBound <= range.lowerBound && range.upperBound <= $0.bytes.upperBound
      }
      if !isColocated, isShown { count += 1 }
    }
    return count
  }

  /// All windows of a number of tokens, and the first window with the largest weight of words.
  fileprivate func windows(length: Int) -> (all: [String], best: String) {
    var ranges: [Range<Int>] = []
    Self.tokenize(text.span) { _, range, isColocated in
      if !isColocated { ranges.append(range) }
    }
    var (windows, best, most): ([String], String, Double) = ([], "", -1)
    for start in 0...max(0, ranges.count - length) {
      let tokens = start..<min(ranges.count, start + length)
      let bytes = ranges[tokens.lowerBound].lowerBound..<ranges[tokens.upperBound - 1].upperBound
      windows.append(Self.folded(String(decoding: text[bytes], as: UTF8.self)))
      let words = Set(
        hits.filter { tokens.contains($0.token) && $0.token + $0.count <= tokens.upperBound }
          .map(\.word))
      let weight = words.sorted().reduce(0) { $0 + finder.words[$1].weight }
      if weight > most { (best, most) = (windows[windows.count - 1], weight) }
    }
    return (windows, best)
  }
}
