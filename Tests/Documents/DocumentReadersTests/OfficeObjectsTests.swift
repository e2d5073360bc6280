import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Sheets as they are shown, and what is embedded in documents of Office.
struct OfficeObjectsTests {
  private typealias Base = OfficeOpenXMLReaderTests

  private static func sheet(_ content: String, workbook: String = "") -> DictionaryPackage {
    [
      "xl/workbook.xml":
        "<workbook>\(workbook)<sheets><sheet name='S' r:id='r1'/></sheets></workbook>",
      "xl/_rels/workbook.xml.rels": Base.relationships([
        ("r1", "worksheet", "sheet1.xml"), ("r2", "styles", "styles.xml"),
      ]),
      "xl/styles.xml": """
      <styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>\
      <numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;EUR&quot;"/><numFmt numFmtId="166" \
      formatCode="&quot;Mr &quot;@&quot;!&quot;"/></numFmts><cellStyleXfs>\
      <xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/>\
      <xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="166"/></cellXfs><dxfs><dxf>\
      <numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>
      """,
      "xl/sheet1.xml": "<worksheet><sheetData><row>\(content)</row></sheetData></worksheet>",
    ]
  }

  @Test(arguments: [
    ("<c s='1'><v>45366</v></c>", "2024-03-15"),
    ("<c s='2'><v>1234.5</v></c>", "1,234.50 EUR 1234.5"),
    ("<c s='3' t='n'><v>45366</v></c>", "3/15/2024 2024-03-15"),
    ("<c s='4'><v>0.5</v></c>", "12:00"),
    ("<c><v>19.989999999999998</v></c>", "19.99"),
    ("<c><v>4.0123456789012E12</v></c>", "4012345678901.2"),
    ("<c s='1'><f>A1</f><v>45366</v></c><c s='0'><v> 7 </v></c>", "2024-03-15 7"),
    ("<c s='99'><v>007</v></c>", "007"),
    ("<c t='d' s='1'><v>2024-03-15T00:00:00</v></c>", "2024-03-15"),
    ("<c t='d'><v>soon</v></c>", "soon"),
    ("<c t='d'><v>2024-03-15T12:30:00</v></c>", "2024-03-15 12:30"), ("<c><v>many</v></c>", "many"),
    ("<c t='str' s='5'><v>Bean</v></c>", "Mr Bean!"), ("<c t='str' s='5'/>", ""),
    (
      "<c t='inlineStr' s='5'><is><r><t>Be</t></r><r><t>an</t></r></is></c><c t='b' s='5'><v>1</v></c>",
      "Mr Bean! TRUE"
    ),
    ("<c t='str' s='1'><v>45366</v></c>", "45366"), ("<c s='1'><v>1e400</v></c>", ""),
  ])
  func `A cell is read as its style shows it`(cell: String, text: String) {
    let result = Base.read(Self.sheet(cell))
    #expect(result.sink.text == (text.isEmpty ? "S" : "S\n" + text))
    #expect(result.failure == nil)
  }

  @Test func `Days of a workbook may be counted from 1904`() {
    let package = Self.sheet("<c s='1'><v>43904</v></c>", workbook: "<workbookPr date1904='1'/>")
    #expect(Base.read(package).sink.text == "S\n2024-03-15")
  }

  @Test(arguments: [
    (
      """
      <headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Left&amp;KFF0000 red&amp;C&amp;P of &amp;N</oddHeader>\
      <evenFooter>&amp;RA &amp;&amp; B &amp;D</evenFooter></headerFooter>
      """, "Left red of\nA & B"
    ),
    (
      """
      <dataValidations><dataValidation promptTitle="Enter" prompt="a number" errorTitle="Wrong" \
      error="Only &lt; 5"><formula1>A1:A9</formula1></dataValidation><dataValidation type="list">\
      <formula1>"Yes,No &amp; more"</formula1></dataValidation></dataValidations>
      """, "Enter\na number\nWrong\nOnly < 5\nYes,No & more"
    ),
    (
      """
      <extLst><ext><x14:dataValidation prompt="P"><x14:formula1><xm:f>"a,b"</xm:f></x14:formula1>\
      <xm:sqref>A1</xm:sqref></x14:dataValidation><x14:sparkline><xm:f>x</xm:f></x14:sparkline></ext></extLst>
      """, "P\na,b"
    ),
  ])
  func `Headers, footers and validations of a sheet are read`(xml: String, text: String) {
    var package = Self.sheet("")
    package["xl/sheet1.xml"] = "<worksheet><sheetData/>\(xml)</worksheet>"
    #expect(Base.read(package).sink.text == "S\n" + text)
  }

