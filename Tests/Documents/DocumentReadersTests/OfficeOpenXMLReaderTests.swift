import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct OfficeOpenXMLReaderTests {
  static func read(_ package: DictionaryPackage) -> (sink: CollectingSink, failure: ReadingFailure?)
  {
    var (package, sink) = (package, CollectingSink())
    do throws(ReadingFailure) {
      try OfficeOpenXMLReader.read(&package, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  /// Writes a list of relationships: identifier, type, target.
  static func relationships(_ list: [(String, String, String)]) -> String {
    "<Relationships>"
      + list.map {
        "<Relationship Id=\"\($0)\" Type=\"http://schemas/\($1)\" Target=\"\($2)\"/>"
      }.joined() + "</Relationships>"
  }

  // MARK: Text documents

  static func document(_ body: String) -> DictionaryPackage {
    ["word/document.xml": "<w:document><w:body>\(body)</w:body></w:document>"]
  }

  @Test(arguments: [
    ("<w:p><w:r><w:t>fo</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>o</w:t></w:r></w:p>", "foo"),
    ("<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>", "a\nb"),
    (
      """
      <w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>
      """, "a b c d"
    ),
    ("<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t></w:r></w:p>", "a"),
    ("<w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del>", "a"),
    ("<w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins>", "ab"),
    (
      """
      <w:moveFrom><w:r><w:t>a</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>a</w:t></w:r>\
      </w:moveTo>
      """, "a"
    ),
    ("<w:r><w:instrText>PAGE</w:instrText><w:t>7</w:t></w:r>", "7"),
    (
      """
      <w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \\o\\ad(\\s\\up 11(above),\
      </w:instrText></w:r><w:r><w:instrText>base)</w:instrText></w:r><w:r><w:fldChar \
      w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r>
      """, "above base."
    ),
    (
      """
      <w:r><w:fldChar w:fldCharType="begin"/><w:instrText>MACROBUTTON None Click here</w:instrText>\
      <w:fldChar w:fldCharType="separate"/><w:t>a</w:t><w:fldChar w:fldCharType="end"/></w:r>
      """, "a"
    ),
    (
      """
      <w:tbl><w:tr><w:trPr><w:del w:id="1"/></w:trPr><w:tc><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:tc>\
      </w:tr><w:tr><w:tc><w:p><w:r><w:t>kept</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
      """, "kept"
    ),
    (
      "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>",
      "a b"
    ),
    ("<w:fldSimple w:instr=\"MACROBUTTON None Click here\"/>", "Click here"),
    ("<w:r><w:t>A</w:t><w:noBreakHyphen/><w:t>Z</w:t><w:softHyphen/><w:t>x</w:t></w:r>", "A-Zx"),
    (
      """
      <w:r><w:t>a</w:t></w:r><w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>b\
      </w:t></w:r></w:sdtContent></w:sdt>
      """, "ab"
    ),
    (
      """
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b\
      </w:t></w:r></w:p></w:tc></w:tr></w:tbl>
      """, "a\nb"
    ),
    (
      """
      <mc:AlternateContent><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice>\
      <mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>
      """, "box"
    ),
    ("<w:r><w:t>&lt;x&gt; &amp;\u{a0}ä</w:t></w:r>", "<x> &\u{a0}ä"),
    ("<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>", "x=1"),
    (
      """
      <w:p><w:pPr><w:rPr><w:del w:id="9"/></w:rPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>\
      <w:p><w:pPr><w:tabs><w:tab/></w:tabs><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:t>word</w:t></w:r>\
      </w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>
      """, "oneword\nb"
    ),
    (
      "<w:r><w:ruby><w:rt><w:r><w:t>x</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>a</w:t></w:r></w:rubyBase></w:ruby></w:r>",
      "a"
    ),
    (
      """
      <w:r><w:t>a</w:t><w:drawing><wp:docPr id="1" name="Picture 1" title="T &amp; U" descr="D"/>\
      <pic:cNvPr id="1" name="x.png" descr="D"/></w:drawing><w:t>b</w:t></w:r>
      """, "a T & U D b"
    ),
    (
      """
      <w:tbl><w:tblPr><w:tblCaption w:val="Caption"/><w:tblDescription w:val="Table"/></w:tblPr>\
      </w:tbl><w:pict><v:shape alt="Shape" o:title="file"><v:textpath string="DRAFT"/></v:shape></w:pict>
      """, "Caption Table Shape DRAFT"
    ),
    (
      """
      <w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="one"/><w:listEntry w:val="two"/>\
      <w:listEntry w:val="three"/></w:ddList></w:ffData>
      """, "two"
    ),
  ])
  func `A document's runs are joined and its paragraphs separated`(body: String, text: String) {
    let result = Self.read(Self.document(body))
    #expect(result.sink.text == text)
    #expect(result.failure == nil)
  }

  @Test func `Headers, footers, notes and comments follow the body`() {
    let part = { (text: String) in "<w:x><w:p><w:r><w:t>\(text)</w:t></w:r></w:p></w:x>" }
    var package = Self.document("<w:p><w:r><w:t>body</w:t></w:r></w:p>")
    package["word/_rels/document.xml.rels"] = Self.relationships([
      ("r1", "comments", "comments.xml"), ("r2", "footer", "/word/Footer1.xml"),
      ("r3", "header", "./header1.xml"), ("r4", "header", "header1.xml"),
      ("r5", "footnotes", "../word/footnotes.xml"), ("r6", "endnotes", "missing.xml"),
    ])
    package["word/comments.xml"] = part("comment")
    package["word/footer1.xml"] = part("footer")
    package["word/header1.xml"] = part("header")
    package["word/footnotes.xml"] = part("footnote")
    let result = Self.read(package)
    #expect(result.sink.text == "body\n\nheader\n\nfooter\n\nfootnote\n\ncomment")
    #expect(result.failure == nil)
  }

  @Test func `Properties become fields`() {
    var package = Self.document("")
    package["docProps/core.xml"] = """
      <cp:coreProperties><dc:title>A &amp; B</dc:title><dc:creator>Ada; Bob</dc:creator>\
      <cp:lastModifiedBy>Eve</cp:lastModifiedBy><cp:keywords>x, y z;w</cp:keywords>\
      <dcterms:created xsi:type="dcterms:W3CDTF">2013-12-23T23:15:00Z</dcterms:created>\
      <dcterms:modified>2014-01-02T03:04:05Z</dcterms:modified><dc:language>de-DE</dc:language>\
      </cp:coreProperties>
      """
    package["docProps/app.xml"] =
      "<Properties><Template>Normal.dotm</Template><Pages>12</Pages></Properties>"
    let expected: [DocumentField: [String]] = [
      .title: ["A & B"], .author: ["Ada", "Bob"], .keyword: ["x", "y z", "w"],
      .created: ["2013-12-23T23:15:00Z"], .changed: ["2014-01-02T03:04:05Z"],
      .language: ["de-DE"], .pages: ["12"],
    ]
    #expect(Self.read(package).sink.fields == expected)
    package["docProps/core.xml"] = "<c><dc:title>Normal</dc:title></c>"
    #expect(Self.read(package).sink.fields == [.pages: ["12"]])
  }

  @Test func `Properties without a field are lines before the text`() {
    var package = Self.document("<w:p><w:r><w:t>body</w:t></w:r></w:p>")
    package["docProps/core.xml"] = """
      <c><dc:subject>The subject</dc:subject><dc:description>A\nremark</dc:description>\
      <cp:category>Kind</cp:category></c>
      """
    package["docProps/app.xml"] = """
      <Properties><Company>Works</Company><Manager>Ann</Manager>\
      <TitlesOfParts><vt:vector><vt:lpstr>Times</vt:lpstr></vt:vector></TitlesOfParts>\
      </Properties>
      """
    package["docProps/custom.xml"] = """
      <Properties><property name="Client"><vt:lpwstr>ACME</vt:lpwstr></property>\
      <property name="_Own"><vt:lpwstr>x</vt:lpwstr></property></Properties>
      """
    #expect(Self.read(package).sink.text == "Works\nAnn\nThe subject\nA remark\nKind\nACME\n\nbody")
  }

  // MARK: Presentations

  static let presentation: DictionaryPackage = [
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relationships([("rId1", "officeDocument", "ppt/presentation.xml")]),
    "ppt/presentation.xml": """
    <p:presentation><p:sldIdLst><p:sldId id="257" r:id="rId3"/><p:sldId id="256" r:id="rId2"/>\
    </p:sldIdLst></p:presentation>
    """,
    "ppt/_rels/presentation.xml.rels": relationships([
      ("rId2", "slide", "slides/slide1.xml"), ("rId3", "slide", "slides/slide2.xml"),
    ]),
    "ppt/slides/slide1.xml": """
    <p:sld><p:sp><p:txBody><a:p><a:r><a:t>Hel</a:t></a:r><a:r><a:t>lo</a:t></a:r><a:br/>\
    <a:r><a:t>world</a:t></a:r></a:p></p:txBody></p:sp></p:sld>
    """,
    "ppt/slides/slide2.xml": "<p:sld><a:p><a:r><a:t>First</a:t></a:r></a:p></p:sld>",
    "ppt/slides/_rels/slide2.xml.rels": relationships([
      ("rId1", "notesSlide", "../notesSlides/notesSlide1.xml"),
      ("rId2", "comments", "../comments/comment1.xml"),
    ]),
    "ppt/notesSlides/notesSlide1.xml": "<p:notes><a:p><a:r><a:t>Say it</a:t></a:r></a:p></p:notes>",
    "ppt/comments/comment1.xml": "<p:cmLst><p:cm><p:text>Why?</p:text></p:cm></p:cmLst>",
  ]

  @Test func `Slides are parts in the order of the presentation, with their notes`() {
    let result = Self.read(Self.presentation)
    #expect(result.sink.text == "First\n\nSay it\n\nWhy?\n\nHello world")
    #expect(result.sink.parts.map(\.part.label) == ["1", "2"])
    #expect(result.sink.parts.map(\.offset) == [0, 19])
    #expect(result.sink.parts.allSatisfy { $0.part.kind == .slide })
    #expect(result.sink.fields == [.pages: ["2"]])
    #expect(result.failure == nil)
  }

  // MARK: Workbooks

  static let workbook: DictionaryPackage = [
    "xl/workbook.xml": """
    <workbook><sheets><sheet name="B &amp; C" sheetId="2" r:id="rId2"/>\
    <sheet name="A" sheetId="1" state="hidden" r:id="rId1"/></sheets></workbook>
    """,
    "xl/_rels/workbook.xml.rels": relationships([
      ("rId1", "worksheet", "worksheets/sheet1.xml"),
      ("rId2", "worksheet", "worksheets/sheet2.xml"),
      ("rId3", "sharedStrings", "sharedStrings.xml"),
    ]),
    "xl/sharedStrings.xml": """
    <sst><si><t>zero</t></si><si><r><t>o</t></r><r><rPr><b/></rPr><t>ne</t></r>\
    <rPh><t>x</t></rPh></si><si/></sst>
    """,
    "xl/worksheets/sheet1.xml": "<worksheet><sheetData/></worksheet>",
    "xl/worksheets/sheet2.xml": """
    <worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1"><v>42</v></c>\
    <c r="C1" t="s"><v>0</v></c></row><row r="2"><c t="inlineStr"><is><t>in</t></is></c>\
    <c t="str"><f>A1&amp;"x"</f><v>res_x000D_ult</v></c><c t="b"><v>1</v></c>\
    <c t="e"><v>#N/A</v></c><c t="s"><v>99</v></c><c t="s"><v>x</v></c><c/></row>\
    </sheetData><headerFooter/></worksheet>
    """,
    "xl/worksheets/_rels/sheet2.xml.rels": relationships([
      ("rId1", "comments", "../comments1.xml")
    ]),
    "xl/comments1.xml": """
    <comments><authors><author>me</author></authors><commentList><comment><text><r>\
    <t>No</t></r><r><t>te</t></r></text></comment></commentList></comments>
    """,
  ]

  @Test func `Sheets are parts, cells are words, rows are lines`() {
    let result = Self.read(Self.workbook)
    #expect(result.sink.text == "B & C\none 42 zero\nin res ult TRUE #N/A\n\nNote\n\nA")
    #expect(
      result.sink.parts.map(\.part) == [
        DocumentPart(.sheet, label: "B & C"), DocumentPart(.sheet, label: "A"),
      ])
    #expect(result.sink.fields == [.pages: ["2"]])
    #expect(result.failure == nil)
  }

  // MARK: Damage

  @Test func `A damaged part costs that part only`() {
    var package = Self.presentation
    package["ppt/slides/slide2.xml"] = "<p:sld><a:p><a:t>Fir"
    let result = Self.read(package)
    #expect(result.sink.text == "Fir\n\nSay it\n\nWhy?\n\nHello world")
    #expect(result.failure == .damaged("the XML ends inside an element"))
  }

  @Test func `A package without main part is damaged`() {
    #expect(Self.read([:]).failure == .damaged("there is no main part"))
    let unknown: DictionaryPackage = ["word/document.xml": "<x/>"]
    #expect(Self.read(unknown).failure == .unsupported("an unknown kind of Office document"))
  }

  @Test func `Each part is read once, however often it is referred to`() {
    var package = Self.presentation
    package["ppt/presentation.xml"] =
      "<p:presentation>" + String(repeating: "<p:sldId r:id='rId2'/>", count: 1_000)
      + "</p:presentation>"
    #expect(Self.read(package).sink.text == "Hello world")
  }

  @Test func `A long shared string in many cells stops at the sink's limit`() {
    var (package, sink) = (Self.workbook, CollectingSink())
    sink.limit = 1 << 20
    package["xl/sharedStrings.xml"] =
      "<sst><si><t>" + String(repeating: "word ", count: 100_000) + "</t></si></sst>"
    package["xl/worksheets/sheet2.xml"] =
      "<worksheet>" + String(repeating: "<c t='s'><v>0</v></c>", count: 1_000) + "</worksheet>"
    try? OfficeOpenXMLReader.read(&package, into: &sink)
    #expect(sink.text.utf8.count < (1 << 20) + 2 * WorksheetStrings.longestString)
  }

  @Test func `Mutated documents do not trap`() {
    var mutator = XMLMutator(seed: 4)
    let samples = [
      Self.presentation, Self.workbook, Self.document("<w:p><w:t>a&#228;</w:t></w:p>"),
    ]
    for round in 0..<700 {
      for sample in samples {
        var package = sample
        let name = package.names[round % package.names.count]
        package.contents[name] = mutator.mutate(package.contents[name] ?? [])
        _ = Self.read(package)
      }
    }
  }
}
