import LinuxSystem
import SearchIndex

/// The newest opened hits, from which searches learn: a value.
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
    /// The last time that counts.
    var last = UnixTime.epoch

    /// Whether it is more important for the query.
    func isBefore(_ other: Count) -> Bool {
      if sameQuery != other.sameQuery { return sameQuery > other.sameQuery }
      if recently != other.recently { return recently > other.recently }
      return last != other.last ? last > other.last : path < other.path
    }
  }

  /// The most opened hits; older ones are dropped.
  static let capacity = 2_000
  /// How many seconds an opened hit counts for other queries: 90 days.
  static let period: Int64 = 90 * 24 * 60 * 60

  /// In the order in which they were opened.
  private var openings: [Opening] = []

  /// Adds a hit that was opened; a URI that names no file is ignored.
  mutating func add(_ uri: String, query: String, at time: UnixTime) {
    guard let path = DocumentLocation(uri: uri)?.path else { return }
    openings.append(Opening(path: path, query: Self.key(of: query), time: time))
    if openings.count > Self.capacity { openings.removeFirst() }
  }

  /// Removes the hits at a path and below it, with members of files.
  mutating func remove(inside path: FilePath) {
    openings.removeAll { $0.path.isInside(path) }
  }

  /// The hits that a search prefers.
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

  /// The common key of queries that differ only in case and blanks.
  private static func key(of query: String) -> String {
    query.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
