import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct XMLFormatsTests {
  typealias Result = (sink: CollectingSink, failure: ReadingFailure?)

  enum Format: CaseIterable {
    case svg, fictionBook, abiWord, gnumeric, dia

    func read(_ bytes: [UInt8]) -> Result {
      var sink = CollectingSink()
      do throws(ReadingFailure) {
        switch self {
        case .svg: try XMLDocumentReader.svg.read(bytes.span, into: &sink)
        case .fictionBook: try XMLDocumentReader.fictionBook.read(bytes.span, into: &sink)
        case .abiWord: try XMLDocumentReader.abiWord.read(bytes.span, into: &sink)
        case .gnumeric: try XMLDocumentReader.gnumeric.read(bytes.span, into: &sink)
        case .dia: try XMLDocumentReader.dia.read(bytes.span, into: &sink)
        }
        return (sink, nil)
      } catch {
        return (sink, error)
      }
    }

    func read(_ xml: String) -> Result { read(Array(xml.utf8)) }

    var sample: String {
      switch self {
      case .svg: XMLFormatsTests.svg
      case .fictionBook: XMLFormatsTests.fictionBook
      case .abiWord: XMLFormatsTests.abiWord
      case .gnumeric: XMLFormatsTests.gnumeric
      case .dia: XMLFormatsTests.dia
      }
    }
  }

  // MARK: SVG

  static let svg = """
    <svg xmlns="http://www.w3.org/2000/svg"><title>A plan</title><style>.a{}</style>\
    <metadata><rdf:RDF><cc:Work><dc:format>image/svg+xml</dc:format><dc:title>Other</dc:title>\
    <dc:date>2020-05-06</dc:date><dc:creator><cc:Agent><dc:title>Ada</dc:title></cc:Agent>\
    </dc:creator><dc:publisher><cc:Agent><dc:title>Pub</dc:title></cc:Agent></dc:publisher>\
    <dc:subject><rdf:Bag><rdf:li>house</rdf:li><rdf:li>garden</rdf:li></rdf:Bag></dc:subject>\
    </cc:Work></rdf:RDF></metadata><g><text>Ga<tspan font-weight="bold">te</tspan></text></g></svg>
    """

  @Test func `An image has text, and metadata from RDF`() {
    let result = Format.svg.read(Self.svg)
    #expect(result.sink.text == "A plan\nGate")
    let expected: [DocumentField: [String]] = [
      .title: ["A plan"], .author: ["Ada"], .created: ["2020-05-06"],
      .keyword: ["house", "garden"],
    ]
    #expect(result.sink.fields == expected)
    #expect(result.failure == nil)
  }

  @Test(arguments: [
    ("<text>a</text><text>b</text>", "a\nb"),
    ("<text><tspan x='0' y='0'>a</tspan><tspan x='0' y='9'>b</tspan></text>", "a b"),
    ("<text><tspan x='0' y='0'>a</tspan><tspan x='9' y='0'>b</tspan></text>", "ab"),
    ("<text><tspan x='0' dy='1em'>a</tspan><tspan x='0' dy='1em'>b</tspan></text>", "a b"),
    ("<text><tspan x='0 1'>ab</tspan><tspan dx='3'>c</tspan></text>", "abc"),
    ("<flowRoot><flowPara>a</flowPara><flowPara>b</flowPara></flowRoot>", "a\nb"),
    ("<script>x</script><text>a &amp; b</text>", "a & b"),
  ])
  func `Words of an image are joined on a line`(xml: String, text: String) {
    #expect(Format.svg.read("<svg>\(xml)</svg>").sink.text == text)
  }

  // MARK: FictionBook

  static let fictionBook = """
    <?xml version="1.0" encoding="utf-8"?><FictionBook><stylesheet>p{}</stylesheet><description>\
    <title-info><genre>sf</genre><author><first-name>Ada</first-name><last-name>Lovelace\
    </last-name><email>x@y</email></author><book-title>The Engine</book-title><annotation>\
    <p>About it.</p></annotation><keywords>a, b</keywords><date value="1843-01-02">1843</date>\
    <lang>en</lang></title-info><document-info><author><nickname>scan</nickname></author>\
    </document-info></description><body><title><p>The Engine</p></title><section><title><p>One\
    </p><p>Begin</p></title><p>T<emphasis>ex</emphasis>t<a>1</a></p><empty-line/><p>More</p>\
    </section><section><p>No title</p></section><section><title><p>Two</p></title><poem>\
    <stanza><v>v1</v><v>v2</v></stanza></poem></section></body><binary id="i">QUJD</binary>\
    </FictionBook>
    """

  @Test func `A book has chapters`() {
    let result = Format.fictionBook.read(Self.fictionBook)
    #expect(
      result.sink.text
        == "About it.\n\nThe Engine\n\nOne\nBegin\n\nText1\nMore\n\nNo title\n\nTwo\n\nv1\nv2")
    #expect(
      result.sink.parts.map(\.part) == [
        DocumentPart(.chapter, label: "One Begin"), DocumentPart(.chapter, label: "Two"),
      ])
    let expected: [DocumentField: [String]] = [
      .title: ["The Engine"], .author: ["Ada Lovelace"], .keyword: ["a", "b"],
      .created: ["1843-01-02"], .language: ["en"],
    ]
    #expect(result.sink.fields == expected)
    #expect(result.failure == nil)
  }

  // MARK: AbiWord

  static let abiWord = """
    <?xml version="1.0"?><!DOCTYPE abiword PUBLIC "-//ABISOURCE//DTD AWML 1.0 Strict//EN" "x.dtd">\
    <abiword><metadata><m key="dc.title">A letter</m><m key="dc.creator">Ada</m>\
    <m key="abiword.generator">AbiWord</m></metadata><styles><s name="Normal"/></styles><section>\
    <p>Dear <c props="font-weight:bold">B</c>ob<c revision="1,-2">gone</c></p><table><cell>\
    <p>x</p></cell><cell><p>y</p></cell></table><p>a<br/>b</p></section><data>\
    <d name="i" base64="yes">QUJD</d></data></abiword>
    """

  @Test func `A document of AbiWord is read`() {
    let result = Format.abiWord.read(Self.abiWord)
    #expect(result.sink.text == "Dear Bob\nx\ny\na b")
    #expect(result.sink.fields == [.title: ["A letter"], .author: ["Ada"]])
    #expect(result.failure == nil)
  }

  // MARK: Gnumeric

  static let gnumeric = """
    <gnm:Workbook><office:document-meta><office:meta><dc:title>Sums</dc:title>\
    <meta:creation-date>2020-01-02T03:04:05Z</meta:creation-date></office:meta>\
    </office:document-meta><gnm:SheetNameIndex><gnm:SheetName>Tab</gnm:SheetName>\
    </gnm:SheetNameIndex><gnm:Sheets><gnm:Sheet><gnm:Name>Tab</gnm:Name><gnm:Names><gnm:Name>\
    <gnm:name>Print_Area</gnm:name></gnm:Name></gnm:Names><gnm:PrintInformation><gnm:Footer \
    Middle="Page"/></gnm:PrintInformation><gnm:Objects><gnm:CellComment Author="me" \
    Text="A note"/></gnm:Objects><gnm:Cells><gnm:Cell Row="0" Col="0" ValueType="60">foo</gnm:Cell>\
    <gnm:Cell Row="0" Col="1" ValueType="40">1.5</gnm:Cell><gnm:Cell Row="1" Col="0" ExprID="1">\
    =A1+B1</gnm:Cell><gnm:Cell Row="2" Col="0" ValueType="60">bar</gnm:Cell></gnm:Cells>\
    </gnm:Sheet></gnm:Sheets></gnm:Workbook>
    """

  @Test func `A workbook of Gnumeric has sheets`() {
    let result = Format.gnumeric.read(Self.gnumeric)
    #expect(result.sink.text == "Tab\nA note\nfoo 1.5\nbar")
    #expect(result.sink.parts.map(\.part) == [DocumentPart(.sheet, label: "Tab")])
    #expect(result.sink.fields == [.title: ["Sums"], .created: ["2020-01-02T03:04:05Z"]])
    #expect(result.failure == nil)
  }

  @Test func `Numbers of Gnumeric are read as they are shown`() {
    let text = """
      <gnm:Workbook><gnm:Sheets><gnm:Sheet><gnm:Name>T</gnm:Name><gnm:Styles><gnm:StyleRegion \
      startCol="1" startRow="0" endCol="1" endRow="9"><gnm:Style Format="0.0%"/></gnm:StyleRegion>\
      </gnm:Styles><gnm:Cells><gnm:Cell Row="0" Col="0" ValueType="40" ValueFormat="dd.mm.yyyy">45366\
      </gnm:Cell><gnm:Cell Row="0" Col="1" ValueType="40">0.195</gnm:Cell><gnm:Cell Row="1" Col="2" \
      ValueType="30">7</gnm:Cell></gnm:Cells></gnm:Sheet></gnm:Sheets></gnm:Workbook>
      """
    #expect(
      Format.gnumeric.read(text).sink.text == "T\n15.03.2024 2024-03-15 19.5% 0.195\n7")
  }

  // MARK: Dia

  static let dia = """
    <dia:diagram><dia:diagramdata><dia:attribute name="paper"><dia:string>#A4#</dia:string>\
    </dia:attribute></dia:diagramdata><dia:layer name="Background"><dia:object type="UML - Class">\
    <dia:attribute name="name"><dia:string>#Cl&amp;ass#</dia:string></dia:attribute>\
    <dia:attribute name="x"><dia:string>##</dia:string></dia:attribute><dia:string>##1 C##\
    </dia:string></dia:object></dia:layer></dia:diagram>
    """

  @Test func `A diagram's strings are without marks`() {
    let result = Format.dia.read(Self.dia)
    #expect(result.sink.text == "Cl&ass\n#1 C#")
    #expect(result.failure == nil)
  }

  // MARK: All

  @Test(arguments: Format.allCases)
  func `The beginning of a cut document is kept`(format: Format) {
    let whole = format.read(format.sample).sink.text
    for length in stride(from: 0, to: format.sample.utf8.count, by: 7) {
      let result = format.read(Array(format.sample.utf8.prefix(length)))
      #expect(whole.hasPrefix(result.sink.text.dropLast()))
      #expect(result.failure != nil)
    }
  }

  @Test(arguments: Format.allCases)
  func `Mutated documents do not trap`(format: Format) {
    var mutator = XMLMutator(seed: 6)
    let sample = Array(format.sample.utf8)
    for _ in 0..<2_000 { _ = format.read(mutator.mutate(sample)) }
  }
}
