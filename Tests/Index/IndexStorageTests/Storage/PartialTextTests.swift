import LinuxSystem
import SittaSQLite
import TestSupport
import TextAnalysis
import Testing

@testable import IndexStorage

@Suite struct PartialTextTests {
  private func index(_ texts: [String]) throws -> TestIndex {
    let index = try TestIndex()
    for (number, text) in texts.enumerated() { try index.put("/\(number)", text) }
    try index.writer.commit()
    return index
  }

  @Test func `Only the frames with the passage are read`() throws {
    let filler = String(repeating: "Empty words are here. ", count: 40_000)
    let index = try index(["\(filler)One mast.\n\(filler)"])
    let text = Array("\(filler)One mast.\n\(filler)".utf8)
    let place = 4 * 40_000 + 1
    let partial = try #require(
      try PartialText.read(
        DocumentID(rawValue: 1), at: [place - 20..<place + 20], in: index.writer.database,
        TextDecompressor()))
    #expect(partial.bytes.count < 3 * TextLayout.frameSize)
    let found = try #require(partial.bytes.firstIndex(of: UInt8(ascii: "O")))
    #expect(partial.offset(of: found) == filler.utf8.count)
    #expect(partial.line(at: found) == 1)
    #expect(partial.line(at: found + 10) == 2)
    #expect(text[partial.offset(of: found)...].starts(with: Array("One mast.".utf8)))
  }

  @Test func `A damaged frame is found if it is read`() throws {
    let filler = String(repeating: "Empty words are here. ", count: 40_000)
    let index = try index(["\(filler)One mast."])
    let database = index.writer.database
    let stored = try #require(try database.first("SELECT text FROM body") { $0.bytes(at: 0) })
    // The length of the layout, its first number, and the last frame.
    for offset in [4, 9, stored.count - 20] {
      var damaged = stored
      damaged[offset] ^= 0x55
      try database.run("UPDATE body SET text = ?1", .blob(damaged))
      #expect(throws: SQLiteError.self) {
        _ = try PartialText.read(
          DocumentID(rawValue: 1), at: [160_000..<160_001], in: database, TextDecompressor())
      }
      // The whole text does not need the layout.
      if offset == 9 { continue }
      #expect(throws: SQLiteError.self) { try database.run("SELECT decompress(text) FROM body") }
    }
  }

  @Test func `Texts of an earlier version get their layouts in pauses`() throws {
    var random = SplitMix(seed: 1)
    let texts = [1, 2_000, 30_000].map { count in
      (0..<count).map { _ in "Müller\(Int.random(in: 0..<9_999, using: &random)) " }.joined()
    }
    let index = try index(texts)
    let database = index.writer.database
    func stored() throws -> [[UInt8]] {
      var rows: [[UInt8]] = []
      try database.forEachRow("SELECT text FROM body ORDER BY id") { rows.append($0.bytes(at: 0)) }
      return rows
    }
    let new = try stored()
    // One frame, as earlier versions stored it.
    for (number, text) in texts.enumerated() {
      let frame = TextCompressor().frame(of: Array(text.utf8).span)
      try database.run(
        "UPDATE body SET text = ?2 WHERE id = ?1", .integer(Int64(number + 1)), .blob(frame))
    }
    #expect(try stored() != new)
    try MetaTable(of: database).set(.layouts, to: .integer(3))
    index.writer.layoutsDue = 3
    let clock = index.writer.clock
    while try index.writer.maintain() {}
    #expect(try stored() == new)
    #expect(try MetaTable(of: database).integer(.layouts) == nil)
    #expect(index.writer.clock == clock)
    try index.check()
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 65_535, 65_536, 65_537, 300_000])
  func `A text of any size is read as it was written`(count: Int) {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
    var analyzer = TextLayout.analyzer
    let places = analyzer.places(in: text.span, every: TextLayout.interval)
    let stored = TextCompressor().compress(text, places)
    #expect(TextDecompressor().text(from: stored.span) == text)
  }
}
