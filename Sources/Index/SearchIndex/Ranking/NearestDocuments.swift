import FullText
import IndexStorage
import Meaning
import SittaSQLite

/// Finds the documents whose vectors are nearest to a vector.
struct NearestDocuments {
  private let query: MeaningQuery
  private let plan: SearchPlan
  private let leastCosine: Float
  private let matchesWords: Bool

  /// A document with the cosine between its vector and that of the query.
  struct Match: Equatable {
    let id: DocumentID
    let cosine: Float
  }

  /// The documents whose vectors are compared after a first look at the signs; 300 lose a fiftieth of the hits.
  private static let candidates = 1_000
  /// The most matches.
  private static let limit = 50

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - query: the vector.
  ///   - plan: the query, whose filters hold for all matches.
  ///   - leastCosine: the least cosine of a match.
  ///   - matchesWords: whether the words of the query must match, too.
  init(_ query: MeaningQuery, _ plan: SearchPlan, leastCosine: Float, matchesWords: Bool) {
    (self.query, self.plan) = (query, plan)
    (self.leastCosine, self.matchesWords) = (leastCosine, matchesWords)
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
      if let cosine = cosine ?? nil, cosine >= leastCosine {
        matches.append(Match(id: DocumentID(rawValue: estimate.id), cosine: cosine))
      }
    }
    matches.sort { $0.cosine == $1.cosine ? $0.id > $1.id : $0.cosine > $1.cosine }
    let shown = try shown(matches.map(\.id), in: database)
    return Array(matches.lazy.filter { shown.contains($0.id) }.prefix(Self.limit))
  }

  /// Those of some documents that match and may be shown.
  private func shown(
    _ documents: [DocumentID], in database: Database
  ) throws(SQLiteError) -> Set<DocumentID> {
    var shown: Set<DocumentID> = []
    if matchesWords, plan.match != nil {
      try plan.run(plan.documents(selecting: "document.id"), in: database) {
        shown.insert($0.document(at: 0))
      }
      return shown
    }
    let numbers = documents.map { "\($0)" }.joined(separator: ",")
    let all = plan.conditions(with: FilterCondition("id IN (\(numbers))"))
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
