/// Which hits to ask for next, if they do not fit into one reply.
struct HitPaging: Equatable {
  /// The most hits of a reply.
  static let pageLimit = 1_000

  /// How many hits to skip.
  private(set) var offset: Int
  /// How many hits are still wanted; nil for all.
  private var rest: Int?

  /// Begins before the first wanted hit; `limit` is nil for all, and `offset` hits are skipped.
  init(limit: Int?, offset: Int) {
    (rest, self.offset) = (limit, offset)
  }

  /// The number of hits to ask for.
  var limit: Int { min(rest ?? Self.pageLimit, Self.pageLimit) }

  /// Goes on after a reply.
  ///
  /// - Returns: whether to ask for more.
  mutating func advance(by count: Int, hasMore: Bool) -> Bool {
    offset += count
    rest = rest.map { max(0, $0 - count) }
    // A host could promise others for ever, and no daemon takes a larger offset.
    return hasMore && count > 0 && rest != 0 && offset <= ClientCommand.hitLimit
  }
}
