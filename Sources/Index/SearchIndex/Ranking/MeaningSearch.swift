import FullText
import IndexStorage
import LinuxSystem
import Meaning
import QueryLanguage
import SittaSQLite

/// Finds the documents that are about the same as a query, whatever their words are.
struct MeaningSearch {
  private let nearest: NearestDocuments
  /// The words of the query.
  let words: [String]
  private let table: VectorTable

  /// Documents with a smaller cosine are about something else.
  private static let leastCosine: Float = 0.25

  /// Prepares a search; nil if only the words of the query should count.
  ///
  /// - Parameters:
  ///   - plan: the query, whose filters hold for all matches.
  ///   - language: the language that stop words of the query show; nil if they show none.
  ///   - table: the table of the index.
  ///   - encoded: the vector of the query by a sentence encoder; nil for that of the table.
  init?(
    _ plan: SearchPlan, language: String?, _ table: VectorTable, encoded: MeaningVector? = nil
  ) {
    let nodes = if case .all(let nodes) = plan.root { nodes } else { [plan.root] }
    var words: [String] = []
    for node in nodes {
      switch node {
      case .term(let term):
        guard term.kind == .word, term.column == nil, !term.isRequired, !CodeName.matches(term.text)
        else { return nil }
        words.append(term.text)
      case .filter, .not: continue
      case .near, .any, .all: return nil
      }
    }
    guard language == nil || language == "en", let vector = table.vector(ofQuery: words) else {
      return nil
    }
    (self.words, self.table) = (words, table)
    nearest = NearestDocuments(
      MeaningQuery(encoded ?? vector), plan, leastCosine: Self.leastCosine, matchesWords: false)
  }

  /// Returns the nearest documents that may be shown, the nearest one first.
  ///
  /// O(documents).
  func matches(in snapshot: borrowing Snapshot) throws(SQLiteError) -> [NearestDocuments.Match] {
    try nearest.matches(in: snapshot)
  }

  /// Returns the words that are near in meaning to words of the query; none if the document has no vector.
  func pairs(
    with document: ListedDocument, in reader: IndexReader
  ) throws(SQLiteError) -> [WordPair] {
    guard let text = try DescribedText(of: document, in: reader) else { return [] }
    return table.pairs(
      ofQuery: words, and: text.texts, upTo: DescribedText.words, limit: Self.shownPairs)
  }

  /// The pairs of words that are shown for a hit.
  private static let shownPairs = 3
}

extension [RankedRow] {
  /// Merges the hits by words with those by meaning, by their ranks.
  ///
  /// Scores of both kinds cannot be compared: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet
  /// and individual Rank Learning Methods", SIGIR 2009. The score of a hit that comes before one with a larger score
  /// grows to that score.
  ///
  /// - Parameters:
  ///   - matches: the documents by meaning, the nearest one first.
  ///   - weight: how much a rank by meaning counts, beside 1 for a rank by words.
  /// - Returns: all hits in their new order.
  func merged(with matches: [NearestDocuments.Match], weight: Double) -> [RankedRow] {
    /// The rank at which a rank counts half as much as the first one.
    let half = 5.0
    var values: [DocumentID: Double] = [:]
    var rows: [DocumentID: RankedRow] = [:]
    for (rank, row) in enumerated() {
      values[row.id] = 1 / (half + Double(rank))
      rows[row.id] = row
    }
    for (rank, match) in matches.enumerated() {
      values[match.id, default: 0] += weight / (half + Double(rank))
      rows[match.id, default: RankedRow(similar: match)].similarity = match.cosine
    }
    var merged = rows.values.sorted { first, second in
      let (left, right) = (values[first.id] ?? 0, values[second.id] ?? 0)
      return left == right ? first.precedesEqual(second) : left > right
    }
    var least = 0.0
    for index in merged.indices.reversed() {
      least = Swift.max(least, merged[index].score)
      merged[index].score = least
    }
    return merged
  }
}
