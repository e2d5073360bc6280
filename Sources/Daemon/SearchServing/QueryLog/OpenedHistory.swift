import LinuxSystem
import SearchIndex

/// The hits that were opened most recently, from which the ranking learns.
struct OpenedHistory: Sendable {
  private struct Opening: Sendable {
    let path: FilePath
    /// The ``key(of:)`` of the query.
    let query: String
    let time: UnixTime
  }

  /// How often a document was opened.
  private struct Count {
    let path: FilePath
    var sameQuery = 0
    var recently = 0
    /// The last time that it was opened.
    var last = UnixTime.epoch

    /// Whether this document comes before another one.
    func isBefore(_ other: Count) -> Bool {
      if sameQuery != other.sameQuery { return sameQuery > other.sameQuery }
      if recently != other.recently { return recently > other.recently }
      return last != other.last ? last > other.last : path < other.path
    }
  }

  /// The most opened hits that are kept; older ones are dropped.
  static let capacity = 2_000
  /// How long an opened hit counts for other queries, in seconds: 90 days.
  static let period: Int64 = 90 * 24 * 60 * 60

  /// The opened hits, the oldest first.
  private var openings: [Opening] = []

  /// Adds a hit that was opened; ignores a URI that names no file.
  mutating func add(_ uri: String, query: String, at time: UnixTime) {
    guard let path = DocumentLocation(uri: uri)?.path else { return }
    openings.append(Opening(path: path, query: Self.key(of: query), time: time))
    if openings.count > Self.capacity { openings.removeFirst() }
  }

  /// Removes the hits at and below a path, and members of files there.
  mutating func remove(inside path: FilePath) {
    openings.removeAll { $0.path.isInside(path) }
  }

  /// The opened hits that a search is to rank higher.
  ///
  /// Hits opened from the same query come first, then the hits opened most often in the last 90
  /// days.
  ///
  /// O(opened hits).
  ///
  /// - Returns: each document once.
  func hits(for query: String, limit: Int, now: UnixTime) -> OpenedHits {
    let key = Self.key(of: query)
    var counts: [FilePath: Count] = [:]
    for opening in openings {
      let isSameQuery = opening.query == key
      let isRecent = opening.time.seconds > now.seconds - Self.period
      guard isSameQuery || isRecent else { continue }
      var count = counts[opening.path] ?? Count(path: opening.path)
      if isSameQuery { count.sameQuery += 1 }
      if isRecent { count.recently += 1 }
      count.last = max(count.last, opening.time)
      counts[opening.path] = count
    }
    return OpenedHits(
      counts.values.sorted { $0.isBefore($1) }.prefix(limit).map {
        OpenedHits.Hit($0.path, isSameQuery: $0.sameQuery > 0)
      })
  }

  /// The same key for all queries that differ only in case and white space.
  private static func key(of query: String) -> String {
    query.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
