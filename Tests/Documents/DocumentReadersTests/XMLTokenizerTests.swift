import CharacterEncodings
import Testing

@testable import DocumentReaders

struct XMLTokenizerTests {
  enum Name: String, CaseIterable, XMLVocabulary {
    case a, b, id
    case long = "a-rather-long-name"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// Writes tokens as text: `<a`, `a>`, `'text'`, `&x`.
  static func tokens(_ bytes: [UInt8]) -> (tokens: String, failure: ReadingFailure?) {
    var tokenizer = XMLTokenizer<Name>()
    var result: [String] = []
    while let token = tokenizer.next(in: bytes.span) {
      switch token {
      case .open(let tag): result.append("<\(tag.name.rawValue)")
      case .close(let name): result.append("\(name.rawValue)>")
      case .text(let range): result.append("'\(String(decoding: bytes[range], as: UTF8.self))'")
      case .character(let scalar): result.append("&\(scalar)")
      }
    }
    return (result.joined(separator: " "), tokenizer.failure)
  }

  @Test(arguments: [
    ("<a>x</a>", "<a 'x' a>"),
    ("<a/>", "<a a>"),
    ("<x:a ><y:b/></x:a >", "<a <b b> a>"),
    ("<a-rather-long-name/>", "<a-rather-long-name a-rather-long-name>"),
    ("<unknown/>", "< >"),
    ("<a id='>' b=\"/\">x</a>", "<a 'x' a>"),
    ("<a id='/'/>", "<a a>"),
    ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x '>]'> <!-- ' -->]><a/>", "<a a>"),
    ("<a><!-- <b> -- --></a>", "<a a>"),
    ("<a><![CDATA[<b>&amp;]]]]></a>", "<a '<b>&amp;]]' a>"),
    ("<a><![CDATA[]]>x</a>", "<a 'x' a>"),
    ("<a>1&lt;2&amp;&gt;&apos;&quot;</a>", "<a '1' &< '2' && &> &' &\" a>"),
    ("<a>&#65;&#x41;&#xe4;&#x1F600;</a>", "<a &A &A &ä &😀 a>"),
    ("<a>&#0;&#;</a>", "<a &\0 &\0 a>"),
    ("<a>&#xD800;&#x110000;&#99999999999999999;</a>", "<a &\u{fffd} &\u{fffd} &\u{fffd} a>"),
    ("<a>&nbsp;&</a>", "<a &  && a>"),
    ("<a>a & b < c</a>", "<a 'a ' && ' b ' &< ' c' a>"),
    ("<a id='x<b/></a>", "<a <b b> a>"),
    ("</b><a/>", "b> <a a>"),
  ])
  func `XML is split into tokens`(xml: String, tokens: String) {
    let result = Self.tokens(Array(xml.utf8))
    #expect(result.tokens == tokens)
    #expect(result.failure == nil)
  }

  @Test(arguments: ["<a>", "<a", "<", "<a><!-- x", "<a><![CDATA[x", "<!DOCTYPE a [", "<?xml"])
  func `An early end is damage`(xml: String) {
    #expect(Self.tokens(Array(xml.utf8)).failure != nil)
  }

  @Test func `Long text comes in pieces that end between characters`() {
    let text = String(repeating: "ä€😀x", count: 10_000)
    for xml in ["<a>\(text)</a>", "<a><![CDATA[\(text)]]></a>"] {
      let bytes = Array(xml.utf8)
      var tokenizer = XMLTokenizer<Name>()
      var joined = ""
      while let token = tokenizer.next(in: bytes.span) {
        guard case .text(let range) = token else { continue }
        #expect(range.count <= XMLTokenizer<Name>.longestText)
        joined += String(validating: bytes[range], as: UTF8.self) ?? "?"
      }
      #expect(joined == text)
    }
  }

