import SearchInterface
import Testing

@testable import HostSearch

struct HostCorrectionTests {
  private typealias Reply = StatisticsMethod.Reply

  private static func reply(
    _ words: [(String, Int)]? = nil, _ corrected: String? = nil, _ likelihood: Double? = nil,
    hasHits: Bool? = nil
  ) -> Reply {
    let statistics = StatisticsMessage(
      documents: 9, tokens: 90, terms: "c0ffee", counts: [], folders: [], inFields: [],
      common: "file:///", branches: true, full: 0, languages: [])
    return Reply(
      statistics: statistics,
      words: words.map { $0.map { CountedWordMessage(word: $0.0, documents: $0.1) } },
      corrected: corrected, likelihood: likelihood, hasHits: hasHits,
      clock: ClockMessage(index: "", sequence: 0))
  }

  private func words(_ query: String, _ replies: [Int: Reply], local: Int? = nil) -> [String] {
    HostCorrection(of: query, local: local).words(of: replies, in: 100)
      .map { "\($0.word) \($0.documents)" }
  }

  @Test func `The documents of all hosts are added`() {
    let replies = [
      0: Self.reply([("memory", 3), ("memorys", 1), ("memory", 3)]), 1: Self.reply([("memory", 4)]),
      2: Self.reply(),
    ]
    #expect(words("memroy", replies) == ["memory 7", "memorys 1"])
    #expect(words("memroy", [:]) == [])
  }

  @Test(
    arguments: [
      ("memroy barrier", "memory", true), ("memroy barrier", "memroybarrier", true),
      ("Readonly", "read", true), ("Readonly", "only", true), ("readonly", "do", false),
      ("title:memroy,x", "memory", true), ("memroy", "password", false), ("a b", "password", false),
      ("memroy", String(repeating: "m", count: 401), false), ("Straße", "strasse", true),
    ])
  func `Another host is asked only for words like those of the query`(
    query: String, word: String, isAsked: Bool
  ) {
    #expect(words(query, [1: Self.reply([(word, 1)])], local: 0) == (isAsked ? ["\(word) 1"] : []))
    #expect(words(query, [0: Self.reply([(word, 1)])], local: 0) == ["\(word) 1"])
  }

  @Test func `Impossible numbers do not count`() {
    let replies = [0: Self.reply([("memory", -1)]), 1: Self.reply([("memory", 101)])]
    #expect(words("memroy", replies) == [])
    let many = (0..<20).map { ($0, Self.reply([("memory", 90)])) }
    #expect(words("memroy", Dictionary(uniqueKeysWithValues: many)) == ["memory 100"])
    let long = [0: Self.reply(Array(repeating: ("memori", 1), count: 1_000) + [("memory", 1)])]
    #expect(words("memroy", long) == ["memori 1"])
  }

  @Test func `The likeliest offer of a host is shown, if it is like the query`() {
    func offer(_ text: String, _ likelihood: Double) -> Reply {
      var reply = Self.reply()
      (reply.suggestion, reply.likelihood) = (text, likelihood)
      return reply
    }
    let correction = HostCorrection(of: "pets flat", local: 0)
    #expect(
      correction.likeliestOffer(of: [0: offer("puts flat", -3), 1: offer("pet flat", -2)])
        == "pet flat")
    #expect(
      correction.likeliestOffer(of: [0: offer("puts flat", -3), 1: offer("my password", 9)])
        == "puts flat")
    #expect(correction.likeliestOffer(of: [0: Self.reply(), 1: Self.reply()]) == nil)
  }

  private func likeliest(_ replies: [Int: Reply], local: Int? = nil) -> String? {
    HostCorrection(of: "dxv cuda", local: local).likeliest(of: replies)
  }

  @Test func `The likeliest query with hits was meant`() {
    let replies = [
      0: Self.reply(nil, "dxa cuda", -3, hasHits: true),
      1: Self.reply(nil, "dxb cuda", -2, hasHits: true),
      2: Self.reply(nil, "dxc cuda", 9, hasHits: false), 3: Self.reply(),
    ]
    #expect(likeliest(replies) == "dxb cuda")
    let without = [0: Self.reply(nil, "dxa cuda", -3), 1: Self.reply(nil, "dxb cuda", -2)]
    #expect(likeliest(without) == "dxb cuda")
    #expect(likeliest([0: Self.reply(), 1: Self.reply()]) == nil)
    // Of equal corrections, the first host's one.
    #expect(
      likeliest([1: Self.reply(nil, "dxb cuda", 1), 0: Self.reply(nil, "dxa cuda", 1)])
        == "dxa cuda")
  }

  @Test(
    arguments: [
      ("memory barrier", "memroy barrier", true), ("Memory", "mEmory", true),
      ("memorybarrier", "memory barrier", true), ("name:memroy", "name:memory", true),
      ("memory", "password", false), ("ab", "ab password", false), ("", "x", false),
    ])
  func `Another host cannot have anything else searched`(
    query: String, text: String, isSearched: Bool
  ) {
    let reply = Self.reply(nil, text, .greatestFiniteMagnitude, hasHits: true)
    let other = HostCorrection(of: query, local: 1).likeliest(of: [0: reply])
    #expect(other == (isSearched ? text : nil))
    #expect(HostCorrection(of: query, local: 0).likeliest(of: [0: reply]) == text)
  }
}