  @Test(arguments: [
    ("<c:strCache><c:pt><c:v>a</c:v></c:pt></c:strCache>", "a"),
    (
      "<c:multiLvlStrCache><c:lvl><c:pt><c:v>in</c:v></c:pt></c:lvl><c:lvl><c:pt><c:v>out</c:v></c:pt></c:lvl></c:multiLvlStrCache>",
      "in\nout"
    ),
    (
      "<c:cat><c:numCache><c:formatCode>yyyy</c:formatCode><c:pt><c:v>45366</c:v></c:pt></c:numCache></c:cat>",
      "2024 2024-03-15"
    ),
    ("<c:cat><c:strLit><c:pt><c:v>lit</c:v></c:pt></c:strLit></c:cat>", "lit"),
    (
      "<c:val><c:numCache><c:formatCode>0</c:formatCode><c:pt><c:v>7</c:v></c:pt></c:numCache></c:val>",
      ""
    ),
    ("<c:ser><c:tx><c:v>name</c:v></c:tx></c:ser>", "name"),
    (
      "<cx:strDim><cx:lvl><cx:pt idx='0'>new</cx:pt></cx:lvl></cx:strDim><cx:tx><cx:txData><cx:v>t</cx:v></cx:txData></cx:tx>",
      "new\nt"
    ),
    (
      "<c:title><c:tx><c:rich><a:p><a:r><a:t>Title</a:t></a:r></a:p></c:rich></c:tx></c:title>",
      "Title"
    ),
  ])
  func `A chart shows its titles, series and categories`(xml: String, text: String) {
    var package = Base.document("")
    package["word/_rels/document.xml.rels"] = Base.relationships([("r1", "chart", "chart1.xml")])
    package["word/chart1.xml"] = "<c:chartSpace>\(xml)</c:chartSpace>"
    #expect(Base.read(package).sink.text == text)
  }

  @Test(arguments: [
    ("c.html", "<html><p>chunk</p></html>", "outer\n\nchunk\n\nfoot"),
    ("c.rtf", #"{\rtf1 chunk}"#, "outer\n\nchunk\n\nfoot"),
    ("c.txt", "chunk < 5", "outer\n\nchunk < 5\n\nfoot"),
    (
      "c.mht", "MIME-Version: 1.0\nContent-Type: text/html\n\n<p>chunk</p>",
      "outer\n\nchunk\n\nfoot"
    ),
  ])
  func `An inserted document is part of the text`(name: String, chunk: String, text: String) {
    var package = Base.document("<w:p><w:r><w:t>outer</w:t></w:r></w:p><w:altChunk r:id='r1'/>")
    package["word/_rels/document.xml.rels"] = Base.relationships([
      ("r1", "aFChunk", name), ("r2", "footer", "f.xml"),
    ])
    package["word/" + name] = chunk
    package["word/f.xml"] = "<w:p><w:r><w:t>foot</w:t></w:r></w:p>"
    let result = Base.read(package)
    #expect(result.sink.text.split(separator: "\n") == text.split(separator: "\n"))
    #expect(result.failure == nil)
  }

  @Test func `Embedded files are members, but formulas of other programs are not`() {
    var package = Base.document("")
    package["word/_rels/document.xml.rels"] = Base.relationships([
      ("r1", "package", "embeddings/a.xlsx"), ("r2", "oleObject", "embeddings/b.bin"),
      ("r3", "oleObject", "embeddings/c.bin"), ("r4", "aFChunk", "d.docx"),
      ("r5", "image", "e.png"),
    ])
    for (name, content) in [
      ("embeddings/a.xlsx", Array("PK12".utf8)), ("embeddings/b.bin", WorkbookSample.file),
      ("embeddings/c.bin", CompoundFileReaderTests.unknown), ("d.docx", Array("PK34".utf8)),
      ("e.png", [1]),
    ] {
      package["word/" + name] = ""
      package.contents["word/" + name] = content
    }
    let members = Base.read(package).sink.members
    #expect(
      members.map { String(decoding: $0.member.path, as: UTF8.self) } == [
        "d.docx", "a.xlsx", "b.bin",
      ])
    #expect(
      members.map(\.content) == [Array("PK34".utf8), Array("PK12".utf8), WorkbookSample.file])
  }

  @Test func `Fixed texts of layouts and masters follow the slide, placeholders do not`() {
    let shape = { (text: String, kind: String) in
      """
      <p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>\(kind)</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r>\
      <a:t>\(text)</a:t></a:r></a:p></p:txBody></p:sp>
      """
    }
    var package = Base.presentation
    package["ppt/slides/slide1.xml"] = "<p:sld>\(shape("Slide", "<p:ph/>"))</p:sld>"
    package["ppt/slides/_rels/slide1.xml.rels"] = Base.relationships([
      ("r1", "slideLayout", "../slideLayouts/layout1.xml")
    ])
    package["ppt/slides/_rels/slide2.xml.rels"] = package["ppt/slides/_rels/slide1.xml.rels"]
    package["ppt/slideLayouts/layout1.xml"] =
      "<p:sldLayout>\(shape("Click", "<p:ph type='title'/>"))\(shape("Layout", ""))</p:sldLayout>"
    package["ppt/slideLayouts/_rels/layout1.xml.rels"] = Base.relationships([
      ("r1", "slideMaster", "../master1.xml")
    ])
    package["ppt/master1.xml"] = "<p:sldMaster>\(shape("Master", ""))</p:sldMaster>"
    #expect(Base.read(package).sink.text == "First\n\nLayout\n\nMaster\n\nSlide")
  }
}
