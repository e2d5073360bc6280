/// The properties that decide the order of a hit, in one index or among the hits of several.
public protocol OrderedHit {
  /// Identifies a series of files.
  associatedtype Series: Hashable
  /// Identifies the versions of a document.
  associatedtype Version: Hashable
  /// Identifies the conversation of a mail.
  associatedtype Thread: Hashable

  /// The score; hits with a larger score come first.
  var score: Double { get }
  /// Whether the document matches fully, with the words of the query near each other.
  var isNear: Bool { get }
  /// Whether the hit was scored exactly; the properties below are known only then.
  var isExact: Bool { get }
  /// When the document was last changed, in nanoseconds since 1970.
  var modified: Int64 { get }
  /// The number of folders above the document.
  var depth: Int { get }
  /// Whether the file's name has marks of a copy, a draft or a backup.
  var isCopy: Bool { get }
  /// Whether the file's name has marks of a copy or a version.
  var isMarked: Bool { get }
  /// Whether the hit is preferred to its copies on other hosts.
  var isLocal: Bool { get }
  /// The series of the file: files in one folder whose names differ only in numbers and dates; nil
  /// for others.
  var series: Series? { get }
  /// The version group of the file: files in one folder whose names differ only in marks of
  /// versions; nil for others.
  var version: Version? { get }
  /// The conversation of the mail; nil if no other hit belongs to it, and for other documents.
  var thread: Thread? { get }

  /// Whether this hit comes before another hit with the same score.
  func precedesEqual(_ other: Self) -> Bool
}

extension OrderedHit {
  /// Whether this hit is the better match.
  @inlinable public func isBetter(than other: Self) -> Bool {
    if isNear != other.isNear { return isNear }
    if score != other.score { return score > other.score }
    return precedesEqual(other)
  }

  /// Whether this hit was changed later, or at the same time and is the better match.
  @inlinable public func isNewer(than other: Self) -> Bool {
    guard isExact, other.isExact, modified != other.modified else { return isBetter(than: other) }
    return modified > other.modified
  }

  /// Whether this hit is shown, and not `copy` with the same content: the local one, or else the original.
  @inlinable public func isOriginal(of copy: Self) -> Bool {
    if isLocal != copy.isLocal { return isLocal }
    guard isExact, copy.isExact else { return false }
    if isCopy != copy.isCopy { return !isCopy }
    return depth < copy.depth
  }
}

extension Array where Element: OrderedHit {
  /// Returns the hits by descending score; hits with nearly equal scores are sorted by time.
  ///
  /// Hits with all words near each other come first. O(n log n).
  ///
  /// - Parameter nearTie: the share of the best score by which scores may differ in a group sorted by time.
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

  /// Returns the hits with the best members of each series sorted by time, the newest first.
  ///
  /// They exchange their ranks among each other. If the query contains the number or date of one member, the
  /// others are not its series. A member whose score is more than a tenth below the best keeps its rank.
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
