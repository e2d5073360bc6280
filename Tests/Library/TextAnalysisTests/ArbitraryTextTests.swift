import Foundation
import TestSupport
import Testing
import TextAnalysis

@Suite struct ArbitraryTextTests {
  @Test(arguments: UInt64(0)..<40)
  func `Ranges are ordered, inside the text and between characters`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var analyzer = SittaAnalyzer(options: .init(splitsNames: seed.isMultiple(of: 2)))
    for _ in 0..<100 {
      let bytes = Self.randomBytes(&generator)
      let boundaries = Self.boundaries(of: bytes)
      for purpose in [AnalysisPurpose.document, .query, .prefixQuery] {
        var lastStart = 0
        var isFirst = true
        analyzer.analyze(bytes.span, for: purpose) { token, range, flags in
          #expect(range.lowerBound >= lastStart && !range.isEmpty)
          #expect(boundaries.contains(range.lowerBound) && boundaries.contains(range.upperBound))
          #expect((1...256).contains(token.count))
          #expect(String(validating: token.indices.map { token[$0] }, as: UTF8.self) != nil)
          #expect(!(isFirst && flags.contains(.colocated)))
          #expect(purpose != .document || !flags.contains(.prefix))
          lastStart = range.lowerBound
          isFirst = false
        }
      }
    }
  }

  @Test(arguments: UInt64(100)..<140)
  func `NFC and NFD give the same tokens`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<100 {
      let text = Self.randomText(&generator)
      let composed = sittaTokens(of: text.precomposedStringWithCanonicalMapping)
      let decomposed = sittaTokens(of: text.decomposedStringWithCanonicalMapping)
      #expect(composed.hasSameScalars(as: decomposed), "\(text)")
    }
  }

  @Test(arguments: UInt64(200)..<220)
  func `A query for the whole text finds its document`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<50 {
      let text = Self.randomText(&generator)
      let document = Set(Self.words(sittaTokens(of: text)).map { $0.filter { $0 != "+" } })
      for token in Self.words(sittaTokens(of: text, for: .query)) {
        let word = token.filter { $0 != "+" && $0 != "*" }
        if token.last == "*" {
          #expect(document.contains { $0.starts(with: word) })
        } else {
          #expect(document.contains(word))
        }
      }
    }
  }

  /// Splits code points, not characters: a vowel sign at the start of a token joins the space.
  private static func words(_ tokens: String) -> [[Unicode.Scalar]] {
    tokens.unicodeScalars.split(separator: " ").map(Array.init)
  }

  private static let characters = Array(
    """
    aZ09_-. 'éÜÖäßﬁÆøı½①㎏ДйЙёїΣςάのがパーｶﾞ日本語〇㍿한국ㅋภาษาไทยລາວខ្មែរမြန်မာहिन्दीதமிழ்العَرَبِיםִ😀€→∄≠+#.Nnet
    """)
  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{304}", "\u{306}", "\u{308}", "\u{323}", "\u{327}", "\u{345}",
    "\u{3099}", "\u{309a}", "\u{ad}", "\u{200d}", "\u{fe0f}", "\u{1161}", "\u{11a8}", "\u{1100}",
    "\u{9be}", "\u{654}", "\u{200b}", "\u{0}",
  ]

  /// A text with characters of many scripts, marks on any character, and arbitrary code points.
  ///
  /// Marks that folding keeps are only used with letters of their script: a Devanagari virama after
  /// a Cyrillic letter and its breve does not occur in real text.
  private static func randomText(_ generator: inout SplitMix) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...5:
        let character = characters.randomElement(using: &generator) ?? " "
        text.append(contentsOf: character.unicodeScalars)
      case 6...7: text.append(marks.randomElement(using: &generator) ?? " ")
      case 8: append(upTo: 0x3000, to: &text, &generator)
      default: append(upTo: 0x110000, to: &text, &generator)
      }
    }
    return String(text)
  }

  private static func append(
    upTo end: UInt32, to text: inout String.UnicodeScalarView, _ generator: inout SplitMix
  ) {
    let scalar = Unicode.Scalar(UInt32.random(in: 0..<end, using: &generator)) ?? " "
    if scalar.properties.canonicalCombiningClass == .notReordered { text.append(scalar) }
  }

  private static func randomBytes(_ generator: inout SplitMix) -> [UInt8] {
    var bytes = Array(randomText(&generator).utf8)
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let offset = Int.random(in: 0...bytes.count, using: &generator)
      if Bool.random(using: &generator), offset < bytes.count {
        bytes.remove(at: offset)
      } else {
        bytes.insert(UInt8.random(in: 0...255, using: &generator), at: offset)
      }
    }
    return bytes
  }

  private static func boundaries(of bytes: [UInt8]) -> Set<Int> {
    var boundaries: Set<Int> = [0]
    var parser = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error(let length): offset += length
      case .emptyInput: return boundaries
      }
      boundaries.insert(offset)
    }
  }
}
