import FullText
import SittaSQLite
import TestSupport
import Testing

struct FTS5CandidatesTests {
  let db: Database
  let candidates: FTS5Candidates

  init() throws {
    db = try Database(path: Array(":memory:".utf8))
    try db.create(virtualTable: "t", using: FTS5()) { t in
      t.column("title")
      t.column("body")
    }
    for (title, body) in [
      ("", "red fox"), ("", "red"), ("", "fox"), ("red fox", "hen"), ("", "hen"),
    ] { try db.run("INSERT INTO t VALUES(?1, ?2)", .text(title), .text(body)) }
    let lengths = FTS5DocumentLengths()
    try lengths.load(fromTable: "t", in: db)
    candidates = FTS5Candidates(lengths: lengths)
    try db.add(auxiliaryFunction: .candidates(into: candidates))
  }

  /// Searches `red`, which weighs 3, and `fox`.
  private func run(
    _ pattern: String = "red OR fox", limit: Int = 9, words: [RankedWord]? = nil,
    _ change: (inout FTS5Candidates.Request) -> Void = { _ in }
  ) throws -> [String] {
    var request = FTS5Candidates.Request(
      words: words ?? [Self.word([0: 1], weight: 3), Self.word([1: 1], weight: 1)],
      fields: [RankedField(weight: 2), RankedField(weight: 1)], limit: limit)
    // So one, two and four occurrences score 1, 1.5 and 2.
    request.saturation = 2
    change(&request)
    candidates.begin(request)
    try db.prepare("SELECT 1 FROM t WHERE t MATCH ? AND candidate(t)").forEachRow([.text(pattern)])
    { _ in Issue.record("A row came out.") }
    return candidates.rows.map { "\($0.rowID)\($0.isFull ? "" : "?") \($0.score)" }
  }

  private static func word(
    _ forms: [Int: Double], weight: Double, isDecisive: Bool = true
  ) -> RankedWord {
    RankedWord(
      forms.map { RankedWord.Form(phrase: $0.key, factor: $0.value) }, weight: weight,
      isDecisive: isDecisive)
  }

  @Test func `a form that the expression does not have makes each phrase a word`() throws {
    for count in [0, 2, 8] {
      let rows = try run(words: [Self.word([7: 1], weight: 3)]) { $0.phraseCount = count }
      #expect(rows.count == 4)
    }
  }

  private var counts: [Int] { [candidates.fullCount, candidates.partialCount] }

  @Test func `rows with all words come first, then the others by score`() throws {
    #expect(try run() == ["4 6.0", "1 4.0", "2? 3.0", "3? 1.0"])
    #expect(counts == [2, 2])
    try db.run("INSERT INTO t VALUES('red', 'red')")
    #expect(try run() == ["4 6.0", "1 4.0", "6? 5.4", "2? 3.0", "3? 1.0"])
    #expect(try run(limit: 3) == ["4 6.0", "1 4.0", "6? 5.4"])
    candidates.end()
    #expect(candidates.rows.isEmpty)
  }

  @Test(arguments: [
    (9, 0.5, ["4 6.0", "1 4.0", "2? 3.0"], [2, 1]),
    (9, 0.75, ["4 6.0", "1 4.0", "2? 3.0"], [2, 1]),
    (9, 0.8, ["4 6.0", "1 4.0"], [2, 0]), (1, 0, ["4 6.0"], [2, 2]), (0, 0, [], [2, 2]),
    (3, 0, ["4 6.0", "1 4.0", "2? 3.0"], [2, 2]),
  ])
  func `rows with too small a share do not count, and those beyond the limit are not kept`(
    limit: Int, share: Double, rows: [String], counts: [Int]
  ) throws {
    #expect(try run(limit: limit) { $0.leastShare = share } == rows)
    #expect(self.counts == counts)
  }

