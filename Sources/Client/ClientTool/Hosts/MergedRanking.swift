import SearchInterface

/// The hits of several hosts in the order that one index with the documents of all would have.
///
/// It repeats the steps of a daemon with the hits of one index. It takes the best 200 of the first
/// step and sorts them by their exact scores, or by time where the scores are nearly equal. Then it
/// sorts the best of each series by time, and folds copies and versions. The hosts must have ranked
/// with the same statistics.
struct MergedRanking {
  /// Which hits become one.
  enum Folding {
    /// Copies and versions, as in one index.
    case copies
    /// Only the same content on different hosts.
    case acrossHosts
    /// None.
    case none
  }

  /// A hit with the documents that it represents.
  struct Entry: Equatable {
    var hit: RankedHit
    /// Copies on the same host, and versions.
    var copies: [RankedHit] = []
    /// The same content on other hosts.
    var elsewhere: [RankedHit] = []
  }

  /// How many hits are scored exactly; must equal `CandidateSearch.depth`.
  static let depth = 200
  /// With fewer hits without a missing word, a daemon adds documents by the names of their folders.
  private static let fewMatches = 10
  /// How many documents it adds.
  private static let folderRows = 50
  /// How far a series' member may score below its best member to be sorted by time; the daemon has
  /// the same share.
  private static let seriesShare = 0.1
  /// The most hits of a host in an order, besides the hits before a page and on it.
  static let most = depth + folderRows

  /// The hits, the first one first.
  let entries: [Entry]
  /// How many hits without a missing word were found by the names of their folders alone.
  let foundByFolders: Int

  /// Merges the hits of hosts.
  ///
  /// - Parameters:
  ///   - hits: the hits of all hosts.
  ///   - complete: the number of documents of all hosts without a missing word.
  ///   - nearTie: hits whose scores differ by at most this share are sorted by time.
  ///   - order: the order that was asked for.
  ///   - folding: which hits become one.
  ///   - local: the host whose copy of a document is preferred, if one is.
  init(
    _ hits: [RankedHit], complete: Int, nearTie: Double, order: SearchOrder, folding: Folding,
    local: Int?
  ) {
    let isRanked = hits.allSatisfy(\.name.isEmpty)
    let sorted: [RankedHit]
    if isRanked {
      let kept = Self.withoutSurplusOfFolders(hits, complete: complete)
        .sorted(by: RankedHit.isFirst)
      foundByFolders = kept.count(where: \.isFoundByFolders)
      let exact = Self.sorted(Array(kept.prefix(Self.depth)), nearTie: nearTie)
      sorted = Self.newestOfSeriesFirst(exact) + kept.dropFirst(Self.depth).map(\.asFirstScored)
    } else {
      foundByFolders = 0
      sorted = Self.sorted(hits, by: order)
    }
    entries = Self.folded(sorted, folding, local: local)
  }

  /// Drops documents that only folder names find, if one index would not have added them.
  private static func withoutSurplusOfFolders(
    _ hits: [RankedHit], complete: Int
  ) -> [RankedHit] {
    guard complete < fewMatches else { return hits.filter { !$0.isFoundByFolders } }
    let newest = hits.filter(\.isInFolders).sorted {
      $0.modified == $1.modified ? $0.isBeforeEqual($1) : $0.modified > $1.modified
    }
    let kept = Set(newest.prefix(folderRows).map(\.key))
    return hits.filter { !$0.isFoundByFolders || kept.contains($0.key) }
  }

  private static func sorted(_ hits: [RankedHit], nearTie: Double) -> [RankedHit] {
    let hits = hits.sorted(by: RankedHit.isBetter)
    var sorted: [RankedHit] = []
    var start = 0
    while start < hits.count {
      let first = hits[start]
      var end = start + 1
      while end < hits.count, hits[end].isNear == first.isNear,
        hits[end].score >= first.score * (1 - nearTie)
      {
        end += 1
      }
      sorted += hits[start..<end].sorted { $0.isNewer(than: $1) }
      start = end
    }
    return sorted
  }

  /// Sorts the best members of a series by time, within the ranks that they occupy.
  private static func newestOfSeriesFirst(_ hits: [RankedHit]) -> [RankedHit] {
    var members: [RankedHit.Key: [Int]] = [:]
    for (rank, hit) in hits.enumerated() where hit.isExact && hit.series != 0 {
      members[RankedHit.Key(host: hit.key.host, document: hit.series), default: []].append(rank)
    }
    var sorted = hits
    for all in members.values where all.count > 1 {
      let best = all.reduce(-Double.infinity) { max($0, hits[$1].score) }
      let ranks = all.filter { hits[$0].score >= best - Self.seriesShare * abs(best) }
      let newest = ranks.sorted { hits[$0].isNewer(than: hits[$1]) }
      for (rank, other) in zip(ranks, newest) { sorted[rank] = hits[other] }
    }
    return sorted
  }

  /// The order of hits that are not ranked.
  private static func sorted(_ hits: [RankedHit], by order: SearchOrder) -> [RankedHit] {
    hits.sorted { first, second in
      switch order {
      case .relevance, .modified:
        if first.modified != second.modified { return first.modified > second.modified }
      case .size:
        if first.size != second.size { return first.size > second.size }
      case .name:
        let (one, other) = (Array(first.name.utf8), Array(second.name.utf8))
        if one != other { return one.lexicographicallyPrecedes(other) }
      }
      // A daemon sorts equal ones by number, the older one first.
      return first.key.host == second.key.host
        ? first.key.document < second.key.document : first.key.host < second.key.host
    }
  }
}

extension RankedHit {
  /// The hit as a daemon has it that has not scored it exactly.
  fileprivate var asFirstScored: RankedHit {
    var hit = self
    (hit.score, hit.isNear, hit.isExact) = (firstScore, isFull, false)
    return hit
  }
}
