/// The properties that decide the order of a hit, in one index or among the hits of several.
public protocol OrderedHit {
  /// Identifies a series of files.
  associatedtype Series: Hashable
  /// Identifies the versions of a document.
  associatedtype Version: Hashable

  /// By which hits are sorted first.
  var score: Double { get }
  /// Whether it matches fully, with its words near each other.
  var isNear: Bool { get }
  /// Whether it was scored exactly; the properties below are known only then.
  var isExact: Bool { get }
  /// The time of its last change, in nanoseconds since 1970.
  var modified: Int64 { get }
  /// The number of folders above it.
  var depth: Int { get }
  /// Whether its name has marks of a copy, a draft or a backup.
  var isCopy: Bool { get }
  /// Whether its name has marks of a copy or a version.
  var isMarked: Bool { get }
  /// Whether it is preferred to copies on other hosts.
  var isLocal: Bool { get }
  /// The series of the file: files in one folder whose names differ only in numbers and dates; nil
  /// for others.
  var series: Series? { get }
  /// The version group of the file: files in one folder whose names differ only in marks of
  /// versions; nil for others.
  var version: Version? { get }

  /// Whether it is before a hit with the same score.
  func precedesEqual(_ other: Self) -> Bool
}

extension OrderedHit {
  /// Whether it is the better match.
  @inlinable public func isBetter(than other: Self) -> Bool {
    if isNear != other.isNear { return isNear }
    if score != other.score { return score > other.score }
    return precedesEqual(other)
  }

  /// Whether it was changed later; of equal ones the better match.
  @inlinable public func isNewer(than other: Self) -> Bool {
    guard isExact, other.isExact, modified != other.modified else { return isBetter(than: other) }
    return modified > other.modified
  }

  /// Whether it is shown rather than a copy with the same content: the local one, or else the original.
  @inlinable public func isOriginal(of copy: Self) -> Bool {
    if isLocal != copy.isLocal { return isLocal }
    guard isExact, copy.isExact else { return false }
    if isCopy != copy.isCopy { return !isCopy }
    return depth < copy.depth
  }
}

extension Array where Element: OrderedHit {
  /// The hits in the order of their scores; near ties by time.
  ///
  /// Hits with all words near each other come first. O(n log n).
  ///
  /// - Parameter nearTie: hits whose scores are at most this share below the best of them are sorted by time.
  /// - Returns: the sorted hits.
  @inlinable public func sorted(nearTie: Double) -> [Element] {
    let hits = sorted { $0.isBetter(than: $1) }
    var sorted: [Element] = []
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

  /// The same hits with the best members of each series sorted by time, within the ranks that they
  /// occupy.
  ///
  /// If the query names one of them, their words in the name differ, and they are no series. A
  /// member with a score more than a tenth below the best one's keeps its rank, even if it is
  /// newer.
  @inlinable public func newestOfSeriesFirst() -> [Element] {
    var members: [Element.Series: [Int]] = [:]
    for (rank, hit) in enumerated() {
      if let series = hit.series { members[series, default: []].append(rank) }
    }
    var sorted = self
    for all in members.values where all.count > 1 {
      let best = all.reduce(-Double.infinity) { Swift.max($0, self[$1].score) }
      let ranks = all.filter { self[$0].score >= best - 0.1 * abs(best) }
      let newest = ranks.sorted { self[$0].isNewer(than: self[$1]) }
      for (rank, other) in zip(ranks, newest) { sorted[rank] = self[other] }
    }
    return sorted
  }
}
