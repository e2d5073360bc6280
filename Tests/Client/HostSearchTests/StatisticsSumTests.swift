import SearchInterface
import Testing

@testable import HostSearch

/// The numbers of several hosts, added.
struct StatisticsSumTests {
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

  @Test(
    arguments: [
      (["a", "b"], true, ["a", "b"], true, ["a", "b"], true),
      (["a", "b"], false, ["a", "b"], false, ["a", "b"], false),
      (["a", "b"], true, ["a", "c"], true, ["a"], true),
      (["a", "b", "c"], true, ["a"], true, ["a"], true),
      (["a"], false, ["a", "b", "c"], true, ["a", "b", "c"], true),
      ([], false, ["a"], true, ["a"], true), (["a"], true, [], true, [], true),
    ] as [([String], Bool, [String], Bool, [String], Bool)])
  func `The common folder is that of a tree with the folders of both`(
    one: [String], oneBranches: Bool, other: [String], otherBranches: Bool, names: [String],
    branches: Bool
  ) {
    func statistics(_ names: [String], _ branches: Bool) -> StatisticsMessage {
      StatisticsMessage(
        documents: 1, tokens: 1, terms: "a", counts: [], folders: [], inFields: [],
        common: "file:///" + names.joined(separator: "/"), branches: branches, full: 0,
        languages: [])
    }
    var sum = statistics(one, oneBranches)
    let isAdded = sum.add(statistics(other, otherBranches))
    #expect(isAdded && sum.common == statistics(names, branches).common)
    #expect(sum.branches == branches)
    var turned = statistics(other, otherBranches)
    let isTurnedAdded = turned.add(statistics(one, oneBranches))
    #expect(isTurnedAdded && turned == sum)
  }
}
