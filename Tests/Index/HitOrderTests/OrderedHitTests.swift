import HitOrder
import Testing

/// The order of hits, of one index and of several.
struct OrderedHitTests {
  private static func hit(
    _ number: Int, _ score: Double = 1, host: Int = 0, modified: Int64 = 0, isNear: Bool = true,
    isExact: Bool = true, series: Int = 0
  ) -> RankedHit {
    var hit = RankedHit(number, host: host)
    (hit.score, hit.modified, hit.seriesNumber) = (score, modified, series)
    (hit[.near], hit[.exact]) = (isNear, isExact)
    return hit
  }

  @Test(arguments: [
    ([hit(1, 10), hit(2, 20), hit(3, 15)], [2, 3, 1]),
    ([hit(1, 10, modified: 1), hit(2, 9.95, modified: 2), hit(3, 9, modified: 3)], [2, 1, 3]),
    // A near tie is near the best of its group, not near its neighbour.
    ([hit(1, 10, modified: 1), hit(2, 9.92, modified: 2), hit(3, 9.88, modified: 3)], [2, 1, 3]),
    ([hit(1, 10), hit(2, 9.95), hit(3, 10)], [3, 1, 2]),
    ([hit(1, 10, isNear: false), hit(2, 1), hit(3, 10, modified: 9, isNear: false)], [2, 3, 1]),
    ([hit(1, 10, modified: 1), hit(2, 10, modified: 9, isNear: false)], [1, 2]),
    ([hit(1, 0, modified: 1), hit(2, 0, modified: 2)], [2, 1]),
    ([hit(1, 2, isExact: false), hit(2, 1)], [1, 2]),
    ([], []),
  ])
  func `Hits are sorted by score, and near ties by time`(hits: [RankedHit], numbers: [Int]) {
    #expect(hits.sorted(nearTie: 0.01).map(\.key.number) == numbers)
  }

  @Test func `Nearly equal scores are ordered by time, whatever the host is`() {
    let hits = [
      Self.hit(1, 100, modified: 1), Self.hit(2, 99.5, host: 1, modified: 3),
      Self.hit(3, 99.2, host: 2, modified: 2), Self.hit(4, 98.9, host: 1, modified: 9),
    ]
    #expect(hits.sorted(nearTie: 0.01).map(\.key.number) == [2, 3, 1, 4])
  }

  @Test func `A clearly worse member of a series keeps its rank, however new it is`() {
    let hits = [
      Self.hit(1, 90, modified: 1, series: 1), Self.hit(2, 82, modified: 2, series: 1),
      Self.hit(5, 81.5, host: 1, modified: 1), Self.hit(3, 80, modified: 3, series: 1),
      Self.hit(4, 3, modified: 4, series: 1),
    ]
    #expect(hits.newestOfSeriesFirst().map(\.key.number) == [2, 1, 5, 3, 4])
  }

  @Test func `The same number on another host is another series`() {
    let hits = [
      Self.hit(1, 90, modified: 1, series: 1), Self.hit(2, 88, host: 1, modified: 5, series: 1),
      Self.hit(3, 86, modified: 2, series: 1), Self.hit(4, 84, modified: 3),
    ]
    #expect(hits.newestOfSeriesFirst().map(\.key.number) == [3, 2, 1, 4])
  }

  private static let copies: [(hits: [RankedHit], folded: [[Int]])] = {
    func hit(
      _ number: Int, _ digest: String = "", version: Int = 0, modified: Int64 = 0, depth: Int = 0,
      _ flags: RankedHit.Flags = [], isLocal: Bool = false
    ) -> RankedHit {
      var hit = RankedHit(number, isLocal: isLocal)
      (hit.digest, hit.versionNumber, hit.modified, hit.depth) = (digest, version, modified, depth)
      hit.flags = flags.union([.full, .near, .exact])
      return hit
    }
    return [
      ([hit(1, "x"), hit(2, "y"), hit(3, "x")], [[1, 3], [2]]),
      // The shallowest stays, unless it has a mark; the local one before all.
      ([hit(1, "x", depth: 2), hit(2, "x", depth: 1)], [[2, 1]]),
      ([hit(1, "x", depth: 2), hit(2, "x", depth: 1, .copy)], [[1, 2]]),
      ([hit(1, "x", depth: 1), hit(2, "x", depth: 2, .copy, isLocal: true)], [[2, 1]]),
      // Versions: the newest stays, if one has a mark.
      ([hit(1, version: 7), hit(2, version: 7, modified: 1, .marked)], [[2, 1]]),
      ([hit(1, version: 7), hit(2, version: 7, modified: 1)], [[1], [2]]),
      ([hit(1, version: 7), hit(2, version: 8, .marked)], [[1], [2]]),
      // The copy of a version belongs to it.
      ([hit(1, "x", version: 7, .marked), hit(2, "y", version: 7), hit(3, "y")], [[2, 3, 1]]),
      ([], []),
    ]
  }()

  @Test(arguments: copies)
  func `Copies and versions are one hit, in the best rank of them`(
    hits: [RankedHit], folded: [[Int]]
  ) {
    func fold(_ joins: Bool, joinsVersions: Bool) -> [[Int]] {
      hits.folded(
        by: { $0.digest.isEmpty ? nil : $0.digest }, where: { _, _ in joins },
        joinsVersions: joinsVersions, joinsThreads: false
      ).map { ([$0.hit] + $0.copies).map(\.key.number) }
    }
    #expect(fold(true, joinsVersions: true) == folded)
    #expect(fold(false, joinsVersions: false) == hits.map { [$0.key.number] })
  }

  private static let threads: [(hits: [RankedHit], folded: [[Int]])] = {
    func hit(
      _ number: Int, _ thread: Int, _ digest: String = "", host: Int = 0, modified: Int64 = 0,
      isExact: Bool = true
    ) -> RankedHit {
      var hit = RankedHit(number, host: host)
      (hit.threadNumber, hit.digest, hit.modified) = (thread, digest, modified)
      hit[.exact] = isExact
      return hit
    }
    return [
      // The best message stays, however old it is.
      ([hit(1, 7), hit(2, 8), hit(3, 7, modified: 9), hit(4, 7)], [[1, 3, 4], [2]]),
      ([hit(1, 0), hit(2, 0)], [[1], [2]]),
      // The numbers of two hosts' conversations have nothing in common.
      ([hit(1, 7), hit(2, 7, host: 1)], [[1], [2]]),
      ([hit(1, 7), hit(2, 7, isExact: false)], [[1], [2]]),
      // A copy belongs to the message that is shown; one of a reply is a reply.
      ([hit(1, 7, "x"), hit(2, 7, "y"), hit(3, 7, "x"), hit(4, 7, "y")], [[1, 2, 4]]),
      // A copy brings the conversation that it begins.
      ([hit(1, 7, "x"), hit(2, 8, "x"), hit(3, 8)], [[1, 3]]),
    ]
  }()

  @Test(arguments: threads)
  func `Messages of a conversation are behind the best one`(hits: [RankedHit], folded: [[Int]]) {
    func fold(_ joinsThreads: Bool) -> [[Int]] {
      hits.folded(
        by: { $0.digest.isEmpty ? nil : $0.digest }, where: { _, _ in true }, joinsVersions: true,
        joinsThreads: joinsThreads
      ).map { ([$0.hit] + $0.replies).map(\.key.number) }
    }
    #expect(fold(true) == folded)
    #expect(fold(false).allSatisfy { $0.count == 1 })
  }
}