  @Test(arguments: [
    (0, 1, ["6 8.0"]), (1, 0, ["6 8.0"]), (1, 1, ["6 8.0", "4 6.0"]), (2, 1, ["6 8.0"]),
    (2, 2, ["6 8.0", "4 6.0"]),
  ])
  func `rows with all words in their titles are kept beside the best`(
    columns: Int, limit: Int, expected: [String]
  ) throws {
    try db.run("INSERT INTO t VALUES('', 'red red red red fox fox fox fox')")
    try db.run("INSERT INTO t VALUES('red', 'fox')")
    let rows = try run(limit: 1) { ($0.titleColumns, $0.titledLimit) = (columns, limit) }
    #expect(rows == expected)
    #expect(counts == [4, 2])
  }

  @Test func `a share can differ from the weight`() throws {
    let words = [
      RankedWord([.init(phrase: 0, factor: 1)], weight: 3, share: 1),
      RankedWord([.init(phrase: 1, factor: 1)], weight: 1, share: 3),
    ]
    #expect(
      try run(words: words) { $0.leastShare = 0.5 } == ["4 6.0", "1 4.0", "3? 1.0"])
  }

  @Test func `given words make a row full`() throws {
    let rows = try run { $0.given = ({ $0 == 2 || $0 == 4 ? 2 : 0 }, 0.5) }
    #expect(rows == ["4 6.5", "1 4.0", "2 3.5", "3? 1.0"])
    #expect(counts == [3, 1])
    #expect(candidates.rows.map(\.words) == [3, 3, 1, 2])
    #expect(candidates.rows.map(\.given) == [2, 0, 2, 0])
  }

  @Test func `the best form of a word counts`() throws {
    let word = Self.word([0: 1, 1: 0.5], weight: 2)
    #expect(try run(words: [word]) == ["4 3.0", "2 2.0", "1 2.0", "3 1.0"])
    let common = Self.word([1: 1], weight: 1, isDecisive: false)
    #expect(
      try run(words: [Self.word([0: 1], weight: 3), common])
        == ["4 6.0", "1 4.0", "2 3.0", "3? 1.0"])
  }

  @Test func `an addition counts once and keeps the forms as they are`() throws {
    var word = Self.word([0: 1], weight: 2)
    let plain = try run("red OR \"red fox\" OR hen", words: [word])
    #expect(plain == ["4 3.0", "2 2.0", "1 2.0"])
    word.addition = RankedWord.Addition(phrase: 1, share: 0.5)
    // Half of the highest score, times the weight of the word.
    #expect(
      try run("red OR \"red fox\" OR hen", words: [word]) == ["4 6.0", "1 5.0", "2 2.0"])
    #expect(candidates.rows.flatMap(\.occurrences).map(\.form) == [0, 0, 0])
    try db.run("INSERT INTO t VALUES('', 'red fox red fox')")
    let twice = try run("red OR \"red fox\"", limit: 2, words: [word])
    #expect(twice == ["6 6.0", "4 6.0"])
    word.addition = RankedWord.Addition(phrase: 2, share: 0.5)
    // Only a form makes a row have the word.
    #expect(try run("red OR fox OR hen", words: [word]).count == 4)
    // A phrase that the expression does not have.
    #expect(try run("red", words: [word]).count == 4)
  }

  @Test func `with a wrong number of phrases each is a word of its own`() throws {
    let words = [Self.word([2: 1], weight: 3), Self.word([0: 1], weight: 9)]
    let rows = try run(words: words) { ($0.phraseCount, $0.leastShare) = (3, 1) }
    #expect(rows == ["4 3.0", "1 2.0", "3 1.0", "2 1.0"])
    #expect(counts == [4, 0])
  }

  @Test func `the occurrences of the words are kept by column and position`() throws {
    try db.run("INSERT INTO t VALUES('hen', 'fox hen red fox')")
    let words = [Self.word([0: 1], weight: 3), Self.word([1: 1, 2: 0.5], weight: 1)]
    _ = try run("red OR fox OR \"fox hen\"", words: words)
    let row = try #require(candidates.rows.first { $0.rowID == 6 })
    let found = row.occurrences.map {
      [$0.word, $0.form, $0.column, $0.token, $0.count]
    }
    #expect(found == [[1, 0, 1, 0, 1], [1, 1, 1, 0, 2], [0, 0, 1, 2, 1], [1, 0, 1, 3, 1]])
    #expect(row.hasAllOccurrences)
  }

  @Test func `only so many occurrences are kept`() throws {
    let limit = FTS5Candidates.occurrenceLimit
    let text = String(repeating: "red ", count: limit + 1)
    try db.run("INSERT INTO t VALUES('', ?1)", .text(text))
    _ = try run("red", words: [Self.word([0: 1], weight: 1)])
    let row = try #require(candidates.rows.first { $0.rowID == 6 })
    #expect(row.occurrences.count == limit)
    #expect(!row.hasAllOccurrences)
  }

  @Test(arguments: [(1, 1.0), (3, 1.8), (1_000, 3.0)])
  func `many occurrences are saturated`(count: Int, score: Double) throws {
    let text = String(repeating: "owl ", count: count)
    try db.run("INSERT INTO t VALUES('', ?1)", .text(text))
    let rows = try run("owl", words: [Self.word([0: 1], weight: 1)])
    // Occurrences beyond 24 are not counted.
    let expected = count > 24 ? 3 * 24.0 / 26 : score
    let found = try #require(candidates.rows.first).score
    #expect(abs(found - expected) < 1e-4)
    #expect(rows.count == 1)
  }

  @Test func `all columns of a row are saturated together`() throws {
    try db.run("INSERT INTO t VALUES('owl', 'owl owl')")
    // As four occurrences in the second column.
    #expect(try run("owl", words: [Self.word([0: 1], weight: 1)]) == ["6 2.0"])
  }

  @Test func `a long row scores less if its length counts`() throws {
    try db.run("INSERT INTO t VALUES('', 'owl')")
    try db.run("INSERT INTO t VALUES('', 'owl x x x x x x x')")
    let rows = try run("owl", words: [Self.word([0: 1], weight: 1)]) {
      $0.fields[1].lengthShare = 0.75
      $0.averageLength = 2
    }
    #expect(rows.map { $0.prefix(1) } == ["6", "7"])
  }

  /// Gaps of 127 and 255 tokens give positions of two bytes, of which one is 1.
  @Test(arguments: 1...6)
  func `with few rows the best are the same`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let words = ["red", "fox", "foxes"]
    for _ in 0..<400 {
      let columns = (0..<2).map { column -> String in
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let gap = [0, 1, 2, 126, 127, 254, 255].randomElement(using: &random) ?? 0
          return String(repeating: "x ", count: column == 0 ? 0 : gap)
            + (words.randomElement(using: &random) ?? "")
        }.joined(separator: " ")
      }
      try db.run("INSERT INTO t VALUES(?1, ?2)", .text(columns[0]), .text(columns[1]))
    }
    let ranked = [Self.word([0: 1], weight: 3), Self.word([1: 1, 2: 0.5], weight: 1)]
    let rows = { limit in
      try run("red OR fox OR foxes", limit: limit, words: ranked) {
        $0.fields[1].lengthShare = 0.75
        $0.averageLength = 100
      }
    }
    let all = try rows(1_000)
    for limit in [1, 7, 40] { #expect(try rows(limit) == Array(all.prefix(limit))) }
  }

  @Test(arguments: [
    (0, 10, 3.0910), (1, 10, 1.9924), (5, 10, 0.6931), (10, 10, 0.0465), (99, 10, 0.0465),
  ])
  func `a rare word weighs more, and none less than nothing`(
    count: Int, rows: Int64, weight: Double
  ) {
    #expect(abs(RankedWord.inverseDocumentFrequency(of: count, in: rows) - weight) < 1e-3)
  }
}
