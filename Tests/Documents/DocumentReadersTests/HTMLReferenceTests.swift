import Testing

@testable import DocumentReaders

struct HTMLReferenceTests {
  @Test(arguments: [
    ("&lt;&gt;&amp;&quot;", "<>&\""), ("&eacute;&Eacute;&eacute", "éÉé"),
    ("&notit; &notin;", "¬it; ∉"),
    ("&ampere", "&ere"), ("&unknown; &x", "&unknown; &x"), ("a&b; &; & &", "a&b; &; & &"),
    ("&CounterClockwiseContourIntegral;", "∳"),
    ("&CounterClockwiseContourIntegral", "&CounterClockwiseContourIntegral"),
    ("&nvap;", "≍⃒"), ("&zwnj;", "\u{200c}"), ("&sup1;&frac12&there4;", "¹½∴"), ("&Afr;", "𝔄"),
    ("&AMP&amp;amp;", "&&amp;"), ("&lang;&lt &LT;", "⟨< <"), ("&lt", "<"), ("&l", "&l"),
    ("a&", "a&"),
    ("&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;", "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;"),
    ("a&NewLine;b&Tab;c", "a b c"), ("a&nbspb", "a b"),
  ])
  func `Names are matched as long as possible`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test(arguments: [
    ("&#65;&#x42;&#X43;&#68", "ABCD"), ("&#228;&#xE4;", "ää"), ("&#128;&#x99;&#150;", "€™–"),
    ("&#129;", "\u{81}"), ("&#0;&#xD800;&#x110000;", "\u{fffd}\u{fffd}\u{fffd}"),
    ("&#99999999999999999999;", "\u{fffd}"), ("&#x1F600;", "😀"), ("&#;&#x;&#xg&#", "&#;&#x;&#xg&#"),
    ("&#00000000000000000000065;", "A"), ("&#65a&#x41g", "AaAg"),
    ("a&#32;b&#160;c&#173;d", "a b cd"),
  ])
  func `Numbers are code points, or bytes of windows-1252`(document: String, text: String) {
    #expect(readHTML(document).text == text)
  }

  @Test func `The table is complete, sorted, and finds every name`() {
    let references = HTMLNamedReferences.shared
    let words = HTMLNamedReferences.table.split(separator: " ")
    #expect(references.count == 2_125)
    #expect(words.count == 2_125)
    #expect(words.count { $0.contains(":") } == 106)
    let names = words.map { Array($0.utf8.prefix { $0 != 0x3a && $0 != 0x3d }) }
    #expect(names.map(\.count).max() == HTMLNamedReferences.longestName)
    for (left, right) in zip(names, names.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
    for (name, word) in zip(names, words) {
      let text = name + [0x3b]
      let match = references.longestMatch(text.span, 0..<name.count)
      #expect(match?.end == text.count)
      let values = word.utf8.dropFirst(name.count + 1).split(separator: 0x2b)
        .map { UInt32(String(decoding: $0, as: UTF8.self), radix: 16) }
      #expect(match?.value.first == values.first)
      #expect(match?.value.second == (values.count > 1 ? values[1] : 0))
    }
  }
}
