import SearchInterface
import Testing

@testable import ClientTool

struct MergedRankingTests {
  /// A hit by the name of its host and number: `a1` is document 1 of host 0.
  private static func hit(
    _ name: String, _ score: Double, near: Bool = true, first: Double? = nil, modified: Int = 0,
    size: Int = 1, depth: Int = 1, series: Int = 0, version: Int = 0, digest: String = "",
    full: Bool = true, exact: Bool = true, copy: Bool = false, marked: Bool = false,
    inFolders: Bool = false, byFolders: Bool = false
  ) -> RankedHit {
    let host = Int(name.unicodeScalars.first?.value ?? 0) - 97
    return RankedHit(
      key: RankedHit.Key(host: host, document: Int(name.dropFirst()) ?? 0), score: score,
      firstScore: first ?? score, isFull: full, isNear: near, isExact: exact, isCopy: copy,
      isMarked: marked, isInFolders: inFolders, isFoundByFolders: byFolders, modified: modified,
      size: size, depth: depth, series: series, version: version, digest: digest, name: "")
  }

  private static func name(_ hit: RankedHit) -> String {
    String(UnicodeScalar(UInt8(hit.key.host + 97))) + "\(hit.key.document)"
  }

  private func merged(
    _ hits: [RankedHit], complete: Int = 100, folding: MergedRanking.Folding = .copies,
    local: Int? = nil
  ) -> [String] {
    MergedRanking(
      hits, complete: complete, nearTie: 0.01, order: .relevance, folding: folding, local: local
    ).entries.map { entry in
      let others =
        entry.copies.map { "+" + Self.name($0) } + entry.elsewhere.map { "@" + Self.name($0) }
      return Self.name(entry.hit) + others.joined()
    }
  }

  @Test func `Near ones come first, then the better ones`() {
    let hits = [
      Self.hit("a1", 5), Self.hit("a2", 9, near: false), Self.hit("b1", 7), Self.hit("b2", 3),
    ]
    #expect(merged(hits) == ["b1", "a1", "b2", "a2"])
  }

  @Test func `Nearly equal scores are ordered by time, whatever the host is`() {
    let hits = [
      Self.hit("a1", 100, modified: 1), Self.hit("b1", 99.5, modified: 3),
      Self.hit("c1", 99.2, modified: 2), Self.hit("b2", 98.9, modified: 9),
    ]
    #expect(merged(hits) == ["b1", "c1", "a1", "b2"])
  }

  @Test func `A series is sorted by time in the ranks that it has`() {
    let hits = [
      Self.hit("a1", 90, modified: 1, series: 1), Self.hit("b1", 88, modified: 5, series: 1),
      Self.hit("a2", 86, modified: 2, series: 1), Self.hit("b2", 84, modified: 7, series: 2),
    ]
    // The numbers of two hosts' series have nothing in common.
    #expect(merged(hits) == ["a2", "b1", "a1", "b2"])
  }

  @Test func `A clearly worse member of a series keeps its rank, however new it is`() {
    let hits = [
      Self.hit("a1", 90, modified: 1, series: 1), Self.hit("a2", 82, modified: 2, series: 1),
      Self.hit("b1", 81.5, modified: 1), Self.hit("a3", 80, modified: 3, series: 1),
      Self.hit("a4", 3, modified: 4, series: 1),
    ]
    #expect(merged(hits) == ["a2", "a1", "b1", "a3", "a4"])
  }

  @Test func `Only the best 200 of the first step are scored exactly`() {
    let hits =
      (0..<MergedRanking.depth).map { Self.hit("a\($0)", 50, first: 100) }
      + [Self.hit("b1", 99, first: 10), Self.hit("b2", 98, near: false, first: 200)]
    let order = merged(hits)
    // b2 takes the place of the last one of a.
    #expect(order.firstIndex(of: "b2") == MergedRanking.depth - 1)
    #expect(order.suffix(2) == ["a0", "b1"])
  }

