import TestSupport
import Testing
import TextAnalysis

struct ASCIIWordTests {
  /// Letters, digits, their neighbours in ASCII, bytes that differ from them in one bit, and other bytes.
  private static let bytes =
    [UInt8](
      "abyzAB YZ019@[`{/:#+._-\n\u{0}\u{10}\u{11}\u{19}\u{1a}\u{20}\u{41}\u{7f}netNET".utf8)
    + [0xc3, 0xa9, 0xe6, 0x96, 0x87, 0xff, 0x80, 0xb1, 0xe1, 0xc1]

  private struct Token: Equatable {
    let bytes: [UInt8]
    let range: Range<Int>
    let flags: TokenFlags
  }

  private static func tokens(
    of text: [UInt8], for purpose: AnalysisPurpose, with analyzer: inout SittaAnalyzer
  ) -> [Token] {
    var tokens: [Token] = []
    analyzer.analyze(text.span, for: purpose) { token, range, flags in
      tokens.append(
        Token(bytes: token.indices.map { token[$0] }, range: range, flags: flags))
    }
    return tokens
  }

  /// At the end of a text a word is read byte by byte, and before eight more bytes as a whole.
  @Test(arguments: UInt64(0)..<40)
  func `words are the same, however they are read`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var analyzer = SittaAnalyzer(options: .init(splitsNames: seed.isMultiple(of: 2)))
    for _ in 0..<200 {
      let letters = Int.random(in: 0...3, using: &generator) > 0
      let text = (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        letters
          ? UInt8.random(in: 0x30...0x7a, using: &generator)
          : Self.bytes.randomElement(using: &generator) ?? 0
      }
      for purpose in [AnalysisPurpose.document, .query] {
        let slow = Self.tokens(of: text, for: purpose, with: &analyzer)
        let fast = Self.tokens(
          of: text + [UInt8](repeating: 0x20, count: 8), for: purpose, with: &analyzer)
        #expect(slow == fast, "\(text)")
      }
    }
  }

  @Test(arguments: [8, 9, 15, 16, 17, 63, 64, 65, 247, 248, 249, 255, 256, 257, 300])
  func `long words are folded and truncated`(count: Int) {
    var analyzer = SittaAnalyzer()
    let word = (0..<count).map { UInt8($0 % 3 == 0 ? 0x41 : 0x62) }
    let padded = word + [UInt8](repeating: 0x2e, count: 9)
    let folded = word.prefix(256).map { $0 | 0x20 }
    for text in [word, padded] {
      let tokens = Self.tokens(of: text, for: .document, with: &analyzer)
      #expect(tokens == [Token(bytes: folded, range: 0..<count, flags: [])])
    }
    let lowercase = [UInt8](repeating: 0x7a, count: count)
    #expect(
      Self.tokens(of: lowercase + [0x20, 0x20], for: .query, with: &analyzer).map(\.bytes)
        == [Array(lowercase.prefix(256))])
  }
}
