import TestSupport
import Testing

@testable import Passages

struct SeveralPassagesTests {
  private static let empty = String(repeating: "Empty words are here. ", count: 12)

  /// Checks that the best of several passages is the passage that is shown alone.
  private func check(_ text: [UInt8], _ query: String, length: Int) {
    let alone = PassageSample(text, query, length: length).passages
    #expect(alone.allSatisfy { $0.isBest })
    for count in [2, 3, 10] {
      let several = PassageSample(text, query, length: length, count: count).passages
      #expect(several.filter(\.isBest) == alone, "\(query), \(length) words, \(count) passages")
    }
  }

  @Test(arguments: TellingText.all.indices, [4, 16, 40])
  func `The best passage of a text does not change with their number`(index: Int, length: Int) {
    let text = TellingText.all[index]
    for (query, _) in text.queries { check(Array(text.text.utf8), query, length: length) }
  }

  @Test func `The best passage of a small text does not change with their number`() {
    typealias Rows = PassageTableTests
    for row in Rows.sentences + Rows.scripts + Rows.kinds + Rows.words + Rows.hostile {
      check(Array(row.text.utf8), row.query, length: row.length)
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `The best passage of any text does not change with their number`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "mast", "Mast.", "sail ", "anchor, ", "sailMast ", " ", "\n", ". ", "! ", "one ", "two ",
      "three ", "日本", "本", "。", "- ", "e\u{301} ", "Empty words are here. ",
    ]
    // Few pieces make lists, long lines and long sentences.
    let some = pieces.shuffled(using: &random).prefix(Int.random(in: 4...18, using: &random))
    let text = (0..<1_500).map { _ in some.randomElement(using: &random) ?? "" }.joined()
    for query in ["mast", "sail mast", "本 anchor^0.1 mast", "日本 sail*", "mast_sail", "absent"] {
      for length in [1, 8, 16, 64] { check(Array(text.utf8), query, length: length) }
    }
  }

  @Test func `Passages with some of the words follow if no other has them all`() {
    let text = "The mast fell. \(Self.empty)A sail and a mast. \(Self.empty)The sail was torn."
    #expect(
      PassageSample(text, "mast sail", length: 8, count: 5).shown == [
        "The «mast» fell. Empty words are here.", "A «sail» and a «mast».",
        "The «sail» was torn.",
      ])
  }

  @Test func `A passage far from the best one is found`() {
    let text = "A mast.\n" + String(repeating: "Empty words. ", count: 12_000) + "\nOne mast."
    let passages = PassageSample(text, "mast", length: 4, count: 2).passages
    #expect(passages.map(\.matchOffset) == [2, text.utf8.count - 5])
  }

  @Test func `A frequent word alone makes no passage`() {
    let text = "The end. \(Self.empty)The mast of the ship. \(Self.empty)The end."
    #expect(
      PassageSample(text, "mast the^0.1", length: 8, count: 5).shown
        == ["«The» «mast» of «the» ship."])
  }

  @Test func `Without a match there is one passage, the beginning`() {
    #expect(
      PassageSample("A sail. \(Self.empty)", "mast", length: 6, count: 5).shown
        == PassageSample("A sail. \(Self.empty)", "mast", length: 6).shown)
  }
}
