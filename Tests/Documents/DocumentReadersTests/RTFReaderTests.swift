import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct RTFReaderTests {
  @Test(arguments: [
    String(repeating: "words and ", count: 400_000),
    String(repeating: #"\f0 words\f1 and "#, count: 200_000),
    String(repeating: #"\uc0\u-10179\u-8704"#, count: 200_000),
  ])
  func `A long paragraph is given in pieces`(paragraph: String) throws {
    let fonts = #"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}"#
    var sink = CollectingSink()
    sink.limit = 64 << 10
    try RTFReader.read(Array((#"{\rtf1 "# + fonts + paragraph + "}").utf8).span, into: &sink)
    let size = sink.text.utf8.count
    #expect(size >= sink.limit && size < 512 << 10)
  }

  static func read(_ rtf: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try RTFReader.read(rtf.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  static func text(_ body: String) -> String {
    read(Array((#"{\rtf1\ansi\ansicpg1252\deff0"# + body + "}").utf8)).sink.text
  }

  @Test(arguments: [
    ("plain text", "plain text"),
    (#"{\b f}oo"#, "foo"), (#"{\b bold}face {\i it}alic"#, "boldface italic"),
    ("a\r\nb", "ab"), (#"a\par b"#, "a\n\nb"), (#"a\line b"#, "a\nb"), (#"a\tab b"#, "a b"),
    (#"one\cell two\cell\row three\cell\row"#, "one two\nthree"),
    (#"a\~b\_c\-d \{\\\}"#, #"a b-cd {\}"#), (#"a\emdash b\rquote s"#, "a—b’s"),
    (#"\pard\plain\f0\fs20 x"#, "x"), ("a\\\nb", "a\n\nb"), (#"\unknownword123 x"#, "x"),
    (#"\verylongcontrolwordthatmeansnothing-17x"#, "x"),
  ])
  func `Markup inside a word splits nothing, and blocks and cells separate`(
    body: String, text: String
  ) {
    #expect(Self.text(body) == text)
  }

  @Test(arguments: [
    (#"Stra\'dfe"#, "Straße"), (#"\'80\'93x\'94"#, "€“x”"), (#"a\'zzb"#, "azzb"),
    (#"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}\f1\'cf\'f0\'e8 \f0\'e9"#, "При é"),
    (#"{\fonttbl{\f0\fcharset238 A;}}\'b3\'f3d\'9f"#, "łódź"),
    (#"{\fonttbl{\f1\fcharset128 M;}}{\f1\'93\'fa\'96{\b\'7b}\'8cA}z"#, "日本窟z"),
    (#"{\fonttbl{\f3\fcharset0\cpg1253 M;}}\f3\'e1\plain\'e1"#, "αá"),
    (#"\ansicpg1251\'ff"#, "я"), (#"\mac\'8a"#, "ä"), (#"\pca\'84"#, "ä"),
  ])
  func `Bytes are decoded with the code page of their font`(body: String, text: String) {
    #expect(Self.text(body) == text)
  }

  @Test(arguments: [
    (#"\u252?ber"#, "über"), (#"\uc1\u252\'fcber"#, "über"), (#"\uc0\u252 ber"#, "über"),
    (#"\uc2\u26085\'93\'fax"#, "日x"), (#"\u-10179?\u-8704?x"#, "😀x"), (#"\u55357?x"#, "\u{fffd}x"),
    (#"{\uc0\u252}\u252?x"#, "üüx"), (#"\u8212 - b"#, "— b"), (#"\u252{x}"#, "üx"),
    (#"\u252\emdash x"#, "üx"), (#"w\u246?rt\u233?"#, "wörté"),
  ])
  func `Characters of Unicode replace as much fallback as is declared`(body: String, text: String) {
    #expect(Self.text(body) == text)
  }

  @Test(arguments: [
    #"{\colortbl;\red0\green0\blue0;}a"#, #"{\stylesheet{\s0 Normal;}{\*\cs1 Default;}}a"#,
    #"{\*\unknown x {y} z}a"#, #"{\pict\pngblip 89504e47 {\*\blipuid 12}}a"#,
    #"{\*\themedata 504b0304}a"#, #"{\*\generator Word;}a"#, #"{\v hidden}a"#,
    #"\v hidden\v0 a"#, #"\v hidden\plain a"#, #"{\deleted gone}a"#, #"{\xe index}a"#,
    #"{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a}}"#, #"{\bkmkstart x}{\bkmkend x}a"#,
    #"{\shp{\*\shpinst{\sp{\sn name}{\sv value}}{\shptxt a}}{\shprslt b}}"#,
    #"{\object{\*\objclass x}{\*\objdata 0105}{\result a}}"#, #"\bin3 {}xa"#,
    #"{\pict\bin4 }}}}00}a"#, #"{\listtext 1.\tab}a"#, #"{\info{\company C}{\operator c}}a"#,
    #"{\deleted gone\v0 x}a"#, #"{\upr{ansi \b x}{\*\ud{a}}}"#, #"\subject a"#, #"{\*\ud a}"#,
    #"{\pict{\*\picprop{\sp{\sn wzName}{\sv x}}}{\*\blipuid 1}00}a"#,
  ])
  func `Nothing but the text is read`(body: String) {
    #expect(Self.text(body) == "a")
  }

  @Test func `Footnotes, headers and text boxes stand where they occur`() {
    let text = Self.text(#"{\header Head}One{\footnote Note\par} two{\*\annotation Remark}."#)
    #expect(text == "Head\nOne\nNote\n\ntwo\nRemark\n.")
  }

  @Test(arguments: [
    (#"one {\f0\i0\*\cs7 styled} two"#, "one styled two"), (#"{\*\cs7 styled}"#, "styled"),
    (#"{\upr{?}{\*\ud{\u936?x}}}"#, "Ψx"), (#"a\*\unknown b"#, "ab"),
    (#"a{\pict{\*\picprop{\sp{\sn wzDescription}{\sv A cat}}}00}b"#, "a\nA cat\nb"),
    (#"{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv A cat}}{\shptxt a}}}"#, "A cat\na"),
    (#"{\info{\subject S}{\doccomm c d}{\category K}}a"#, "S\nc d\nK\na"),
    (#"{\*\userprops{\propname N}\proptype30{\staticval V}}a"#, "V\na"),
  ])
  func `Styles, descriptions, properties and Unicode forms are read`(body: String, text: String) {
    #expect(Self.text(body) == text)
  }

  @Test(arguments: [("02000000", true), ("01000000", false)])
  func `Embedded files and documents are members`(format: String, isEmbedded: Bool) {
    func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
    }
    func object(_ name: String, _ content: [UInt8]) -> String {
      let header = OfficeBytes.bytes(name.utf8.count + 1, 4) + Array("\(name)\0".utf8)
      let bytes = header + [UInt8](repeating: 0, count: 8) + OfficeBytes.bytes(content.count, 4)
      let digits = "01050000\(format)" + hexadecimal(bytes + content)
      let lines = "\(digits.prefix(9))\n\(digits.dropFirst(9))"
      return #"{\object{\*\objclass x}{\*\objdata \#(lines)}{\result b}}"#
    }
    var builder = CompoundFileBuilder()
    builder.add([1], at: "Workbook")
    let native =
      [2, 0] + Array("n.txt\0C:\\n.txt\0".utf8) + [0, 0, 3, 0] + OfficeBytes.bytes(2, 4)
      + Array("t\0".utf8) + OfficeBytes.bytes(4, 4) + Array("file".utf8)
    let body =
      "a" + object("Package", native) + object("Excel.Sheet.8", builder.build())
      + object("Equation.3", Array("formula".utf8)) + "c"
    let (sink, failure) = Self.read(Array((#"{\rtf1 "# + body + "}").utf8))
    #expect(failure == nil)
    #expect(sink.text == "abbbc")
    let expected = isEmbedded ? [Array("file".utf8), builder.build()] : []
    #expect(sink.members.map(\.content) == expected)
  }

  @Test(arguments: [
    (#"{\field{\*\fldinst MACROBUTTON NoMacro [Click here]}{\fldrslt }}"#, "[Click here]"),
    (#"a {\field{\*\fldinst {EQ \\o\\ad(\\s\\up 11(above),base)}}{\fldrslt }}"#, "a above base"),
    (#"{\field{\*\fldinst DATE}{\fldrslt today}}"#, "today"),
  ])
  func `Fields that have no result show their instruction`(body: String, text: String) {
    #expect(Self.text(body) == text)
  }

  @Test func `A title may have two forms`() {
    let rtf = #"{\rtf1{\info{\title{\upr{?}{\*\ud{\u936?}}}}}a}"#
    #expect(Self.read(Array(rtf.utf8)).sink.fields == [.title: ["Ψ"]])
  }

  @Test func `The information group gives fields`() {
    let (sink, failure) = Self.read(
      Array(
        #"""
        {\rtf1\ansi{\info{\title Der {\b Ti}tel \u937?}{\author J\'f6rg}{\keywords a; b c,d}
        {\creatim\yr2003\mo5\dy9\hr8\min3}{\revtim\yr0\mo0\dy0}{\nofpages12}{\operator x}}text}
        """#.utf8))
    #expect(failure == nil)
    #expect(sink.text == "text")
    #expect(
      sink.fields == [
        .title: ["Der Titel Ω"], .author: ["Jörg"], .keyword: ["a", "b c", "d"],
        .created: ["2003-05-09"], .pages: ["12"],
      ])
  }

  @Test(arguments: [
    ("", nil), ("text", nil), (#"{\rtf1 abc"#, "abc"), (#"{\rtf1 {\b a"#, "a"),
    (#"{\rtf1 a\"#, "a"), (#"{\rtf1 a\'f"#, "af"), (#"{\rtf1 a{\bin99999999999999999999 x}}"#, "a"),
  ])
  func `What is damaged is read as far as it goes`(rtf: String, text: String?) {
    let (sink, failure) = Self.read(Array(rtf.utf8))
    if case .damaged = failure {} else { Issue.record("no failure") }
    #expect(sink.text == text ?? "")
  }

  @Test func `What follows the document is not read`() {
    #expect(Self.read(Array("\n {\\rtf1 a}}garbage\0".utf8)).sink.text == "a")
  }

  @Test(
    .timeLimit(.minutes(15)),
    arguments: ["{", "}", #"\'"#, #"{\*\x"#, #"{\u9"#, "{\\info{\\title x"])
  func `Deep and endless input costs no more than its size`(piece: String) {
    let input = #"{\rtf1 a"# + String(repeating: piece, count: 100_000)
    #expect(Self.read(Array(input.utf8)).sink.text.hasPrefix("a"))
  }

  @Test func `Reading stops when no more is wanted`() {
    let input = #"{\rtf1 "# + String(repeating: #"many words \par "#, count: 50_000) + "}"
    var sink = CollectingSink()
    sink.limit = 1_000
    #expect(throws: Never.self) { try RTFReader.read(Array(input.utf8).span, into: &sink) }
    #expect((1_000..<100_000).contains(sink.text.utf8.count))
  }

  @Test func `Damaged input never stops the process`() {
    let sample = Array(
      #"""
      {\rtf1\ansi\deff0{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}{\info{\title T\u937?}}
      {\f1\'cf\'f0}\u-10179?\u-8704?{\footnote n}\bin2 xx{\v h}\par{\*\shppict{\pict 00}}\cell\row}
      """#.utf8)
    var mutator = OfficeMutator(seed: 1)
    for _ in 0..<2_000 { _ = Self.read(mutator.mutated(sample)) }
  }
}
