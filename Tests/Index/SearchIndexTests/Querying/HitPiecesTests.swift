import IndexStorage
import LinuxSystem
import QueryLanguage
import TestSupport
import Testing

@testable import SearchIndex

/// Snippets of long texts, of which only pieces are read.
@Suite struct HitPiecesTests {
  private static let pieces = [
    "mast", "Mast.", " ", " ", " the ", " of ", "\n", "\n\n", "e\u{301} ", "日本語", "。", "😀 ", "sail",
    "sailMast ", ", ", ". ", "! ", "ภาษา ", "Müller ", "Привет ", "1. ", "- ", "---\n", "C++ ",
  ]

  /// A text of a few hundred kilobytes with rare words far from each other.
  private func text(seed: UInt64, count: Int) -> String {
    var random = SplitMix(seed: seed)
    var text = ""
    for number in 0..<count {
      text += Self.pieces.randomElement(using: &random) ?? ""
      if number % 9_973 == 77 { text += " anchor\(number) anchor " }
    }
    return text
  }

  private func index(_ texts: [String]) throws -> TestIndex {
    let index = try TestIndex()
    for (number, text) in texts.enumerated() { try index.put("/\(number)", text) }
    try index.writer.commit()
    return index
  }

  /// The passages of all hits; of texts as a whole if secrets are masked, and there are none.
  private func passages(
    _ query: String, of index: TestIndex, whole: Bool
  ) throws -> [[FoundPassage]] {
    var options = SearchOptions()
    options.masksSecrets = whole
    options.passages = 4
    options.order = .name
    return try IndexReader(index.store).search(Query(parsing: query), options).hits.map(\.passages)
  }

  @Test(arguments: UInt64(0)..<6)
  func `Passages of pieces are those of the whole text`(seed: UInt64) throws {
    let index = try index((0..<4).map { text(seed: 10 * seed + $0, count: 30_000 << Int($0)) })
    for query in ["anchor", "anchor mast", "anchor29996", "sail*", "本", "\"the mast\"", "absent"] {
      let found = try passages(query, of: index, whole: false)
      #expect(try found == passages(query, of: index, whole: true), "\(query)")
    }
    #expect(try passages("anchor", of: index, whole: false).count == 4)
  }
}
