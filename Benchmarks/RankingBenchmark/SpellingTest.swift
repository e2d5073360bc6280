import Foundation
import RankingJudgment
import SearchInterface

/// Asks for the corrections of misspelled words.
struct SpellingTest {
  /// A misspelling and the corrections that the daemon suggested, the likeliest first.
  private var rows: [(misspelling: Misspelling, corrections: [String])] = []

  init(_ misspellings: [Misspelling], asking client: SearchClient) throws {
    for misspelling in misspellings {
      // After the blank, the word is no beginning of a longer one.
      let reply = try client.suggest(SuggestMethod.Parameters(text: "\(misspelling.typed) "))
      rows.append((misspelling, reply.corrections.map { $0.text.trimmed }))
    }
  }

  /// The positions of the right corrections.
  var record: RankRecord {
    var record = RankRecord()
    for row in rows {
      record.add(
        "spelling \(row.misspelling.typed)", rank: Self.rank(row.misspelling, row.corrections))
    }
    return record
  }

  /// Prints a line for each misspelling.
  func printWords() {
    for (misspelling, corrections) in rows {
      let rank = Self.rank(misspelling, corrections).map(String.init) ?? "-"
      print(
        "\(rank)  \(misspelling.typed) (\(misspelling.meant)): \(corrections.joined(separator: ", "))"
      )
    }
  }

  /// Prints how many corrections are right.
  func printTotals() {
    printTotal("not in the tree") { !$0.isInTree }
    printTotal("in the tree as a rare word") { $0.isInTree }
    printTotal("all") { _ in true }
  }

  private func printTotal(_ name: String, _ isWanted: (Misspelling) -> Bool) {
    let ranks = rows.filter { isWanted($0.misspelling) }
      .map { Self.rank($0.misspelling, $0.corrections) }
    let first = ranks.count { $0 == 1 }
    let three = ranks.count { $0.map { $0 <= 3 } ?? false }
    print(
      "spelling, \(name): \(ranks.count) words, \(first) right at once, \(three) in the first three"
    )
  }

  /// The position of the meant word, counted from 1; case and accents do not matter to a search.
  private static func rank(_ misspelling: Misspelling, _ corrections: [String]) -> Int? {
    // A search finds it as it is.
    if folded(misspelling.typed) == folded(misspelling.meant) { return 1 }
    return corrections.firstIndex { folded($0) == folded(misspelling.meant) }.map { $0 + 1 }
  }

  private static func folded(_ word: String) -> String {
    let scalars = word.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars
    return String(String.UnicodeScalarView(scalars.filter { !$0.properties.isDiacritic }))
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
