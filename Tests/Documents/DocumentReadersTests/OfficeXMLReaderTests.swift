import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct OfficeXMLReaderTests {
  private func read(_ xml: String) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try OfficeXMLReader.read(Array(xml.utf8).span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  @Test func `A document of Word 2003 has text and properties`() {
    let (sink, failure) = read(
      """
      <?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument>\
      <o:DocumentProperties><o:Title>Fruit bowl</o:Title><o:Author>Ada</o:Author><o:Subject>Topic</o:Subject>\
      <o:Words>120</o:Words></o:DocumentProperties><o:CustomDocumentProperties><o:Client>Own</o:Client>\
      </o:CustomDocumentProperties><w:body><w:p><w:r><w:t>split</w:t></w:r><w:r><w:t>run &#252;</w:t></w:r></w:p>\
      <aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:delText>x</w:delText></w:r></aml:content>\
      </aml:annotation><w:sectPr><w:hdr><w:p><w:t>top</w:t></w:p></w:hdr></w:sectPr></w:body></w:wordDocument>
      """)
    #expect(sink.text == "Topic\nOwn\n\nsplitrun ü\ntop")
    #expect(sink.fields == [.title: ["Fruit bowl"], .author: ["Ada"]])
    #expect(failure == nil)
  }

  @Test func `A workbook of Excel 2003 has sheets with cells as they are shown`() {
    let (sink, failure) = read(
      """
      <?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Styles>\
      <Style ss:ID="s1"><NumberFormat ss:Format="Percent"/></Style><Style ss:ID="d">\
      <NumberFormat ss:Format="dd\\.mm\\.yyyy"/></Style><Style ss:ID="t"><NumberFormat ss:Format="Short Time"/>\
      </Style></Styles><Worksheet ss:Name="One">\
      <Table><Row><Cell><Data ss:Type="String">a &amp; b</Data><Comment><ss:Data>note</ss:Data></Comment>\
      </Cell><Cell ss:StyleID="s1"><Data ss:Type="Number">0.5</Data></Cell></Row><Row><Cell>\
      <Data ss:Type="DateTime">2024-03-15T00:00:00.000</Data></Cell><Cell><Data ss:Type="Boolean">1</Data>\
      </Cell></Row><Row><Cell ss:StyleID="d"><Data ss:Type="DateTime">2024-03-15T00:00:00.000</Data></Cell>\
      <Cell ss:StyleID="t"><Data ss:Type="DateTime">1899-12-31T12:30:00.000</Data></Cell></Row></Table>\
      <WorksheetOptions><PageSetup><Header x:Data="&amp;CTop"/></PageSetup>\
      </WorksheetOptions></Worksheet></Workbook>
      """)
    #expect(
      sink.text == "One\na & b\nnote\n50.00% 0.5\n2024-03-15 TRUE\n15.03.2024 2024-03-15 12:30\nTop"
    )
    #expect(sink.parts.map(\.part) == [DocumentPart(.sheet, label: "One")])
    #expect(failure == nil)
  }

  @Test func `A package in one file is read like a package`() {
    let part = { (name: String, xml: String) in
      "<pkg:part pkg:name=\"\(name)\"><pkg:xmlData>\(xml)</pkg:xmlData></pkg:part>"
    }
    let document = part(
      "/word/document.xml",
      "<w:document><w:body><w:p><w:r><w:t>body</w:t></w:r></w:p></w:body></w:document>")
    let core = part("/docProps/core.xml", "<c><dc:title>Fruit bowl</dc:title></c>")
    let picture =
      "<pkg:part pkg:name='/a.png'><pkg:binaryData>AAAA</pkg:binaryData></pkg:part>"
    let (sink, failure) = read("<pkg:package>\(core)\(picture)\(document)</pkg:package>")
    #expect(sink.text == "body")
    #expect(sink.fields == [.title: ["Fruit bowl"]])
    #expect(failure == nil)
    #expect(read("<x/>").failure == .unsupported("an unknown kind of Office document"))
    #expect(read("<pkg:package/>").failure == .damaged("there is no main part"))
  }

  @Test func `The content of a package counts once`() {
    let parts = (0..<20_000).map { "<pkg:part pkg:name='/a\($0).xml'/></pkg:xmlData>" }.joined()
    let (_, failure) = read("<pkg:package><pkg:xmlData>\(parts)</pkg:package>")
    #expect(failure == .damaged("there is no main part"))
  }

  @Test func `Mutated documents do not trap`() {
    var mutator = XMLMutator(seed: 9)
    let sample = Array(
      """
      <pkg:package><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:p><w:t>a</w:t></w:p>\
      </w:document></pkg:xmlData></pkg:part></pkg:package>
      """.utf8)
    for _ in 0..<1_000 { _ = read(String(decoding: mutator.mutate(sample), as: UTF8.self)) }
  }
}
