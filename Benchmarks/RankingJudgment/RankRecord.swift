import FoundationEssentials

/// The ranks of one run, to be compared with the ranks of another.
package struct RankRecord: Codable {
  /// The rank of the first answer by question or misspelling; 0 if there is none.
  package private(set) var ranks: [String: Int] = [:]
  /// The normalized gain at 10, by question.
  package private(set) var gains: [String: Double] = [:]

  package init() {}

  /// Reads the bytes of ``json``.
  package init(json: [UInt8]) throws {
    self = try JSONDecoder().decode(RankRecord.self, from: Data(json))
  }

  /// The record as JSON with sorted keys.
  package var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      return try Array(encoder.encode(self)) + [0x0a]
    }
  }

  package mutating func add(_ id: String, rank: Int?, gain: Double? = nil) {
    ranks[id] = rank ?? 0
    gains[id] = gain
  }

  /// Adds the entries of another record.
  package mutating func merge(_ other: Self) {
    ranks.merge(other.ranks) { _, new in new }
    gains.merge(other.gains) { _, new in new }
  }

  /// The entries of both records whose rank differs, as sentences, sorted by id.
  ///
  /// - Parameter old: the record before a change.
  /// - Returns: the entries that became better, and those that became worse.
  package func changes(from old: Self) -> (better: [String], worse: [String]) {
    var changes: (better: [String], worse: [String]) = ([], [])
    for (id, rank) in ranks.sorted(by: { $0.key < $1.key }) {
      guard let before = old.ranks[id], before != rank else { continue }
      let text = "\(id): \(Self.text(before)) to \(Self.text(rank))"
      if Self.order(rank) < Self.order(before) {
        changes.better.append(text)
      } else {
        changes.worse.append(text)
      }
    }
    return changes
  }

  private static func order(_ rank: Int) -> Int { rank == 0 ? .max : rank }

  private static func text(_ rank: Int) -> String { rank == 0 ? "none" : "\(rank)" }
}
