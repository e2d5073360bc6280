import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct OfficeDrawingTests {
  private static func relationships(_ list: (String, String, String)...) -> String {
    OfficeOpenXMLReaderTests.relationships(list)
  }

  private static func package(_ page: String) -> DictionaryPackage {
    [
      "_rels/.rels": relationships(("r1", "document", "visio/document.xml")),
      "visio/document.xml": "<VisioDocument/>",
      "visio/_rels/document.xml.rels": relationships(
        ("r1", "masters", "masters/masters.xml"), ("r2", "pages", "pages/pages.xml"),
        ("r3", "comments", "comments.xml")),
      "visio/comments.xml": "<Comments><CommentEntry>why?</CommentEntry></Comments>",
      "visio/masters/masters.xml": "<Masters><Master ID='4'><Rel r:id='r1'/></Master></Masters>",
      "visio/masters/_rels/masters.xml.rels": relationships(("r1", "master", "master1.xml")),
      "visio/masters/master1.xml": """
      <MasterContents><Shapes><Shape ID='5'><Text>Process</Text><Shapes><Shape ID='6'><Text>Sub\
      </Text></Shape><Shape ID='7'><Cell N='HideText' V='1'/><Text>Hidden</Text></Shape></Shapes>\
      </Shape></Shapes></MasterContents>
      """,
      "visio/pages/pages.xml": """
      <Pages><Page ID='0' Name='Plan'><PageSheet/><Rel r:id='r1'/></Page><Page ID='1' Name='Back'>\
      <Rel r:id='r2'/></Page></Pages>
      """,
      "visio/pages/_rels/pages.xml.rels": relationships(
        ("r1", "page", "page1.xml"), ("r2", "page", "page2.xml")),
      "visio/pages/page1.xml": "<PageContents><Shapes>\(page)</Shapes></PageContents>",
      "visio/pages/page2.xml": """
      <PageContents><Shapes><Shape ID='1'><Cell N='PinX'>no</Cell><Text>last</Text></Shape></Shapes>\
      </PageContents>
      """,
    ]
  }

  @Test(arguments: [
    ("<Shape ID='1'><Text><cp IX='0'/>Text <fld IX='0'>here</fld>\n</Text></Shape>", "Text here"),
    ("<Shape ID='1' Master='4'/>", "Process\nSub"),
    ("<Shape ID='1' Master='4'><Text>Own</Text></Shape>", "Own\nSub"),
    ("<Shape ID='1' Master='4'><Text></Text></Shape>", "Sub"),
    (
      "<Shape ID='1' Master='4'><Shapes><Shape ID='2' MasterShape='6'/></Shapes></Shape>",
      "Sub\nProcess"
    ),
    (
      """
      <Shape ID='1' Master='4'><Cell N='HideText' V='1'/><Text>no</Text><Shapes><Shape ID='2' \
      MasterShape='7'><Cell N='HideText' V='0'/></Shape><Shape ID='3' MasterShape='7'/><Shape ID='8' \
      MasterShape='6'><Cell N='HideText' V='1'/></Shape></Shapes></Shape>
      """, "Hidden"
    ),
    ("<Shape ID='1' Master='9'/><Shape ID='2'><Text>a &amp; b</Text></Shape>", "a & b"),
  ])
  func `A shape shows its text, or that of its master`(page: String, text: String) {
    let (sink, failure) = OfficeOpenXMLReaderTests.read(Self.package(page))
    #expect(failure == nil)
    #expect(sink.text == "\(text.isEmpty ? "" : text + "\n\n")last\n\nwhy?")
    #expect(sink.fields == [.pages: ["2"]])
    #expect(sink.parts.map(\.part.label) == ["Plan", "Back"])
  }

  @Test func `Damaged drawings end and never trap`() {
    var mutator = OfficeMutator(seed: 51)
    let sample = Self.package("<Shape ID='1' Master='4'><Text>Own</Text></Shape>")
    for round in 0..<1_500 {
      var package = sample
      let name = package.names[round % package.names.count]
      package.contents[name] = mutator.mutated(package.contents[name] ?? [])
      _ = OfficeOpenXMLReaderTests.read(package)
    }
  }
}
