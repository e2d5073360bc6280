import Foundation
import QueryLanguage
import SearchIndex

/// Measures corrections: the time for each word, and how many of them are right.
struct CorrectionTest {
  /// Words of one script that occur as often.
  private struct Group {
    let name: String
    var words: [String] = []
  }

  /// The number of words of a group.
  private static let groupSize = 200
  /// A word in this many documents or more is frequent; a rare one is in at most three.
  private static let frequent = 100

  let reader: IndexReader
  let words: WordList

  /// Prints the times of the groups.
  func printTimes() throws {
    for group in groups() {
      var (offers, corrections) = (0, 0)
      var times = [Double](repeating: .infinity, count: group.words.count)
      for round in 0..<3 {
        for (number, word) in group.words.enumerated() {
          let start = clock()
          let found = try correction(of: word)
          times[number] = min(times[number], Double(clock() - start) / Double(CLOCKS_PER_SEC))
          if round > 0 { continue }
          if let found { if found.isOffer { offers += 1 } else { corrections += 1 } }
        }
      }
      times.sort()
      let mean = times.reduce(0, +) / Double(max(1, times.count))
      let p90 = times.isEmpty ? 0 : times[times.count * 9 / 10]
      print(
        """
          \(group.name): \(times.count) words, \(milliseconds(mean)) ms of CPU in the mean, \
        p90 \(milliseconds(p90)), at most \(milliseconds(times.last ?? 0)); \
        \(corrections) corrected, \(offers) offered another
        """)
    }
  }

  /// Prints how many corrections are right.
  ///
  /// - Parameter misspellings: lines of a typed word and the meant one, with a tab between them.
  /// - Throws: the error of SQLite.
  func printRight(of misspellings: String) throws {
    for occurs in [true, false] {
      var counts: [String: Int] = [:]
      for line in misspellings.split(separator: "\n") {
        let fields = line.split(separator: "\t").map { folded(String($0)) }
        guard fields.count >= 2, fields[0] != fields[1],
          try (reader.count(Query(parsing: fields[0]), SearchOptions()).count > 0) == occurs
        else { continue }
        let found = try correction(of: fields[0])
        let kind = found.map { $0.isOffer ? "offered" : "corrected" } ?? "left"
        let isRight = found.map { folded($0.text) == fields[1] ? ", right" : ", wrong" } ?? ""
        counts[kind + isRight, default: 0] += 1
      }
      let all = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      print(
        "  misspellings that \(occurs ? "occur" : "do not occur"): \(all.joined(separator: "; "))")
    }
  }

  private func correction(of word: String) throws -> Suggestion? {
    try reader.correction(
      of: word, from: words, SuggestionOptions(), deadline: .now + .seconds(60))
  }

  /// Words of each script: frequent ones, rare ones, and words with an error that do not occur.
  private func groups() -> [Group] {
    var groups: [Group] = []
    for (script, first) in [
      ("Latin", 0x61...0x24f), ("Greek", 0x370...0x3ff), ("Cyrillic", 0x400...0x52f),
    ] {
      var (frequent, rare): ([String], [String]) = ([], [])
      var all: Set<String> = []
      words.forEach { word, documents in
        let text = String(decoding: word, as: UTF8.self)
        guard let letter = text.unicodeScalars.first, first ~= Int(letter.value),
          text.unicodeScalars.count >= 4
        else { return }
        all.insert(text)
        if documents >= Self.frequent { frequent.append(text) }
        if documents <= 3 { rare.append(text) }
      }
      let wrong = sample(of: frequent).compactMap { word in
        misspelled(word).flatMap { all.contains($0) ? nil : $0 }
      }
      groups += [
        Group(name: "\(script), frequent", words: sample(of: frequent)),
        Group(name: "\(script), rare", words: sample(of: rare)),
        Group(name: "\(script), missing", words: wrong),
      ]
    }
    return groups
  }

  /// The word with two letters in its middle exchanged; nil if they are equal.
  private func misspelled(_ word: String) -> String? {
    var letters = Array(word.unicodeScalars)
    let middle = letters.count / 2
    letters.swapAt(middle - 1, middle)
    let text = String(String.UnicodeScalarView(letters))
    return text == word ? nil : text
  }

  /// Words from all parts of a list.
  private func sample(of words: [String]) -> [String] {
    let step = max(1, words.count / Self.groupSize)
    return Array(
      stride(from: 0, to: words.count, by: step).map { words[$0] }.prefix(Self.groupSize))
  }

  /// The word as the index has it: without case and accents.
  private func folded(_ word: String) -> String {
    let scalars = word.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(scalars.filter { !$0.properties.isDiacritic }))
      .trimmingCharacters(in: .whitespaces)
  }

  private func milliseconds(_ seconds: Double) -> Double { (seconds * 1e5).rounded() / 100 }
}
