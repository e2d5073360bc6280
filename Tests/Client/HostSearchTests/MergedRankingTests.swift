import HitOrder
import SearchInterface
import Testing

@testable import HostSearch

struct MergedRankingTests {
  /// A hit by the name of its host and number: `a1` is document 1 of host 0.
  private static func hit(
    _ name: String, _ score: Double, near: Bool = true, first: Double? = nil, modified: Int64 = 0,
    size: Int64 = 1, depth: Int = 1, series: Int = 0, version: Int = 0, digest: String = "",
    full: Bool = true, copy: Bool = false, marked: Bool = false, inFolders: Bool = false,
    byFolders: Bool = false, titled: Bool = false, local: Bool = false
  ) -> RankedHit {
    let host = Int(name.unicodeScalars.first?.value ?? 0) - 97
    var hit = RankedHit(Int(name.dropFirst()) ?? 0, host: host, isLocal: local)
    (hit.score, hit.firstScore) = (score, first ?? score)
    (hit[.full], hit[.near], hit[.exact], hit[.copy]) = (full, near, true, copy)
    (hit[.marked], hit[.inFolders], hit[.foundByFolders]) = (marked, inFolders, byFolders)
    (hit.modified, hit.size, hit.depth, hit.digest) = (modified, size, depth, digest)
    (hit.seriesNumber, hit.versionNumber) = (series, version)
    hit[.titled] = titled
    return hit
  }

  private static func name(_ hit: RankedHit) -> String {
    String(UnicodeScalar(UInt8(hit.key.host + 97))) + "\(hit.key.number)"
  }

  private func merged(
    _ hits: [RankedHit], complete: Int = 100, folding: MergedRanking.Folding = .copies
  ) -> [String] {
    MergedRanking(
      hits, complete: complete, nearTie: 0.01, order: .relevance, folding: folding
    ).entries.map { entry in
      let (others, copies) = (
        entry.copies.filter(entry.isElsewhere), entry.copies.filter { !entry.isElsewhere($0) }
      )
      return Self.name(entry.hit)
        + (copies.map { "+" + Self.name($0) } + others.map { "@" + Self.name($0) }).joined()
    }
  }

  @Test func `A series is sorted by time in the ranks that it has`() {
    let hits = [
      Self.hit("a1", 90, modified: 1, series: 1), Self.hit("b1", 88, modified: 5, series: 1),
      Self.hit("a2", 86, modified: 2, series: 1), Self.hit("b2", 84, modified: 7, series: 2),
    ]
    // The numbers of two hosts' series have nothing in common.
    #expect(merged(hits) == ["a2", "b1", "a1", "b2"])
  }

  @Test func `Only the best ones of the first step are scored exactly`() {
    let hits =
      (0..<RankingLimits.exactHits).map { Self.hit("a\($0)", 50, first: 100) }
      + [Self.hit("b1", 99, first: 10), Self.hit("b2", 98, near: false, first: 200)]
    let order = merged(hits)
    // b2 takes the place of the last one of a.
    #expect(order.firstIndex(of: "b2") == RankingLimits.exactHits - 1)
    #expect(order.suffix(2) == ["a0", "b1"])
  }

  @Test func `The best ones whose names have all words are scored exactly as well`() {
    let titled = (0...RankingLimits.titledHits).map {
      Self.hit("b\($0)", 99, first: 10 - Double($0) / 10, titled: true)
    }
    let hits = (0..<RankingLimits.exactHits).map { Self.hit("a\($0)", 50, first: 100) } + titled
    let order = merged(hits)
    #expect(Set(order.prefix(titled.count - 1)) == Set(titled.dropLast().map(Self.name)))
    #expect(order.last == "b\(RankingLimits.titledHits)")
  }

  @Test func `Copies on several hosts are one hit, the local one or the original first`() {
    var hits = [
      Self.hit("a1", 9, depth: 3, digest: "x"), Self.hit("b1", 8, depth: 2, digest: "x"),
      Self.hit("b2", 7, depth: 5, digest: "x", copy: true), Self.hit("b3", 6, size: 2, digest: "x"),
      Self.hit("c1", 5, digest: "y"), Self.hit("c2", 4, digest: "x", full: false),
    ]
    #expect(merged(hits) == ["b1+b2@a1", "b3", "c1", "c2"])
    #expect(merged(hits, folding: .none) == ["a1", "b1", "b2", "b3", "c1", "c2"])
    // Strict searches show each file of a host.
    #expect(merged(hits, folding: .acrossHosts) == ["b1@a1", "b2", "b3", "c1", "c2"])
    hits[0] = Self.hit("a1", 9, depth: 3, digest: "x", local: true)
    #expect(merged(hits) == ["a1@b1@b2", "b3", "c1", "c2"])
  }

  @Test func `Versions of a document on one host are one hit, the newest`() {
    let hits = [
      Self.hit("a1", 9, modified: 1, version: 1),
      Self.hit("a2", 8, modified: 2, version: 1, marked: true),
      Self.hit("b1", 7, modified: 3, version: 1, marked: true), Self.hit("a3", 5, version: 2),
      Self.hit("a4", 4, version: 2),
    ]
    #expect(merged(hits) == ["a2+a1", "b1", "a3", "a4"])
    #expect(merged(hits, folding: .acrossHosts) == ["a1", "a2", "b1", "a3", "a4"])
  }

