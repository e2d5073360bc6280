/// Decides which hits to request next if they do not fit into one reply.
struct HitPaging: Equatable {
  /// The most hits in one reply.
  static let pageLimit = 1_000

  /// How many hits to skip.
  private(set) var offset: Int
  /// How many hits are still to be requested; nil for all.
  private var rest: Int?

  /// Begins at the first requested hit; `limit` is nil for all hits, and `offset` hits are skipped.
  init(limit: Int?, offset: Int) {
    (rest, self.offset) = (limit, offset)
  }

  /// The number of hits to request.
  var limit: Int { min(rest ?? Self.pageLimit, Self.pageLimit) }

  /// Continues after a reply.
  ///
  /// - Returns: whether to request more hits.
  mutating func advance(by count: Int, hasMore: Bool) -> Bool {
    offset += count
    rest = rest.map { max(0, $0 - count) }
    // A faulty host could promise more hits for ever, and no daemon accepts a larger offset.
    return hasMore && count > 0 && rest != 0 && offset <= ClientCommand.hitLimit
  }
}
