import HitOrder
import SearchInterface

/// The hits of several hosts, in the order that one index with all their documents would give.
///
/// It repeats the steps of a daemon on the hits of all hosts: it takes the best by their first
/// scores, sorts these by exact scores, sorts series by time, and folds copies, versions and conversations.
/// All hosts must have ranked with the same statistics.
struct MergedRanking {
  /// Which hits are folded into one.
  enum Folding {
    /// Copies and versions, as in one index.
    case copies
    /// Only files with the same content on different hosts.
    case acrossHosts
    /// None: no hits are folded.
    case none
  }

  /// The most hits in a host's ranking, besides those up to the end of the page.
  static let most =
    RankingLimits.exactHits + RankingLimits.titledHits + RankingLimits.folderHits

  /// The hits in order, with their copies folded.
  let entries: [FoldedHit<RankedHit>]
  /// How many hits with all words were found only through the names of their folders.
  let foundByFolders: Int

  /// Merges the rankings of hosts.
  ///
  /// - Parameters:
  ///   - hits: the hits of all hosts.
  ///   - complete: the number of documents of all hosts that have all words.
  ///   - nearTie: the largest relative difference of scores for which hits are sorted by time instead.
  ///   - order: the requested order.
  ///   - folding: which hits are folded into one.
  ///   - joinsThreads: whether the messages of conversations are folded, too.
  init(
    _ hits: [RankedHit], complete: Int, nearTie: Double, order: SearchOrder, folding: Folding,
    joinsThreads: Bool = false
  ) {
    var sorted: [RankedHit]
    if hits.allSatisfy(\.name.isEmpty) {
      let kept = Self.withoutSurplusOfFolders(hits, complete: complete)
        .sorted { $0.isFirst(before: $1) }
      foundByFolders = kept.count { $0[.foundByFolders] }
      let others = kept.dropFirst(RankingLimits.exactHits)
      let titled = Set(
        kept.lazy.filter { $0[.titled] }.prefix(RankingLimits.titledHits).map(\.key))
      sorted =
        (Array(kept.prefix(RankingLimits.exactHits)) + others.filter { titled.contains($0.key) })
        .sorted(nearTie: nearTie).newestOfSeriesFirst()
      sorted += others.filter { !titled.contains($0.key) }.map(\.asFirstScored)
    } else {
      foundByFolders = 0
      sorted = hits.sorted { $0.isBefore($1, by: order) }
    }
    entries = sorted.folded(
      by: { folding == .none ? nil : $0.content },
      where: { entry, hit in
        folding == .copies || !entry.all.contains { $0.key.host == hit.key.host }
      }, joinsVersions: folding == .copies, joinsThreads: joinsThreads)
  }

  /// Drops hits found only through folder names that one index with all documents would not have added.
  private static func withoutSurplusOfFolders(
    _ hits: [RankedHit], complete: Int
  ) -> [RankedHit] {
    guard complete < RankingLimits.fewMatches else { return hits.filter { !$0[.foundByFolders] } }
    let newest = hits.filter { $0[.inFolders] }.sorted {
      $0.modified == $1.modified ? $0.precedesEqual($1) : $0.modified > $1.modified
    }
    let kept = Set(newest.prefix(RankingLimits.folderHits).map(\.key))
    return hits.filter { !$0[.foundByFolders] || kept.contains($0.key) }
  }
}

extension FoldedHit<RankedHit> {
  /// The hit together with its copies and versions.
  var all: [RankedHit] { [hit] + copies }

  /// Whether a copy has the same content as the hit, but is on another host.
  func isElsewhere(_ copy: RankedHit) -> Bool {
    copy.key.host != hit.key.host && !hit.digest.isEmpty && copy.digest == hit.digest
      && copy.size == hit.size
  }
}

extension RankedHit {
  /// The properties that are equal for copies.
  fileprivate struct Content: Hashable {
    let size: Int64
    let digest: String
    let isFull: Bool
  }

  fileprivate var content: Content? {
    digest.isEmpty || size == 0 ? nil : Content(size: size, digest: digest, isFull: self[.full])
  }

  /// The hit in the form of a daemon that has not computed its exact score.
  fileprivate var asFirstScored: RankedHit {
    var hit = self
    (hit.score, hit[.near], hit[.exact]) = (firstScore, self[.full], false)
    return hit
  }

  /// Whether this hit comes before another one by the first scores.
  fileprivate func isFirst(before other: RankedHit) -> Bool {
    if self[.full] != other[.full] { return self[.full] }
    if firstScore != other.firstScore { return firstScore > other.firstScore }
    return precedesEqual(other)
  }

  /// Whether this hit comes before another one in an order other than by score.
  fileprivate func isBefore(_ other: RankedHit, by order: SearchOrder) -> Bool {
    switch order {
    case .relevance, .modified: if modified != other.modified { return modified > other.modified }
    case .created, .date:
      let (one, two) = (time ?? .min, other.time ?? .min)
      if one != two { return one > two }
    case .size: if size != other.size { return size > other.size }
    case .name:
      let (one, two) = (Array(name.utf8), Array(other.name.utf8))
      if one != two { return one.lexicographicallyPrecedes(two) }
    }
    // For equal hits, a daemon sorts by document number, ascending.
    return (key.host, key.number) < (other.key.host, other.key.number)
  }
}

extension RankingMessage {
  /// Whether a daemon can have sent this message if its rankings have at most `limit` documents.
  func isPlausible(most limit: Int) -> Bool {
    let count = documents.count
    let counts =
      [flags, modified, sizes, depths, series, versions].map(\.count)
      + [threads, times].compactMap(\.self).map(\.count)
      + [scores.count, first.count, digests.count]
    return count <= limit && counts.allSatisfy { $0 == count }
      && (names.isEmpty || names.count == count) && Set(documents).count == count
      && (scores + first + [nearTie]).allSatisfy(\.isFinite)
      && [full, complete].allSatisfy((0...StatisticsMessage.mostDocuments).contains)
  }

  /// The hits of a host in a plausible message; among copies, local files are preferred.
  func hits(of host: Int, isLocal: Bool) -> [RankedHit] {
    documents.indices.map { index in
      var hit = RankedHit(documents[index], host: host, isLocal: isLocal)
      (hit.score, hit.firstScore) = (scores[index], first[index])
      hit.flags = RankedHit.Flags(rawValue: flags[index])
      (hit.modified, hit.size) = (Int64(modified[index]), Int64(sizes[index]))
      (hit.depth, hit.digest) = (depths[index], digests[index])
      (hit.seriesNumber, hit.versionNumber) = (series[index], versions[index])
      hit.threadNumber = threads?[index] ?? 0
      hit.time = times.map { Int64($0[index]) }
      hit.name = names.isEmpty ? "" : names[index]
      return hit
    }
  }
}