  @Test func `Copies on several hosts are one hit, the local one or the original first`() {
    let hits = [
      Self.hit("a1", 9, depth: 3, digest: "x"), Self.hit("b1", 8, depth: 2, digest: "x"),
      Self.hit("b2", 7, depth: 5, digest: "x", copy: true), Self.hit("b3", 6, size: 2, digest: "x"),
      Self.hit("c1", 5, digest: "y"), Self.hit("c2", 4, digest: "x", full: false),
    ]
    #expect(merged(hits) == ["b1+b2@a1", "b3", "c1", "c2"])
    #expect(merged(hits, local: 0) == ["a1@b1@b2", "b3", "c1", "c2"])
    #expect(merged(hits, folding: .none) == ["a1", "b1", "b2", "b3", "c1", "c2"])
    // Strict searches show each file of a host.
    #expect(merged(hits, folding: .acrossHosts) == ["b1@a1", "b2", "b3", "c1", "c2"])
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
        Self.hit("a\(number)", 1, modified: number, inFolders: true, byFolders: true))
      hits.append(
        Self.hit("b\(number)", 1, modified: number, inFolders: true, byFolders: true))
    }
    #expect(merged(hits, complete: 10) == ["c1", "c2"])
    let added = merged(hits, complete: 9)
    #expect(added.count == 52)
    #expect(added.contains("a15") && added.contains("b15") && !added.contains("b14"))
  }

  @Test func `Without ranking the order is the one that was asked for`() {
    func hits(_ order: SearchOrder) -> [String] {
      let rows = [("a1", 3, 1, "m"), ("a2", 1, 7, "z"), ("b1", 2, 9, "a"), ("b2", 2, 9, "b")]
      let hits = rows.map { name, modified, size, text in
        let hit = Self.hit(name, 0, modified: modified, size: size)
        return RankedHit(
          key: hit.key, score: 0, firstScore: 0, isFull: true, isNear: true, isExact: false,
          isCopy: false, isMarked: false, isInFolders: false, isFoundByFolders: false,
          modified: modified, size: size, depth: 0, series: 0, version: 0, digest: "", name: text)
      }
      return MergedRanking(
        hits, complete: 4, nearTie: 0, order: order, folding: .copies, local: nil
      ).entries.map { Self.name($0.hit) }
    }
    #expect(hits(.relevance) == ["a1", "b1", "b2", "a2"])
    #expect(hits(.modified) == ["a1", "b1", "b2", "a2"])
    #expect(hits(.size) == ["b1", "b2", "a2", "a1"])
    #expect(hits(.name) == ["b1", "b2", "a1", "a2"])
  }

  private static let message = RankingMessage(
    documents: [1, 2], scores: [1, 2], first: [1, 2], flags: [127, 0], modified: [0, 0],
    sizes: [0, 0], depths: [0, 0], series: [0, 0], versions: [0, 0], digests: ["", ""], names: [],
    full: 0, complete: 0, nearTie: 0.01)

  @Test func `What no daemon sends is not read`() {
    #expect(Self.message.isPlausible(most: 2) && !Self.message.isPlausible(most: 1))
    #expect(Self.message.hits(of: 0).count == 2)
    let changes: [(inout RankingMessage) -> Void] = [
      { $0.scores = [1] }, { $0.scores = [1, .nan] }, { $0.first = [.infinity, 1] },
      { $0.documents = [1, 1] }, { $0.flags = [] }, { $0.digests = [] }, { $0.names = ["a"] },
      { $0.full = -1 }, { $0.nearTie = .nan }, { $0.complete = -1 },
    ]
    for change in changes {
      var message = Self.message
      change(&message)
      #expect(!message.isPlausible(most: 100))
    }
  }

  @Test func `Statistics of hosts that read the query in another way are not added`() {
    func sum(_ terms: [String], local: Int?) -> (documents: Int?, others: [Int]) {
      let hosts = terms.enumerated().map { index, terms in
        (
          index,
          StatisticsMessage(
            documents: 1 << index, tokens: 1, terms: terms, counts: [0], folders: [0], inFields: [],
            common: "file:///", branches: true, full: 0, languages: [])
        )
      }
      let found = StatisticsMessage.sum(of: Dictionary(uniqueKeysWithValues: hosts), local: local)
      return (found.sum?.documents, found.others)
    }
    #expect(sum([], local: nil) == (nil, []))
    #expect(sum(["a", "a", "a"], local: nil) == (7, []))
    #expect(sum(["b", "a", "a"], local: nil) == (6, [0]))
    #expect(sum(["b", "a", "a"], local: 0) == (1, [1, 2]))
    #expect(sum(["b", "a"], local: nil) == (1, [1]))
    // This machine is asked, but has not answered.
    #expect(sum(["b", "a", "a"], local: 3) == (6, [0]))
  }

  @Test func `Statistics are added, and impossible ones are known`() {
    func statistics(_ documents: Int, _ counts: [Int], _ common: String, _ branches: Bool)
      -> StatisticsMessage
    {
      StatisticsMessage(
        documents: documents, tokens: 10, terms: "a", counts: counts, folders: [documents],
        inFields: [documents == 3, false], common: common, branches: branches, full: 6,
        languages: ["english", "l\(documents)"])
    }
    var sum = statistics(3, [1, 2], "file:///home/me", true)
    let isAdded = sum.add(statistics(4, [0, 4], "file:///home/me/b", true))
    #expect(isAdded)
    #expect(
      sum
        == StatisticsMessage(
          documents: 7, tokens: 20, terms: "a", counts: [1, 6], folders: [4],
          inFields: [true, false], common: "file:///home/me", branches: true, full: 10,
          languages: ["english", "l3", "l4"]))
    var other = statistics(1, [1, 1], "file:///", true)
    other.terms = "b"
    let isOtherAdded = sum.add(other)
    #expect(!isOtherAdded && sum.documents == 7)
    #expect(sum.isPlausible)
    let changes: [(inout StatisticsMessage) -> Void] = [
      { $0.documents = -1 }, { $0.tokens = .max }, { $0.counts = [8] }, { $0.counts = [-1] },
      { $0.counts = Array(repeating: 0, count: 20_001) }, { $0.folders = [1_000_001] },
      { $0.inFields = Array(repeating: true, count: 20_001) },
      { $0.full = 11 }, { $0.common = "nonsense" },
      { $0.languages = [String(repeating: "x", count: 33)] },
    ]
    for change in changes {
      var message = sum
      change(&message)
      #expect(!message.isPlausible)
    }
  }
}
