import TestSupport
import TextAnalysis
import Testing

@testable import Passages

struct PassageFinderTests {
  private static let empty = String(repeating: "Empty words are here. ", count: 12)

  @Test(
    arguments: [
      // Each passage shows a word that the ones before it do not show.
      (
        "The mast fell. \(empty)The mast was old. \(empty)A sail was torn.", "mast sail", 2,
        ["The «mast» fell. Empty words are here.", "A «sail» was torn."]
      ),
      // They are in the order of the text, not of their value.
      (
        "One sail was torn. \(empty)The mast and the anchor fell.", "mast anchor sail", 2,
        [
          "One «sail» was torn. Empty words are here.",
          "The «mast» and the «anchor» fell.",
        ]
      ),
      // Words are shown again if there is nothing else.
      (
        "The mast fell. \(empty)The mast was old.", "mast", 3,
        ["The «mast» fell. Empty words are here.", "The «mast» was old."]
      ),
      ("A mast.", "mast", 5, ["A «mast»."]), ("A mast.", "mast", 0, []), ("", "mast", 1, []),
    ])
  func `Several passages`(text: String, query: String, count: Int, expected: [String]) {
    #expect(PassageSample(text, query, length: 8, count: count).shown == expected)
  }

  @Test(arguments: [("a mast", 2), ("\n\n a mast", 5), ("x\r\ny\r\na mast", 8)])
  func `The offset is that of the first match`(text: String, offset: Int) {
    #expect(PassageSample(text, "mast").passages.map(\.matchOffset) == [offset])
  }

  @Test func `Only the text near the windows is asked for`() {
    let text = Array(("A mast. " + String(repeating: "x ", count: 10_000)).utf8)
    var last = 0
    let finder = PassageFinder(words: [PassageWord()])
    let hits = [PassageHit(token: 1, word: 0)]
    let passages = finder.passages(in: text.span, hits: hits) { positions, receiver in
      last = positions.last?.upperBound ?? 0
      var analyzer = SittaAnalyzer()
      return analyzer.analyze(text.span, at: positions) { position, token, range, _ in
        receiver(position, token, range, false)
      }
    }
    #expect(passages.count == 1)
    #expect((1..<100).contains(last))
  }

  @Test(arguments: [-1, 0, Double.nan, .infinity, 1e300])
  func `Any weight is accepted`(weight: Double) {
    let sample = PassageSample("A mast.", "mast")
    var word = sample.finder.words[0]
    word.weight = weight
    let finder = PassageFinder(words: [word])
    let token = Array("mast".utf8)
    let passages = finder.passages(in: sample.text.span, hits: sample.hits) { _, receiver in
      receiver(0, token.span, 0..<1, false)
      receiver(1, token.span, 2..<6, false)
      return 2
    }
    #expect(passages.map(sample.marked) == ["A «mast»."])
  }

  @Test func `A hit of less factor is shown less`() {
    let text = "The masts fell. \(Self.empty)The mast fell. \(Self.empty)"
    let sample = PassageSample(text, "mast/masts", length: 3)
    var hits = sample.hits
    hits[0].factor = 0.5
    let passages = sample.finder.passages(in: sample.text.span, hits: hits) { positions, receiver in
      var analyzer = SittaAnalyzer()
      return analyzer.analyze(sample.text.span, at: positions) { position, token, range, _ in
        receiver(position, token, range, false)
      }
    }
    #expect(sample.shown == ["The «masts» fell."])
    #expect(passages.map(sample.marked) == ["The «mast» fell."])
  }

  @Test func `Hits that are not in the text are ignored`() {
    let sample = PassageSample("A mast.", "mast")
    let token = Array("mast".utf8)
    for hit in [
      PassageHit(token: 900, word: 0), PassageHit(token: 0, word: 7),
      PassageHit(token: -3, count: 0, word: -1), PassageHit(token: 1, count: 500, word: 0),
    ] {
      let passages = sample.finder.passages(in: sample.text.span, hits: [hit]) { _, receiver in
        receiver(0, token.span, 0..<1, false)
        receiver(1, token.span, 2..<6, false)
        return 2
      }
      #expect(passages.count <= 1)
      #expect(passages.allSatisfy { sample.string($0.bytes) == "A mast." })
    }
  }