  @Test func `Names of folders add only the newest 50, and only beside few hits`() {
    var hits = [Self.hit("c1", 50, inFolders: true), Self.hit("c2", 40)]
    for number in 0..<40 {
      hits.append(
        Self.hit("a\(number)", 1, modified: Int64(number), inFolders: true, byFolders: true))
      hits.append(
        Self.hit("b\(number)", 1, modified: Int64(number), inFolders: true, byFolders: true))
    }
    #expect(merged(hits, complete: 10) == ["c1", "c2"])
    let added = merged(hits, complete: 9)
    #expect(added.count == 52)
    #expect(added.contains("a15") && added.contains("b15") && !added.contains("b14"))
  }

  @Test func `Without ranking the order is the one that was asked for`() {
    func hits(_ order: SearchOrder) -> [String] {
      let rows: [(String, Int64, Int64, String)] = [
        ("a1", 3, 1, "m"), ("a2", 1, 7, "z"), ("b1", 2, 9, "a"), ("b2", 2, 9, "b"),
      ]
      let hits = rows.map { name, modified, size, text in
        var hit = Self.hit(name, 0, modified: modified, size: size)
        (hit.name, hit[.exact]) = (text, false)
        return hit
      }
      return MergedRanking(hits, complete: 4, nearTie: 0, order: order, folding: .copies)
        .entries.map { Self.name($0.hit) }
    }
    #expect(hits(.relevance) == ["a1", "b1", "b2", "a2"])
    #expect(hits(.modified) == ["a1", "b1", "b2", "a2"])
    #expect(hits(.size) == ["b1", "b2", "a2", "a1"])
    #expect(hits(.name) == ["b1", "b2", "a1", "a2"])
    // Only these two orders have a time of their own.
    let times: [(String, Int64?)] = [("a1", nil), ("a2", 5), ("b1", 9), ("b2", -3)]
    let timed = times.map { name, time in
      var hit = Self.hit(name, 0, modified: 1)
      (hit.time, hit.name, hit[.exact]) = (time, "m", false)
      return hit
    }
    for order in [SearchOrder.created, .date] {
      let merged = MergedRanking(
        timed, complete: 4, nearTie: 0, order: order, folding: .copies, joinsThreads: true)
      #expect(merged.entries.map { Self.name($0.hit) } == ["b1", "a2", "b2", "a1"])
    }
  }

  @Test func `Messages of a conversation on one host are one hit, unless all are wanted`() {
    var hits = [Self.hit("a1", 9), Self.hit("b1", 8), Self.hit("a2", 7), Self.hit("a3", 6)]
    for index in hits.indices { hits[index].threadNumber = index == 3 ? 0 : 1 }
    func merged(_ joinsThreads: Bool, _ folding: MergedRanking.Folding) -> [[String]] {
      MergedRanking(
        hits, complete: 100, nearTie: 0.01, order: .relevance, folding: folding,
        joinsThreads: joinsThreads
      ).entries.map { ([$0.hit] + $0.replies).map(Self.name) }
    }
    for folding in [MergedRanking.Folding.copies, .acrossHosts, .none] {
      #expect(merged(true, folding) == [["a1", "a2"], ["b1"], ["a3"]])
      #expect(merged(false, folding) == [["a1"], ["b1"], ["a2"], ["a3"]])
    }
  }

  private static let message = RankingMessage(
    documents: [1, 2], scores: [1, 2], first: [1, 2], flags: [127, 0], modified: [0, 0],
    sizes: [0, 0], depths: [0, 0], series: [0, 0], versions: [0, 0], digests: ["", ""], names: [],
    full: 0, complete: 0, nearTie: 0.01)

  @Test func `What no daemon sends is not read`() {
    #expect(Self.message.isPlausible(most: 2) && !Self.message.isPlausible(most: 1))
    #expect(Self.message.hits(of: 0, isLocal: false).count == 2)
    var mails = Self.message
    (mails.threads, mails.times) = ([3, 0], [.min, .max])
    #expect(mails.isPlausible(most: 2))
    let hits = mails.hits(of: 0, isLocal: false)
    #expect(hits.map(\.threadNumber) == [3, 0] && hits.map(\.time) == [.min, .max])
    let changes: [(inout RankingMessage) -> Void] = [
      { $0.scores = [1] }, { $0.scores = [1, .nan] }, { $0.first = [.infinity, 1] },
      { $0.documents = [1, 1] }, { $0.flags = [] }, { $0.digests = [] }, { $0.names = ["a"] },
      { $0.threads = [1] }, { $0.times = [] },
      { $0.full = -1 }, { $0.nearTie = .nan }, { $0.complete = -1 },
    ]
    for change in changes {
      var message = Self.message
      change(&message)
      #expect(!message.isPlausible(most: 100))
    }
  }
}
