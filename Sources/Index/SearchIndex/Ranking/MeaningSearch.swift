import FullText
import IndexStorage
import LinuxSystem
import Meaning
import QueryLanguage
import SittaSQLite

/// Finds the documents that are about the same as a query, whatever their words are.
struct MeaningSearch {
  private let query: MeaningQuery
  private let plan: SearchPlan
  private let words: [String]
  private let table: VectorTable

  /// A document with the cosine between its vector and that of the query.
  struct Match: Equatable {
    let id: DocumentID
    let cosine: Float
  }

  /// The documents whose vectors are compared after a first look at the signs; 300 lose a fiftieth of the hits.
  private static let candidates = 1_000
  /// The most matches.
  private static let limit = 50
  /// Documents with a smaller cosine are about something else.
  private static let leastCosine: Float = 0.25

  /// Prepares a search; nil if only the words of the query should count.
  ///
  /// - Parameters:
  ///   - plan: the query, whose filters hold for all matches.
  ///   - language: the language that stop words of the query show; nil if they show none.
  ///   - table: the table of the index.
  init?(_ plan: SearchPlan, language: String?, _ table: VectorTable) {
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
    (self.plan, self.words, self.table, query) = (plan, words, table, MeaningQuery(vector))
  }

  /// Returns the nearest documents that may be shown, the nearest one first.
  ///
  /// O(documents).
  func matches(in snapshot: borrowing Snapshot) throws(SQLiteError) -> [Match] {
    let database = snapshot.database
    var first = TopElements<Estimate>(limit: Self.candidates)
    try MeaningBits.forEach(in: database) { start, bits in
      for number in 0..<MeaningBits.perBlock {
        guard let value = query.estimate(bits, number) else { continue }
        first.insert(Estimate(value: value, id: start + Int64(number)))
      }
    }
    let statement = try database.statement("SELECT vector FROM meaning WHERE id = ?1")
    var matches: [Match] = []
    for estimate in first.sorted {
      let cosine = try statement.first([.integer(estimate.id)]) { row in
        row.withBytes(at: 0) { query.cosine($0) }
      }
      if let cosine = cosine ?? nil, cosine >= Self.leastCosine {
        matches.append(Match(id: DocumentID(rawValue: estimate.id), cosine: cosine))
      }
    }
    matches.sort { $0.cosine == $1.cosine ? $0.id > $1.id : $0.cosine > $1.cosine }
    let shown = try shown(matches.map(\.id), in: database)
    return Array(matches.lazy.filter { shown.contains($0.id) }.prefix(Self.limit))
  }

  /// Returns the words that are near in meaning to words of the query; none if the document has no vector.
  func pairs(
    with document: ListedDocument, in reader: IndexReader
  ) throws(SQLiteError) -> [WordPair] {
    guard
      let text = try DescribedText(
        of: document.id, title: document.properties.title, fileName: document.path.name,
        in: reader.database, reader.decompressor)
    else { return [] }
    return table.pairs(
      ofQuery: words, and: text.texts, upTo: DescribedText.words, limit: Self.shownPairs)
  }

  /// The pairs of words that are shown for a hit.
  private static let shownPairs = 3

  /// Those of some documents that meet the filters of the query and may be shown.
  private func shown(
    _ documents: [DocumentID], in database: Database
  ) throws(SQLiteError) -> Set<DocumentID> {
    let numbers = documents.map { "\($0)" }.joined(separator: ",")
    let all = plan.conditions(with: FilterCondition("id IN (\(numbers))"))
    var shown: Set<DocumentID> = []
    try database.prepare("SELECT id FROM document WHERE \(all.sql)")
      .forEachRow(all.values) { shown.insert($0.document(at: 0)) }
    return shown
  }

  /// A document with the sum of the query's numbers by the signs of its vector.
  private struct Estimate: Comparable {
    let value: Float
    let id: Int64

    /// Whether the first is nearer.
    static func < (first: Self, second: Self) -> Bool {
      first.value > second.value || first.value == second.value && first.id > second.id
    }
  }
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
  func merged(with matches: [MeaningSearch.Match], weight: Double) -> [RankedRow] {
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
