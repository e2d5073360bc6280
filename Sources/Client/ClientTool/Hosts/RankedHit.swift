import SearchInterface

/// The properties that decide the order of one host's hit among the hits of all.
struct RankedHit: Equatable {
  /// The document of a host.
  struct Key: Hashable {
    /// The index of the host among the hosts that were asked.
    let host: Int
    /// The number of the document in the host's index.
    let document: Int
  }

  let key: Key
  var score: Double
  /// The score of the first step, which chooses the hits that are scored exactly.
  let firstScore: Double
  let isFull: Bool
  var isNear: Bool
  /// Whether it was scored exactly.
  var isExact: Bool
  let isCopy: Bool
  let isMarked: Bool
  /// Whether it is among the newest documents of its host in folders with all words in their names.
  let isInFolders: Bool
  /// Whether only the names of its folders find it.
  let isFoundByFolders: Bool
  let modified: Int
  let size: Int
  let depth: Int
  let series: Int
  let version: Int
  let digest: String
  let name: String

  /// Whether the first is before the second in the first step.
  static func isFirst(_ first: RankedHit, _ second: RankedHit) -> Bool {
    if first.isFull != second.isFull { return first.isFull }
    if first.firstScore != second.firstScore { return first.firstScore > second.firstScore }
    return first.isBeforeEqual(second)
  }

  /// Whether the first is the better match.
  static func isBetter(_ first: RankedHit, _ second: RankedHit) -> Bool {
    if first.isNear != second.isNear { return first.isNear }
    if first.score != second.score { return first.score > second.score }
    return first.isBeforeEqual(second)
  }

  /// The order of equal hits: by host, and within a host the document that was added later first.
  func isBeforeEqual(_ other: RankedHit) -> Bool {
    key.host == other.key.host
      ? key.document > other.key.document : key.host < other.key.host
  }

  /// Whether it was changed later; of equal ones the better match.
  func isNewer(than other: RankedHit) -> Bool {
    guard isExact, other.isExact, modified != other.modified else {
      return Self.isBetter(self, other)
    }
    return modified > other.modified
  }

  /// Whether both have the same text and size.
  func hasContent(of other: RankedHit) -> Bool {
    !digest.isEmpty && digest == other.digest && size == other.size
  }
}

extension RankingMessage {
  /// The largest number of documents that a host can have.
  private static let mostDocuments = 1 << 40

  /// Checks whether a daemon can have sent the message.
  ///
  /// - Parameter limit: the most documents of a reply.
  /// - Returns: whether it can.
  func isPlausible(most limit: Int) -> Bool {
    let count = documents.count
    let counts =
      [flags, modified, sizes, depths, series, versions].map(\.count)
      + [scores.count, first.count, digests.count]
    return count <= limit && counts.allSatisfy { $0 == count }
      && (names.isEmpty || names.count == count) && Set(documents).count == count
      && (scores + first + [nearTie]).allSatisfy(\.isFinite)
      && (0...Self.mostDocuments).contains(full) && (0...Self.mostDocuments).contains(complete)
  }

  /// The hits of a host that has sent a plausible message.
  ///
  /// - Parameter host: the index of the host among the hosts that were asked.
  /// - Returns: the hits.
  func hits(of host: Int) -> [RankedHit] {
    documents.indices.map { index in
      func has(_ bit: Int) -> Bool { flags[index] & 1 << bit != 0 }
      return RankedHit(
        key: RankedHit.Key(host: host, document: documents[index]), score: scores[index],
        firstScore: first[index], isFull: has(0), isNear: has(1), isExact: has(2),
        isCopy: has(3), isMarked: has(4), isInFolders: has(5), isFoundByFolders: has(6),
        modified: modified[index], size: sizes[index], depth: depths[index],
        series: series[index], version: versions[index], digest: digests[index],
        name: names.isEmpty ? "" : names[index])
    }
  }
}
