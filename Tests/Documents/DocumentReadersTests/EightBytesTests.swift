import TestSupport
import Testing

@testable import DocumentReaders

struct EightBytesTests {
  /// Text of few different bytes, so that the searched ones are at every offset.
  private static let samples: [[UInt8]] = {
    var generator = SplitMix(seed: 1)
    func random(_ bound: Int) -> Int { .random(in: 0..<bound, using: &generator) }
    let letters: [UInt8] = [
      0, 0x1f, 0x20, 0x20, 0x21, 0x3b, 0x3c, 0x3d, 0x61, 0x61, 0x61, 0xbc, 0xff,
    ]
    return (0..<2_000).map { _ in (0..<random(40)).map { _ in letters[random(letters.count)] } }
  }()

  @Test func `A search by eight bytes finds what a search byte by byte finds`() {
    for bytes in Self.samples {
      for start in 0...bytes.count {
        let first = bytes[start...].firstIndex(of: 0x3c)
        #expect(bytes.span.firstIndex(of: 0x3c, from: start) == first)
        #expect(bytes.span.offset(of: 0x3c, from: start) == first ?? bytes.count)
        let limit = (start + bytes.count) / 2
        let either = bytes[start..<limit].firstIndex { $0 == 0x3c || $0 == 0xbc } ?? limit
        #expect(bytes.span.offset(of: 0x3c, or: 0xbc, from: start, upTo: limit) == either)
      }
    }
  }

  @Test func `Words are words only with single spaces between them`() {
    for bytes in Self.samples where bytes.count >= 8 {
      let count = bytes.span.eightBytes(at: 0).wordsWithSingleSpaces
      let eight = bytes.prefix(8)
      let isPlain =
        eight.allSatisfy { $0 >= 0x20 }
        && !zip(eight, eight.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
      #expect(count == (isPlain ? eight.last == 0x20 ? 7 : 8 : 0))
    }
  }

  @Test func `Blanks collapse wherever they are`() {
    for bytes in Self.samples {
      let text = bytes.map { $0 < 0x80 ? $0 : UInt8(ascii: "b") }
      var buffer = TextBuffer()
      buffer.append(text.span)
      let words = text.split { $0 <= 0x20 }
      #expect(buffer.bytes == Array(words.joined(separator: [0x20])))
    }
  }
}
