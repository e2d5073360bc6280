import TestSupport
import Testing
import TextAnalysis

@Suite struct PositionTests {
  private struct Token: Equatable {
    let position: Int
    let text: String
    let range: Range<Int>
    let flags: TokenFlags
  }

  /// All tokens of a document.
  private func tokens(of text: [UInt8], by analyzer: inout SittaAnalyzer) -> [Token] {
    var tokens: [Token] = []
    analyzer.analyze(text.span, for: .document) { token, range, flags in
      let last = tokens.last?.position ?? -1
      let position = flags.contains(.colocated) && last >= 0 ? last : last + 1
      tokens.append(
        Token(position: position, text: string(token), range: range, flags: flags))
    }
    return tokens
  }

  private func tokens(
    of text: [UInt8], at positions: [Range<Int>], knowing places: [TokenPlace] = [],
    by analyzer: inout SittaAnalyzer
  ) -> (tokens: [Token], total: Int?) {
    var tokens: [Token] = []
    let total = analyzer.analyze(text.span, at: positions, knowing: places) {
      position, token, range, flags in
      tokens.append(
        Token(position: position, text: string(token), range: range, flags: flags))
    }
    return (tokens, total)
  }

  @Test(arguments: UInt64(0)..<40)
  func `The tokens at some positions are those of the whole analysis`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var analyzer = SittaAnalyzer(
      options: .init(splitsNames: true, readings: seed.isMultiple(of: 4) ? [.pinyin, .romaji] : []))
    // Mostly ASCII, as texts are where words are skipped.
    let pieces = [
      "word", "parseHTTPRequest", "v2", "C++ ", ".NET", " ", ", ", "\n", "a", "Müller", "naïve",
      "“", "’", "…", "日本語", "한국", "ภาษาไทย", "😀", "€", "\u{300}", "\0", "—", "ﬁ", "x",
    ]
    for _ in 0..<100 {
      let words = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        let piece = pieces.randomElement(using: &generator) ?? ""
        return Bool.random(using: &generator) ? piece + " " : piece
      }
      var text = Array(words.joined().utf8)
      if let index = text.indices.randomElement(using: &generator),
        seed.isMultiple(of: 3)
      {
        text[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let all = tokens(of: text, by: &analyzer)
      let count = all.last.map { $0.position + 1 } ?? 0
      var positions: [Range<Int>] = []
      var start = Int.random(in: 0...10, using: &generator)
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let end = start + Int.random(in: 1...8, using: &generator)
        positions.append(start..<end)
        start = end + Int.random(in: 0...12, using: &generator)
      }
      let found = tokens(of: text, at: positions, by: &analyzer)
      let wanted = all.filter { token in positions.contains { $0.contains(token.position) } }
      #expect(found.tokens == wanted)
      let isWhole = positions.last.map { count <= $0.upperBound } ?? false
      #expect(found.total == (isWhole ? count : nil))
    }
  }

  @Test(arguments: UInt64(0)..<40)
  func `Text before a known place is not needed for the tokens after it`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var analyzer = SittaAnalyzer(options: .init(splitsNames: true))
    let pieces = [
      "word", "parseHTTPRequest ", "C++ ", ".NET", " ", ", ", "\n", "Müller ", "naïve", "日本語",
      "한국 ", "ภาษา ไทย", "😀", "😀 ", "€", "\u{300}", " \u{300}", "\0", "\t", "x",
    ]
    for _ in 0..<20 {
      let words = (0..<Int.random(in: 0...900, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }
      var text = Array(words.joined().utf8)
      let all = tokens(of: text, by: &analyzer)
      let places = analyzer.places(in: text.span, every: 40)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0.position < $1.position })
      for place in places {
        #expect(
          all.contains { $0.position == place.position && $0.range.lowerBound == place.offset })
      }
      guard let place = places.randomElement(using: &generator) else { continue }
      let positions = [place.position + 3..<place.position + 20]
      let wanted = all.filter { positions[0].contains($0.position) }
      // Whoever reads the text before the place finds nothing.
      for index in 0..<place.offset - 1 { text[index] = 0xff }
      let found = tokens(of: text, at: positions, knowing: places, by: &analyzer)
      #expect(found.tokens == wanted)
    }
  }

  @Test func `A word that touches a mark behind it is not skipped`() {
    var analyzer = SittaAnalyzer()
    // The mark belongs to the second word, and the third one is one token with its umlaut.
    let text = Array("one tw\u{301}o straße end".utf8)
    let found = tokens(of: text, at: [2..<4], by: &analyzer)
    #expect(found.tokens.map(\.text) == ["strasse", "end"])
    #expect(found.total == 4)
  }
}