  /// Texts of 200,000 bytes or more.
  static let hostile: [(name: String, text: [UInt8])] = [
    ("no spaces", Array(repeating: 0x61, count: 200_000)),
    ("no spaces before a word", Array(repeating: 0x61, count: 200_000) + Array(" mast".utf8)),
    ("only marks", Array(String(repeating: "\u{301}", count: 100_000).utf8)),
    ("marks on a word", Array(("mast" + String(repeating: "\u{301}", count: 100_000)).utf8)),
    ("no UTF-8", Array(repeating: 0xff, count: 200_000)),
    (
      "broken UTF-8 around words",
      Array(repeating: 0xe3, count: 100_000) + Array(" mast mast ".utf8)
        + Array(repeating: 0x81, count: 100_000)
    ),
    ("line ends", Array(repeating: 0x0a, count: 200_000)),
    ("line ends between words", Array(Array(repeating: [0x0a, 0x6d], count: 100_000).joined())),
    (
      "spaces between words",
      Array("mast".utf8) + Array(repeating: 0x20, count: 200_000) + Array("mast".utf8)
    ),
    ("dots after a word", Array("mast".utf8) + Array(repeating: 0x2e, count: 200_000)),
    ("one word", Array(String(repeating: "mast ", count: 40_000).utf8)),
    ("one emoji", Array(("mast 👩" + String(repeating: "\u{200d}👩", count: 30_000)).utf8)),
    ("zeros", Array(repeating: 0, count: 200_000)),
  ]

  @Test(.timeLimit(.minutes(15)), arguments: hostile.map(\.name), [1, 16, 64])
  func `A passage of a hostile text is short`(name: String, length: Int) throws {
    let text = try #require(Self.hostile.first { $0.name == name }).text
    for query in ["mast", "m*", "absent"] {
      let passages = PassageSample(text, query, length: length, count: 3).passages
      check(passages, of: text)
      #expect(passages.allSatisfy { $0.bytes.count <= 48 * length + 160 })
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `Passages of any text are in order and show what is marked`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "mast", "Mast.", " ", " ", "\n", "\n\n", "\0", "e\u{301}", "日本", "本", "。", "🌰", "\u{feff}",
      "sail", "sailMast", ", ", ". ", "! ", "\u{300}", "ภาษาไทย", "ß", "1.", "- ", "|", "....",
      "---\n",
    ]
    var text: [UInt8] = []
    for _ in 0..<400 {
      text += Array((pieces.randomElement(using: &random) ?? "").utf8)
      if UInt8.random(in: 0..<40, using: &random) == 0 { text.append(0xe6) }
    }
    for query in ["mast", "sail mast", "本 mast", "日本 sail*", "mast_sail"] {
      for (length, count) in [(1, 1), (8, 3), (64, 9)] {
        let sample = PassageSample(text, query, length: length, count: count)
        check(sample.passages, of: text)
        #expect(sample.passages.count <= count)
      }
    }
  }

  private func check(_ passages: [Passage], of text: [UInt8]) {
    #expect(
      zip(passages, passages.dropFirst()).allSatisfy { $0.bytes.upperBound <= $1.bytes.lowerBound })
    for passage in passages {
      #expect(!passage.bytes.isEmpty && passage.bytes.upperBound <= text.count)
      #expect(passage.matches.allSatisfy { $0.overlaps(passage.bytes) })
      #expect(passage.matches.isEmpty == (passage.matchOffset == nil))
      if let offset = passage.matchOffset {
        #expect(passage.bytes.contains(offset))
      }
    }
  }
}
