import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct OpenDocumentReaderTests {
  static func read(_ package: DictionaryPackage) -> (sink: CollectingSink, failure: ReadingFailure?)
  {
    var (package, sink) = (package, CollectingSink())
    do throws(ReadingFailure) {
      try OpenDocumentReader.read(&package, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  static func text(_ body: String) -> DictionaryPackage {
    ["content.xml": content("<office:text>\(body)</office:text>")]
  }

  static func content(_ body: String) -> String {
    "<office:document-content><office:body>\(body)</office:body></office:document-content>"
  }

  @Test(arguments: [
    ("<text:h>H</text:h><text:p>a<text:span>b</text:span>c</text:p>", "H\nabc"),
    ("<text:p>a<text:s text:c='3'/>b<text:tab/>c<text:line-break/>d</text:p>", "a b c d"),
    (
      """
      <text:p>a<text:note><text:note-citation>1</text:note-citation><text:note-body>\
      <text:p>n</text:p></text:note-body></text:note> b</text:p>
      """, "a\nn\nb"
    ),
    (
      """
      <text:tracked-changes><text:deletion><text:p>x</text:p></text:deletion>\
      </text:tracked-changes><text:p>a<text:change text:change-id='1'/>b</text:p>
      """, "ab"
    ),
    (
      """
      <text:p>a<office:annotation><dc:creator>me</dc:creator><dc:date>2020-01-01</dc:date>\
      <text:p>n</text:p></office:annotation>b</text:p>
      """, "a\nn\nb"
    ),
    (
      """
      <text:p>am <text:date>1.2.</text:date> von <text:creator>Ada</text:creator></text:p>
      """, "am 1.2. von Ada"
    ),
    (
      """
      <table:table table:name='T'><table:table-row>\
      <table:table-cell table:number-columns-repeated='1000'><text:p>a</text:p>\
      </table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell>\
      </table:table-row></table:table>
      """, "a\nb"
    ),
    (
      """
      <text:p>a<draw:frame><draw:image><office:binary-data>QUJD</office:binary-data>\
      </draw:image><svg:desc>cat</svg:desc></draw:frame>b</text:p>
      """, "a cat b"
    ),
    (
      """
      <text:p>a<text:ruby><text:ruby-base>b</text:ruby-base><text:ruby-text>x\
      </text:ruby-text></text:ruby></text:p>
      """, "ab"
    ),
    (
      """
      <text:table-of-content><text:table-of-content-source><text:index-title-template>x\
      </text:index-title-template></text:table-of-content-source><text:index-body><text:p>a\
      </text:p></text:index-body></text:table-of-content>
      """, "a"
    ),
    (
      """
      <draw:frame><svg:title>Pets</svg:title><svg:desc>cat</svg:desc></draw:frame><text:p>b</text:p>
      """, "Pets cat\nb"
    ),
    (
      """
      <text:p>a<draw:object><math:math><math:mi>x</math:mi><math:mo>=</math:mo><math:mn>1</math:mn>\
      <math:annotation>y</math:annotation></math:math></draw:object>b</text:p>
      """, "a x = 1b"
    ),
    (
      """
      <text:p>a<draw:object><office:document office:mimetype="x-spreadsheet"><office:body>\
      <office:spreadsheet><table:table table:name="T"><table:table-row><table:table-cell><text:p>in\
      </text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>\
      </office:document></draw:object></text:p><text:p>b</text:p>
      """, "a\n\nin\n\nb"
    ),
    ("stray<text:p/>stray", ""), ("<text:p>a&lt;&#x20ac;</text:p>", "a<€"),
    // OpenOffice.org 1.x.
    (
      """
      <text:p>a<text:footnote><text:footnote-citation>1</text:footnote-citation>\
      <text:footnote-body><text:p>n</text:p></text:footnote-body></text:footnote></text:p>
      """, "a\nn"
    ),
  ])
  func `Text is what is in paragraphs`(body: String, text: String) {
    let result = Self.read(Self.text(body))
    #expect(result.sink.text == text)
    #expect(result.failure == nil)
  }

  static let spreadsheet: DictionaryPackage = [
    "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": content(
      """
      <office:spreadsheet><table:table table:name="Eins &amp; zwei"><table:table-row \
      table:number-rows-repeated="65000"><table:table-cell office:value="1.5"><text:p>1,5</text:p>\
      </table:table-cell><table:table-cell table:number-columns-repeated="1024"/>\
      <table:table-cell><text:p>b</text:p><text:p>c</text:p></table:table-cell></table:table-row>\
      <table:table-row><table:table-cell><text:p>d</text:p></table:table-cell></table:table-row>\
      </table:table><table:table table:name="Drei"/></office:spreadsheet>
      """),
    "styles.xml": """
    <office:document-styles><style:master-page><style:header><text:p>Head <text:sheet-name>???\
    </text:sheet-name><text:title>???</text:title></text:p></style:header></style:master-page>\
    </office:document-styles>
    """,
  ]

  @Test func `Sheets are parts, and repeated cells come once`() {
    let result = Self.read(Self.spreadsheet)
    #expect(result.sink.text == "Eins & zwei\n1,5 b c\nd\n\nDrei\n\nHead")
    #expect(
      result.sink.parts.map(\.part) == [
        DocumentPart(.sheet, label: "Eins & zwei"), DocumentPart(.sheet, label: "Drei"),
      ])
    #expect(result.failure == nil)
  }

  @Test func `A cell without a paragraph shows its text`() {
    let content = Self.content(
      """
      <office:spreadsheet><table:table><table:table-row><table:table-cell office:value-type='string' \
      office:string-value='own'/></table:table-row></table:table></office:spreadsheet>
      """)
    #expect(Self.read(["content.xml": content]).sink.text == "own")
  }

  @Test(arguments: [
    ("office:value-type='float' office:value='1.5'", "1,5", "1,5 1.5"),
    ("office:value-type='float' office:value='15'", "15", "15"),
    ("office:value-type='currency' office:value='1234.5'", "1.234,50 €", "1.234,50 € 1234.5"),
    ("office:value-type='percentage' office:value='0.195'", "19,5%", "19,5% 0.195"),
    ("office:value-type='float' office:value='0.30000000000000004'", "0.3", "0.3"),
    ("office:value-type='date' office:date-value='2024-03-15'", "15.03.24", "15.03.24 2024-03-15"),
    ("office:value-type='date' office:date-value='2024-03-15'", "2024-03-15", "2024-03-15"),
    (
      "office:value-type='date' office:date-value='2024-03-15T12:30:00'", "15.3.",
      "15.3. 2024-03-15 12:30"
    ),
    ("office:value-type='time' office:time-value='PT18H05M00S'", "6:05 PM", "6:05 PM 18:05"),
    ("office:value-type='time' office:time-value='PT36H00M01.5S'", "36h", "36h 36:00:01"),
    ("office:value-type='date' office:date-value='soon'", "soon", "soon"),
    ("office:value-type='string' office:string-value='b'", "a", "a"),
    ("table:value-type='float' table:value='2.5'", "2,5", "2,5 2.5"),
  ])
  func `A cell is found as it is shown and by its value`(value: String, shown: String, text: String)
  {
    let content = Self.content(
      """
      <office:spreadsheet><table:table><table:table-row><table:table-cell \(value)><text:p>\(shown)\
      </text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>
      """)
    #expect(Self.read(["content.xml": content]).sink.text == text)
  }

  @Test func `Validations show their titles and texts`() {
    let content = Self.content(
      """
      <office:spreadsheet><table:content-validations><table:content-validation><table:help-message \
      table:title="Help"><text:p>me</text:p></table:help-message><table:error-message \
      table:title="No"><text:p>way</text:p></table:error-message></table:content-validation>\
      </table:content-validations></office:spreadsheet>
      """)
    #expect(Self.read(["content.xml": content]).sink.text == "Help me\nNo way")
  }

  @Test func `Objects in a document are part of it`() {
    var package = Self.text("<text:p>host</text:p>")
    package["Object 1/content.xml"] = Self.content(
      """
      <office:spreadsheet><table:table table:name="x"><table:table-row><table:table-cell><text:p>cell\
      </text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>
      """)
    package["Object 2/content.xml"] = Self.content(
      "<office:chart><chart:chart><chart:title><text:p>chart</text:p></chart:title></chart:chart></office:chart>"
    )
    package["Object 3/content.xml"] = "<math><mi>formula</mi></math>"
    package["styles.xml"] = """
      <s><style:footer><text:p>foot</text:p></style:footer><style:header-first><text:p>first</text:p>\
      </style:header-first></s>
      """
    let result = Self.read(package)
    #expect(result.sink.text == "host\n\ncell\n\nchart\n\nformula\n\nfoot\nfirst")
    #expect(result.sink.parts.isEmpty)
    #expect(result.failure == nil)
  }

  @Test func `The file of another program in a document is a member`() {
    var package = Self.text("<text:p><draw:object-ole xlink:href='./Object 1'/></text:p>")
    package.names.append("Object 1")
    package.contents["Object 1"] = WorkbookSample.file
    #expect(Self.read(package).sink.members.map(\.content) == [WorkbookSample.file])
    package.contents["Object 1"] = CompoundFileReaderTests.unknown
    #expect(Self.read(package).sink.members.isEmpty)
  }

  @Test func `Fixed texts of slides are read, placeholders are not`() {
    let package: DictionaryPackage = [
      "content.xml": Self.content(
        """
        <office:presentation><presentation:footer-decl>Footer</presentation:footer-decl><draw:page>\
        <draw:frame><draw:text-box><text:p>slide</text:p></draw:text-box></draw:frame></draw:page>\
        </office:presentation>
        """),
      "styles.xml": """
      <s><style:master-page><draw:frame presentation:class="title"><text:p>Click</text:p></draw:frame>\
      <draw:frame><text:p>Fixed</text:p></draw:frame><draw:frame presentation:class="footer">\
      <text:p>Below</text:p></draw:frame></style:master-page></s>
      """,
    ]
    #expect(Self.read(package).sink.text == "Footer\n\nslide\n\nFixed\nBelow")
  }

  @Test func `Slides are parts with their notes`() {
    let body = """
      <office:presentation><draw:page draw:name="x"><draw:frame><draw:text-box><text:p>One</text:p>\
      </draw:text-box></draw:frame><presentation:notes><text:p>Note</text:p></presentation:notes>\
      </draw:page><draw:page><text:p>Two</text:p></draw:page></office:presentation>
      """
    let result = Self.read(["content.xml": Self.content(body)])
    #expect(result.sink.text == "One\nNote\n\nTwo")
    #expect(result.sink.parts.map(\.part.label) == ["1", "2"])
    #expect(result.sink.parts.map(\.offset) == [0, 8])
  }

  static let letter: DictionaryPackage = [
    "meta.xml": """
    <office:document-meta><office:meta><dc:title>Brief</dc:title>\
    <meta:initial-creator>Ada</meta:initial-creator><dc:creator>Eve</dc:creator>\
    <meta:creation-date>2009-03-21T15:31:22.5</meta:creation-date><dc:date>2010-01-01</dc:date>\
    <meta:keyword>a</meta:keyword><meta:keyword>b</meta:keyword><dc:language>de-AT</dc:language>\
    <dc:subject>Thema</dc:subject><meta:user-defined meta:name="x">eigen</meta:user-defined>\
    <meta:document-statistic meta:table-count="0" meta:page-count="3"/></office:meta>\
    </office:document-meta>
    """,
    "content.xml": content("<office:text><text:p>Body</text:p></office:text>"),
    "styles.xml": """
    <office:document-styles><office:master-styles><style:master-page><style:header><text:p>Head\
    </text:p></style:header><style:footer><text:p>Foot</text:p></style:footer>\
    <draw:page><text:p>x</text:p></draw:page></style:master-page></office:master-styles>\
    </office:document-styles>
    """,
  ]

  static let fields: [DocumentField: [String]] = [
    .title: ["Brief"], .author: ["Ada"], .created: ["2009-03-21"], .changed: ["2010-01-01"],
    .keyword: ["a", "b"], .language: ["de-AT"], .pages: ["3"],
  ]

  @Test func `Metadata, headers and footers are read`() {
    let result = Self.read(Self.letter)
    #expect(result.sink.text == "Thema\neigen\n\nBody\n\nHead\nFoot")
    #expect(result.sink.fields == Self.fields)
  }

  @Test func `A flat file has all in one`() throws {
    let parts = ["meta.xml", "styles.xml", "content.xml"].map { Self.letter[$0] }
    let xml = "<office:document office:mimetype='application/vnd.oasis.opendocument.text'>"
    var sink = CollectingSink()
    try OpenDocumentReader.read(
      Array((xml + parts.joined() + "</office:document>").utf8).span, into: &sink)
    #expect(sink.text == "Head\nFoot\n\nThema\neigen\n\nBody")
    #expect(sink.fields == Self.fields)
  }

  @Test func `The kind of an OpenOffice.org 1 document is at its root`() {
    let content = """
      <!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD 1.0//EN" "office.dtd">\
      <office:document-content office:class="spreadsheet"><office:body><table:table \
      table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>\
      <table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>\
      </office:body></office:document-content>
      """
    let result = Self.read(["content.xml": content])
    #expect(result.sink.text == "S\na b")
    #expect(result.sink.parts.map(\.part) == [DocumentPart(.sheet, label: "S")])
  }

  @Test func `A password is reported`() {
    var package = Self.letter
    package["META-INF/manifest.xml"] = """
      <manifest:manifest><manifest:file-entry manifest:full-path="content.xml">\
      <manifest:encryption-data/></manifest:file-entry></manifest:manifest>
      """
    let result = Self.read(package)
    #expect(result.failure == .encrypted)
    #expect(result.sink.text == "")
  }

  @Test func `What is there of a damaged document is kept`() {
    #expect(Self.read([:]).failure == .damaged("there is no content.xml"))
    var package = Self.letter
    package["content.xml"] = "<office:body><text:p>Bo"
    let result = Self.read(package)
    #expect(result.sink.text == "Thema\neigen\n\nBo\n\nHead\nFoot")
    #expect(result.failure == .damaged("the XML ends inside an element"))
  }

  @Test func `Mutated documents do not trap`() {
    var mutator = XMLMutator(seed: 5)
    for round in 0..<1_000 {
      for sample in [Self.letter, Self.spreadsheet] {
        var package = sample
        let name = package.names[round % package.names.count]
        package.contents[name] = mutator.mutate(package.contents[name] ?? [])
        _ = Self.read(package)
      }
    }
  }
}
