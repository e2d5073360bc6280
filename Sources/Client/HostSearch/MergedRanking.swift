import HitOrder
import SearchInterface

/// The hits of several hosts in the order that one index with the documents of all would have.
///
/// It repeats the steps of a daemon with the hits of one index. It takes the best of the first
/// step, sorts them by their exact scores, sorts the best of each series by time, and folds copies
/// and versions. The hosts must have ranked with the same statistics.
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

  /// The most hits of a host in an order, besides the hits before a page and on it.
  static let most = RankingLimits.exactHits + RankingLimits.folderHits

  /// The hits, the first one first.
  let entries: [FoldedHit<RankedHit>]
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
  init(
    _ hits: [RankedHit], complete: Int, nearTie: Double, order: SearchOrder, folding: Folding
  ) {
    var sorted: [RankedHit]
    if hits.allSatisfy(\.name.isEmpty) {
      let kept = Self.withoutSurplusOfFolders(hits, complete: complete)
        .sorted { $0.isFirst(before: $1) }
      foundByFolders = kept.count { $0[.foundByFolders] }
      sorted = kept.prefix(RankingLimits.exactHits).map(\.self).sorted(nearTie: nearTie)
        .newestOfSeriesFirst()
      sorted += kept.dropFirst(RankingLimits.exactHits).map(\.asFirstScored)
    } else {
      foundByFolders = 0
      sorted = hits.sorted { $0.isBefore($1, by: order) }
    }
    entries =
      folding == .none
      ? sorted.map { FoldedHit($0) }
      : sorted.folded(
        by: \.content,
        where: { entry, hit in
          folding == .copies || !entry.all.contains { $0.key.host == hit.key.host }
        },
        joinsVersions: folding == .copies)
  }

  /// Drops documents that only folder names find, if one index would not have added them.
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
  /// The hit, and its copies and versions.
  var all: [RankedHit] { [hit] + copies }

  /// Whether a document has the same content on another host.
  func isElsewhere(_ copy: RankedHit) -> Bool {
    copy.key.host != hit.key.host && !hit.digest.isEmpty && copy.digest == hit.digest
      && copy.size == hit.size
  }
}

extension RankedHit {
  /// The common properties of copies.
  fileprivate struct Content: Hashable {
    let size: Int64
    let digest: String
    let isFull: Bool
  }

  fileprivate var content: Content? {
    digest.isEmpty || size == 0 ? nil : Content(size: size, digest: digest, isFull: self[.full])
  }

  /// The hit as a daemon has it that has not scored it exactly.
  fileprivate var asFirstScored: RankedHit {
    var hit = self
    (hit.score, hit[.near], hit[.exact]) = (firstScore, self[.full], false)
    return hit
  }

  /// Whether it is before another one in the first step.
  fileprivate func isFirst(before other: RankedHit) -> Bool {
    if self[.full] != other[.full] { return self[.full] }
    if firstScore != other.firstScore { return firstScore > other.firstScore }
    return precedesEqual(other)
  }

  /// The order of hits that are not ranked.
  fileprivate func isBefore(_ other: RankedHit, by order: SearchOrder) -> Bool {
    switch order {
    case .relevance, .modified: if modified != other.modified { return modified > other.modified }
    case .size: if size != other.size { return size > other.size }
    case .name:
      let (one, two) = (Array(name.utf8), Array(other.name.utf8))
      if one != two { return one.lexicographicallyPrecedes(two) }
    }
    // A daemon sorts equal ones by number, the older one first.
    return (key.host, key.number) < (other.key.host, other.key.number)
  }
}

extension RankingMessage {
  /// Checks whether a daemon whose replies have at most this many documents can have sent the message.
  func isPlausible(most limit: Int) -> Bool {
    let count = documents.count
    let counts =
      [flags, modified, sizes, depths, series, versions].map(\.count)
      + [scores.count, first.count, digests.count]
    return count <= limit && counts.allSatisfy { $0 == count }
      && (names.isEmpty || names.count == count) && Set(documents).count == count
      && (scores + first + [nearTie]).allSatisfy(\.isFinite)
      && [full, complete].allSatisfy((0...StatisticsMessage.mostDocuments).contains)
  }

  /// The hits of a host that has sent a plausible message; the copies of a local one are preferred.
  func hits(of host: Int, isLocal: Bool) -> [RankedHit] {
    documents.indices.map { index in
      var hit = RankedHit(documents[index], host: host, isLocal: isLocal)
      (hit.score, hit.firstScore) = (scores[index], first[index])
      hit.flags = RankedHit.Flags(rawValue: flags[index])
      (hit.modified, hit.size) = (Int64(modified[index]), Int64(sizes[index]))
      (hit.depth, hit.digest) = (depths[index], digests[index])
      (hit.seriesNumber, hit.versionNumber) = (series[index], versions[index])
      hit.name = names.isEmpty ? "" : names[index]
      return hit
    }
  }
}
