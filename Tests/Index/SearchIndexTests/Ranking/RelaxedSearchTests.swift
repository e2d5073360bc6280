import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Which documents a query finds, and the words that these lack.
@Suite(.timeLimit(.minutes(15)))
struct RelaxedSearchTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    try index.fill()
    try index.put(all: [
      ("/a", "red fox", 0), ("/b", "red hen", 0), ("/c", "blue fox", 0), ("/d", "blue hen", 0),
    ])
  }

  private static let both = ["/a", "/c -red", "/b -fox"]

  @Test(
    arguments: [
      ("red fox", both), ("fox red", both), ("the red fox", both), ("red", ["/b", "/a"]),
      ("red fox zebra", ["/a -zebra", "/c -red -zebra", "/b -fox -zebra"]), ("zebra", []),
      ("zebra okapi", []),
      // Conditions.
      ("\"red\" fox hen", ["/b -fox", "/a -hen"]), ("=red fox hen", ["/b -fox", "/a -hen"]),
      ("+red fox hen", ["/b -fox", "/a -hen"]), ("+red fox", ["/a", "/b -fox"]),
      ("+red +fox", ["/a"]),
      ("red AND fox", ["/a"]),
      ("\"red fox\"", ["/a"]), ("red fox -hen", ["/a", "/c -red"]), ("red -fox", ["/b"]),
      ("body:red fox hen", ["/b -fox", "/a -hen"]), ("name:b red fox", ["/b -fox"]),
      ("red fox name:c", ["/c -red"]), ("red fox path:/d", []), ("red fox path:/c", ["/c -red"]),
      ("(red OR blue) fox", ["/c", "/a"]),
      ("\"zebra\" red fox", []), ("=zebra red", []), ("+zebra red", []), ("red AND zebra", []),
      ("red OR fox", ["/a", "/c", "/b"]),
      ("re* fo*", ["/a", "/c -re", "/b -fo"]),
    ])
  func `only plain words are relaxed`(query: String, hits: [String]) throws {
    #expect(try index.ranked(query) == hits)
  }

  @Test(
    arguments: [
      ("red fox", ["/a"]), ("red fox zebra", []), ("the red fox", []), ("red", ["/b", "/a"]),
      ("red -fox", ["/b"]), ("\"red\" fox", ["/a"]),
    ])
  func `a strict search finds only full matches`(query: String, hits: [String]) throws {
    let page = try index.rank(query) { $0.isStrict = true }
    #expect(page.hits.map(\.summary) == hits)
    #expect(page.count == hits.count && page.partialCount == 0)
  }

  @Test func `a document with all required words is a hit, however common these are`() throws {
    for number in 0..<40 { try index.put("/common\(number)", "police report \(number)") }
    try index.put(all: [
      ("/police", "police attached", 0), ("/both", "attached birthday", 0), ("/other", "hens", 0),
    ])
    let page = try index.rank("+police attached birthday")
    #expect(page.hits.first?.summary == "/police -birthday")
    #expect(page.count == 0 && page.partialCount == 41)
    #expect(page.hits.allSatisfy { $0.missing.contains("birthday") })
    #expect(try !index.ranked("+police attached birthday").contains { $0.hasPrefix("/both") })
    // With nothing but the required word, too.
    #expect(try index.rank("+police zebra").partialCount == 41)
    // Beside another condition, one with any of the other words.
    #expect(try index.ranked("=police attached birthday") == ["/police -birthday"])
    #expect(try index.ranked("name:police attached birthday") == ["/police -birthday"])
    #expect(try index.ranked("\"police report\" attached birthday") == [])
  }

  /// Words that differ from each other, without stems in common.
  private static func words(_ range: Range<Int>) -> [String] {
    let letters = Array("bcdfghjklm")
    return range.map { number in
      "q" + String("\(number)".map { letters[$0.wholeNumberValue ?? 0] }) + "x"
    }
  }

  @Test(arguments: [30, 48, 49, 60, 64, 65, 80, 200, 500])
  func `a text of a document finds the document`(count: Int) throws {
    for number in 0..<50 {
      let words = Self.words(number * 20..<number * 20 + 1_200).joined(separator: " ")
      try index.put("/other\(number)", words)
    }
    try index.put("/wanted", (["unique", "rare"] + Self.words(0..<count)).joined(separator: " "))
    try index.writer.commit()
    let text = (Self.words(0..<count - 2) + ["rare", "unique"]).joined(separator: " ")
    let page = try index.rank(text)
    #expect(page.hits.first?.document.path == "/wanted")
    #expect(page.hits.first?.missing == [])
    // With words that no document has, it is still found, and is no full match.
    let wrong = try index.rank("\(text) zebra okapi")
    #expect(wrong.hits.first?.document.path == "/wanted")
    #expect(wrong.hits.first?.missing.isEmpty == false)
    #expect(wrong.count == 0)
    // A strict search wants all words.
    #expect(try index.rank(text) { $0.isStrict = true }.hits.map(\.summary).contains("/wanted"))
    #expect(try index.rank("\(text) zebra") { $0.isStrict = true }.hits.isEmpty)
  }

  @Test func `of very many words the most frequent are left out, and conditions hold`() throws {
    for number in 0..<150 {
      try index.put("/w\(number)", Self.words(0..<100).joined(separator: " "))
    }
    try index.put("/wanted", "needle " + Self.words(5..<50).joined(separator: " "))
    try index.put("/only", "needle thread")
    try index.writer.commit()
    let text = (["needle", "thread"] + Self.words(0..<100)).joined(separator: " ")
    // Both rare words weigh most.
    #expect(try index.rank(text).hits.first?.document.path == "/only")
    #expect(try index.ranked("\(text) +thread").allSatisfy { $0.hasPrefix("/only") })
    #expect(try !index.ranked("\(text) -thread").contains { $0.hasPrefix("/only") })
    #expect(
      try index.rank("\(text) \"needle \(Self.words(5..<6)[0])\"").hits.map(\.document.path)
        == ["/wanted"])
    // The same word again says nothing new.
    let repeated = String(repeating: "needle thread ", count: 600)
    #expect(try index.ranked(repeated).prefix(2) == ["/only", "/wanted -thread"])
  }

  @Test func `a long text without spaces finds its document`() throws {
    let text = (0..<90).map { String(UnicodeScalar(UInt32(0x4e00 + $0 * 7)) ?? "x") }.joined()
    try index.put("/j", "始" + text + "終")
    try index.writer.commit()
    #expect(try index.ranked(text) == ["/j"])
    #expect(try index.rank("国" + text).hits.first?.document.path == "/j")
  }

  @Test func `full and partial matches are counted apart`() throws {
    func counts(_ query: String) throws -> [Int] {
      let page = try index.rank(query)
      return [page.count, page.partialCount]
    }
    #expect(try counts("red fox") == [1, 2])
    #expect(try counts("red fox zebra") == [0, 3])
    #expect(try counts("\"red fox\"") == [1, 0])
    #expect(try counts("zebra") == [0, 0])
  }

  @Test(arguments: [
    ("the of", ["/k"]), ("the", ["/k"]), ("the king", ["/k", "/q"]), ("king of the", ["/k", "/q"]),
    // In a German query `die` decides nothing; in an English one it does.
    ("die und tulpe", ["/t"]), ("how to die", ["/u"]),
  ])
  func `stop words of the language of the query decide nothing`(
    query: String, hits: [String]
  ) throws {
    let index = try TestIndex()
    for number in 0..<30 { try index.put("/filler/z\(number)", "padding wool") }
    try index.put(all: [
      ("/q", "king", 0), ("/k", "the king of spain", 0), ("/t", "tulpe", 0), ("/u", "die wasps", 0),
    ])
    #expect(try index.ranked(query) == hits)
  }

  @Test func `many stop words are not searched for`() throws {
    let index = try TestIndex()
    try index.put(all: [("/q", "king", 0), ("/k", "the king of spain is there", 0)])
    #expect(try index.ranked("king of the") == ["/k", "/q"])
    #expect(try index.ranked("is it of the king") == ["/q", "/k"])
  }

  @Test(arguments: [(9, 9 + 5), (10, 10)])
  func `with ten full matches there are no others`(full: Int, hits: Int) throws {
    for number in 0..<full { try index.put("/full\(number)", "green owl \(number)") }
    for number in 0..<5 { try index.put("/part\(number)", "green cat \(number)") }
    try index.writer.commit()
    let page = try index.rank("green owl")
    #expect(page.hits.count == hits)
    #expect(page.hits.prefix(full).allSatisfy { $0.missing.isEmpty })
    #expect(page.hits.dropFirst(full).allSatisfy { $0.missing == ["owl"] })
    #expect([page.count, page.partialCount] == [full, hits - full])
  }

  @Test(arguments: [
    ("where is the owl?", "owl"), ("owl, where?", "owl"), ("¿dónde está owl…?", "owl"),
    ("¿owl?", "owl"), ("owl++", "owl++"), ("owl۔", "owl"), ("owl。", "owl"),
  ])
  func `a missing word is named without the marks of its sentence`(
    query: String, missing: String
  ) throws {
    try index.put(all: [("/q", "green where dónde está", 0), ("/o", "owl", 0)])
    let hit = try index.rank("green \(query)").hits.first { "\($0.document.path)" == "/q" }
    #expect(hit?.missing == [missing])
  }

  @Test(arguments: [
    ("std::vector", ["/v1", "/v2 -std", "/v3 -vector"]), ("\"std::vector\"", ["/v1"]),
    ("+std::vector", ["/v1"]),
  ])
  func `a document with a part of a word of several parts is found`(
    query: String, hits: [String]
  ) throws {
    try index.put(all: [
      ("/v3", "a std thing", 0), ("/v2", "one vector here", 0), ("/v1", "std::vector<int> x", 0),
    ])
    #expect(try index.ranked(query).sorted() == hits)
    #expect(try index.ranked(query).first == "/v1")
  }

  @Test func `a document with a part of a text without spaces is found`() throws {
    try index.put(all: [
      ("/j1", "日本語テスト", 0), ("/j2", "日本語の本", 0), ("/j3", "テスト", 0), ("/j4", "国", 0),
    ])
    let page = try index.rank("日本語テスト")
    #expect(page.hits.first?.summary == "/j1")
    #expect(Set(page.hits.map { "\($0.document.path)" }) == ["/j1", "/j2", "/j3"])
    #expect(page.hits.dropFirst().allSatisfy { !$0.missing.isEmpty })
  }

  @Test func `a pair of characters that reaches over the end of a word counts, but is not named`()
    throws
  {
    try index.put(all: [
      ("/c1", "文件。权限。更改。", 0), ("/c2", "文件。权限。", 0), ("/c3", "改文。件权。", 0),
    ])
    #expect(
      try index.ranked("更改文件权限") == ["/c1", "/c3 -更改 -文件 -权限", "/c2 -更改"])
  }

  @Test(arguments: [(1, 90, 20), (7, 90, 20), (40, 330, 1_000)])
  func `pages follow each other without gaps`(size: Int, count: Int, texts: Int) throws {
    for number in 0..<count {
      let text = number < 6 ? "green owl" : number % 2 == 0 ? "green" : "owl"
      let unique = 100 + number % texts
      try index.put("/n/\(number)x", "\(text) \(unique)", size: unique, modified: number % 9)
    }
    try index.writer.commit()
    let all = try index.ranked("green owl")
    var paged: [String] = []
    for offset in stride(from: 0, to: all.count, by: size) {
      let page = try index.rank("green owl") { ($0.offset, $0.limit) = (offset, size) }
      paged += page.hits.map(\.summary)
      #expect(page.hasMore == (offset + size < all.count), "\(offset)")
    }
    #expect(paged == all)
    #expect(all.contains { $0.contains("=") } == (texts < count))
  }
}
