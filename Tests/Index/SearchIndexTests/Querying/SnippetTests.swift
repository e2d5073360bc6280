import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import TextAnalysis
import Testing

@testable import SearchIndex

@Suite(.timeLimit(.minutes(15)))
struct SnippetTests {
  /// The parts of a snippet that match; nil if a range is not a range of whole characters.
  func matches(_ snippet: Snippet) -> [String]? {
    let bytes = Array(snippet.text.utf8)
    var matches: [String] = []
    var place = 0
    for match in snippet.matches {
      guard match.lowerBound >= place, match.upperBound <= bytes.count, !match.isEmpty,
        let text = String(validating: bytes[match], as: UTF8.self),
        String(validating: bytes[..<match.lowerBound], as: UTF8.self) != nil
      else { return nil }
      matches.append(text)
      place = match.upperBound
    }
    return matches
  }

  @Test func `A word that a text has 130,000 times costs no more than reading the text`() throws {
    let index = try TestIndex()
    try index.put("/a", String(repeating: "include header ", count: 130_000))
    try index.writer.commit()
    let page = try IndexReader(index.store).search(
      Query(parsing: "include"), SearchOptions(), deadline: .now + .seconds(60))
    let snippet = try #require(page.hits.first).snippet
    #expect(matches(snippet)?.isEmpty == false)
  }

