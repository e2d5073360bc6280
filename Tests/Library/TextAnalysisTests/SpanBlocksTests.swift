import TestSupport
import Testing
import TextAnalysis

struct SpanBlocksTests {
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x30...0x39).contains(byte) || (0x40...0x7f).contains(byte)
  }

  @Test func `each byte is plain or not`() {
    for byte in UInt8.min...UInt8.max {
      for index in 0..<8 {
        var text = [UInt8](repeating: 0x61, count: 16)
        text[index] = byte
        let expected = Self.isPlain(byte) ? 16 : index
        #expect(text.span.skippingPlainBytes(from: 0, to: 16) == expected, "\(byte) at \(index)")
      }
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `line feeds are counted`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        [0x0a, 0x8a, 0x0b, 0x09, 0x0a, 0xff, 0x00].randomElement(using: &generator) ?? 0 as UInt8
      }
      let start = Int.random(in: 0..<text.count, using: &generator)
      let end = Int.random(in: start...text.count, using: &generator)
      #expect(text.span.lineFeeds(in: start..<end) == text[start..<end].count { $0 == 0x0a })
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `only plain bytes are skipped, and all but a few`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
        Int.random(in: 0..<12, using: &generator) == 0
          ? UInt8.random(in: 0...255, using: &generator) : UInt8(ascii: "e")
      }
      let start = Int.random(in: 0..<text.count, using: &generator)
      let end = Int.random(in: start...text.count, using: &generator)
      let found = text.span.skippingPlainBytes(from: start, to: end)
      let first = text[start..<end].firstIndex { !Self.isPlain($0) } ?? end
      #expect(found <= first && (found == first || found + 8 > end), "\(text)")
    }
  }
}
