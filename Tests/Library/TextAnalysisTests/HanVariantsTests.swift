import Foundation
import Testing

@testable import TextAnalysis

struct HanVariantsTests {
  @Test(arguments: [
    ("黄瓜", ["黃瓜"]), ("黃瓜", ["黄瓜"]), ("发", ["發", "髮"]), ("發", ["発", "发"]),
    ("头发", ["頭发", "头發", "头髮", "頭發", "頭髮"]), ("図書", ["圖書", "図书", "圖书"]),
    ("国", ["國"]), ("本", []), ("の", []), ("국어", []), ("word", []), ("", []),
  ])
  func `A token has these variants`(token: String, expected: [String]) {
    #expect(Set(variants(of: token)) == Set(expected))
  }

  @Test func `The variants of a token are few`() {
    let token = "台发干系后里复"
    #expect(variants(of: token).count == HanVariants.limit)
    #expect(!variants(of: token).contains(token))
  }

  @Test(arguments: ["Traditional-Simplified", "Simplified-Traditional"])
  func `The table has each character that ICU writes in another way`(name: String) {
    for value in UInt32(0x4e00)...0x9fff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let other = String(scalar).applyingTransform(StringTransform(name), reverse: false) ?? ""
      if other == String(scalar) || other.unicodeScalars.count != 1 { continue }
      #expect(variants(of: String(scalar)).contains(other), "regenerate the table")
    }
  }

  @Test(arguments: KanjiForms.pairs.split(whereSeparator: \.isWhitespace).map(String.init))
  func `Each pair of Japanese forms has two different characters`(pair: String) {
    #expect(pair.unicodeScalars.count == 2)
    var tokens: [String] = []
    var analyzer = SittaAnalyzer()
    for scalar in pair.unicodeScalars {
      analyzer.analyze(String(scalar).utf8.span, for: .document) { token, _, _ in
        tokens.append(String(decoding: token.indices.map { token[$0] }, as: UTF8.self))
      }
    }
    #expect(tokens == pair.unicodeScalars.map { String($0) }, "one is folded to the other")
  }

  private func variants(of token: String) -> [String] {
    HanVariants.shared.variants(of: token.utf8.span).map { String(decoding: $0, as: UTF8.self) }
  }
}