  @Test(
    arguments: [
      ("<a id='x'/>", nil, "x"), ("<a b='1' id = \"&lt;&#228;\"/>", nil, "<ä"),
      ("<a id='1' r:id='2'/>", true, "2"), ("<a r:id='1' id='2'/>", false, "2"),
      ("<a id/>", nil, nil), ("<a id=x b='1'/>", nil, nil), ("<a xid='x'/>", nil, nil),
      ("<a id='/' b='/'/>", nil, "/"), ("<a b='id=' id=''/>", nil, ""),
    ] as [(String, Bool?, String?)])
  func `Attributes are found by their names`(xml: String, isPrefixed: Bool?, value: String?) {
    let bytes = Array(xml.utf8)
    var tokenizer = XMLTokenizer<Name>()
    guard case .open(let tag) = tokenizer.next(in: bytes.span) else {
      Issue.record("There is no tag.")
      return
    }
    #expect(tag.value(of: .id, isPrefixed: isPrefixed, in: bytes.span) == value)
  }

  static let bombs: [String] = [
    "<!DOCTYPE a [<!ENTITY x0 'lol'>"
      + (1...20).map { "<!ENTITY x\($0) '&x\($0 - 1);&x\($0 - 1);'>" }.joined() + "]><a>&x20;</a>",
    String(repeating: "<a>", count: 300_000),
    "<a " + (0..<100_000).map { "a\($0)='1' " }.joined() + "/>",
    "<a>" + String(repeating: "&", count: 300_000) + "</a>",
    String(repeating: "<!--", count: 200_000), String(repeating: "<![CDATA[", count: 100_000),
    String(repeating: "<a '", count: 200_000), String(repeating: "</", count: 300_000),
    "<!DOCTYPE " + String(repeating: "[<!--", count: 100_000),
  ]

  @Test(.timeLimit(.minutes(15)), arguments: bombs.indices)
  func `Bombs take linear time and expand nothing`(index: Int) {
    let bytes = Array(Self.bombs[index].utf8)
    var tokenizer = XMLTokenizer<Name>()
    var (count, text) = (0, 0)
    while let token = tokenizer.next(in: bytes.span) {
      count += 1
      switch token {
      case .text(let range): text += range.count
      case .open(let tag): _ = count < 100 ? tag.value(of: .id, in: bytes.span) : nil
      default: break
      }
    }
    #expect(count <= bytes.count)
    #expect(text <= bytes.count)
  }
}

struct XMLEncodingTests {
  @Test(
    arguments: [
      Array("<?xml version='1.0' encoding='koi8-r'?>".utf8),
      Array("<?xml version='1.0'?>\u{e4}".utf8),
      [0x3c, 0, 0x61, 0], [0, 0x3c, 0, 0x61],
    ] as [[UInt8]])
  func `Decoding ends at a limit`(start: [UInt8]) {
    let bytes = start + [UInt8](repeating: 0xc1, count: 400_000)
    let decoded = XMLEncoding.decoded(bytes.span, limit: 200_000) ?? []
    #expect((200_000...200_000 + 64 << 10).contains(decoded.count))
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    String(decoding: XMLEncoding.decoded(bytes.span) ?? bytes, as: UTF8.self)
  }

  @Test func `UTF-16 is recognized with and without a mark`() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>ä😀</a>"
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for bytes in [little, [0xff, 0xfe] + little, big, [0xfe, 0xff] + big, little + [0x41]] {
      #expect(Self.decoded(bytes) == text)
    }
  }

  @Test func `What is wrong in UTF-8 is replaced`() {
    let damaged = Array("<a>größer, höher".utf8) + [0xff] + Array("äh</a>".utf8)
    #expect(Self.decoded(damaged) == "<a>größer, höher\u{fffd}äh</a>")
    #expect(XMLEncoding.decoded(Array("<?xml encoding='UTF-16'?><a/>".utf8).span) == nil)
  }

  @Test(.enabled(if: CharacterEncoding(label: "windows-1251") != nil))
  func `A declared encoding is decoded`() {
    let declaration = "<?xml version='1.0' encoding='windows-1251'?>"
    #expect(Self.decoded(Array(declaration.utf8) + [0xe4]) == declaration + "д")
  }
}