  @Test(
    arguments: [
      ("", "", []), ("plain", "plain", []), ("a <seed> b", "a seed b", ["seed"]),
      ("<a> <b>", "a b", ["a", "b"]), ("ü<é>日", "üé日", ["é"]),
      (" \n\ta \u{a0}\u{2028} b\r\n", "a b", []), ("\n<a>\n", "a", ["a"]),
      ("<a\n\nb>", "a b", ["a b"]), ("…<a>…", "…a…", ["a"]),
      ("<a><b>", "ab", ["a", "b"]), ("<a >", "a", ["a"]), ("a < >", "a", []), ("< >", "", []),
      ("a< >b", "a b", [" "]), ("\u{10fffc}<a>", "\u{10fffc}a", ["a"]),
      // U+0D4E is a letter that makes one character with a blank after it.
      ("<\u{d4e}> ", "\u{d4e}", ["\u{d4e}"]),
    ])
  func `Marks become ranges of whole characters`(
    marked: String, text: String, expected: [String]
  ) {
    var parts: [(text: String, isMatch: Bool)] = [("", false)]
    // Scalar by scalar, because a mark can be one character with the scalar before it.
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "<": parts.append(("", true))
      case ">": parts.append(("", false))
      default: parts[parts.count - 1].text.unicodeScalars.append(scalar)
      }
    }
    let snippet = Snippet(parts: parts)
    #expect(snippet.text == text)
    #expect(matches(snippet) == expected)
  }

  @Test(
    arguments: [
      ("seed", ["seed"]), ("\"page cache\"", ["Page Cache"]), ("seed bark", ["seed", "bark"]),
      ("éclair", ["Éclair"]), ("eclair", ["Éclair"]), ("文字", ["文字"]), ("see*", ["seed"]),
      ("文", ["文"]), ("字", ["字"]), ("文*", ["文"]),
      ("title", []),
    ])
  func `A snippet shows what matches`(query: String, expected: [String]) throws {
    let index = try TestIndex()
    var document = Document(status: .init(), type: "text/plain")
    document.title = "Title"
    document.text = Array("A seed,\n\n\tthe Page Cache — Éclair, 文字 🌰 and bark.".utf8)
    try index.writer.replace(document, at: .init("/a"))
    try index.writer.commit()
    let page = try IndexReader(index.store).search(.init(parsing: query), SearchOptions())
    let snippet = try #require(page.hits.first?.snippet)
    #expect(matches(snippet) == expected)
    #expect(snippet.text == "A seed, the Page Cache — Éclair, 文字 🌰 and bark.")
  }

  @Test(
    arguments: [
      ("tests", ["test"]), ("producer", ["Producer"]), ("testproducerwaits", ["testProducerWaits"]),
      ("produc*", ["Producer"]), ("\"producer\"", ["Producer"]), ("文", ["文", "文"]),
    ])
  func `Only the matching part of a compound is marked`(query: String, expected: [String]) throws {
    let index = try TestIndex()
    try index.put("/a", "Look at testProducerWaits, 文字 and 漢文.")
    try index.writer.commit()
    let page = try IndexReader(index.store).search(.init(parsing: query), SearchOptions())
    #expect(matches(try #require(page.hits.first?.snippet)) == expected)
  }

  @Test func `A snippet shows the rare word, however far it is from the first match`() throws {
    let index = try TestIndex()
    let text = String(repeating: "The sea and the sky are grey. ", count: 4_000)
    try index.put("/a", text + "Then the mast of the ship fell. " + text)
    try index.writer.commit()
    let page = try IndexReader(index.store).search(.init(parsing: "the mast"), SearchOptions())
    let snippet = try #require(page.hits.first?.snippet)
    #expect(
      snippet.text(open: "<", close: ">")
        == "Then <the> <mast> of <the> ship fell."
        + String(repeating: " <The> sea and <the> sky are grey.", count: 3))
  }

  @Test func `A snippet of a long text is short and contains the match`() throws {
    let index = try TestIndex()
    let text =
      String(repeating: "wörter ", count: 5_000) + "seed" + String(repeating: " y", count: 99)
    try index.put("/a", text)
    try index.writer.commit()
    var options = SearchOptions()
    options.snippetWords = 8
    let page = try IndexReader(index.store).search(.init(parsing: "seed"), options)
    let snippet = try #require(page.hits.first?.snippet)
    #expect(matches(snippet) == ["seed"])
    #expect(snippet.text.split(separator: " ").count <= 8)
    #expect(snippet.text.hasPrefix("…"))
    #expect(snippet.text.hasSuffix("…"))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Ranges are right whatever the text holds`(seed: UInt64) throws {
    let index = try TestIndex()
    var random = SplitMix(seed: seed)
    let pieces = [
      "seed", "see\u{301}d", " ", "\n", "\0", "é", "日本", "🌰", "\u{10fffc}", "\u{10fffd}",
      "\u{feff}",
      "\u{202e}", "word", ",", "\u{300}",
    ]
    for number in 0..<60 {
      let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      try index.put("/\(number)", text)
    }
    try index.writer.commit()
    #expect(IndexChecker.check(index.store, stoppedBy: Interruption()) == .sound)
    var options = SearchOptions()
    options.limit = 100
    let page = try IndexReader(index.store).search(.init(parsing: "see*"), options)
    #expect(!page.hits.isEmpty)
    for hit in page.hits { #expect(matches(hit.snippet) != nil, "\(hit.snippet)") }
  }

  @Test(
    arguments: [
      ("seed", "a <b>seed</b> of é"), ("é", "a seed of <b>é</b>"),
      ("a seed", "<b>a</b> <b>seed</b> of é"),
      ("nothing OR name:a", "a seed of é"),
    ])
  func `Marks surround the bytes that match`(query: String, expected: String) throws {
    let index = try TestIndex()
    try index.put("/a", "a seed of é")
    try index.writer.commit()
    let page = try IndexReader(index.store).search(.init(parsing: query), SearchOptions())
    #expect(page.hits.first?.snippet.text(open: "<b>", close: "</b>") == expected)
  }

  @Test(arguments: SearchOptions.Order.allCases, [0, 1])
  func `Every order and every page has the same snippets`(
    order: SearchOptions.Order, offset: Int
  ) throws {
    // Readings and the parts of names share the places of words, and move none.
    let index = try TestIndex(text: TextSettings(readings: [.pinyin, .romaji]))
    for name in ["a", "b", "c"] {
      try index.put(
        "/\(name)", "QuarterlyReport_v2 文字ローマ字 München \(name) seed and bark")
    }
    try index.writer.commit()
    var options = SearchOptions()
    (options.order, options.offset, options.limit) = (order, offset, 2)
    for (query, expected) in [
      ("seed bark", ["seed", "bark"]), ("quarterly", ["Quarterly"]), ("文字", ["文字"]),
      ("muenchen", ["München"]),
    ] {
      let page = try IndexReader(index.store).search(.init(parsing: query), options)
      #expect(page.hits.count == 2)
      for hit in page.hits { #expect(matches(hit.snippet) == expected, "\(query)") }
    }
  }
}
