import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct FixedDocumentReaderTests {
  private func read(
    _ package: DictionaryPackage
  ) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var (package, sink) = (package, CollectingSink())
    do throws(ReadingFailure) {
      try FixedDocumentReader.read(&package, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private static func glyphs(_ text: String, x: Double, y: Double, _ indices: String = "") -> String
  {
    """
    <Glyphs Fill="#ff000000" FontRenderingEmSize="10" OriginX="\(x)" OriginY="\(y)" \
    UnicodeString="\(text)" Indices="\(indices)"/>
    """
  }

  private static func page(_ glyphs: String...) -> String {
    """
    <FixedPage xmlns="http://schemas.microsoft.com/xps/2005/06" Width="816" Height="1056">\
    <Canvas>\(glyphs.joined())</Canvas></FixedPage>
    """
  }

  private static let package: DictionaryPackage = [
    "_rels/.rels": """
    <Relationships><Relationship Id="r" Target="/FixedDocSeq.fdseq" \
    Type="http://schemas.microsoft.com/xps/2005/06/fixedrepresentation"/><Relationship Id="p" \
    Target="docProps/core.xml" Type="http://schemas.openxmlformats.org/package/2006/\
    relationships/metadata/core-properties"/></Relationships>
    """,
    "docProps/core.xml": "<coreProperties><dc:title>A plan</dc:title></coreProperties>",
    "FixedDocSeq.fdseq": """
    <FixedDocumentSequence><DocumentReference Source="Documents/1/FixedDoc.fdoc"/>\
    </FixedDocumentSequence>
    """,
    "Documents/1/FixedDoc.fdoc": """
    <FixedDocument><PageContent Source="Pages/1.fpage"/><PageContent Source="Pages/2.fpage"/>\
    </FixedDocument>
    """,
    "Documents/1/Pages/1.fpage": page(
      glyphs("nut", x: 0, y: 10, ",50;,50;,50"), glyphs("hatch", x: 15, y: 10),
      glyphs("{}{birds}", x: 60, y: 10), glyphs("next line", x: 0, y: 22)),
    "Documents/1/Pages/2.fpage": page(glyphs("a &amp; b", x: 0, y: 10)),
  ]

  @Test func `Runs that touch each other are a word, and pages are parts`() {
    let (sink, failure) = read(Self.package)
    #expect(failure == nil)
    #expect(sink.text == "nuthatch {birds}\nnext line\na & b\n")
    #expect(sink.fields == [.title: ["A plan"], .pages: ["2"]])
    #expect(sink.parts.map(\.part) == [.init(.page, label: "1"), .init(.page, label: "2")])
  }

  @Test func `A missing page is told, and the others are read`() {
    var package = Self.package
    package.contents["Documents/1/Pages/1.fpage"] = nil
    let (sink, failure) = read(package)
    #expect(failure == .damaged("a page is missing"))
    #expect(sink.text == "\na & b\n" && sink.parts.count == 2)
    #expect(read(["a.txt": "a"]).failure == .damaged("there are no pages"))
  }

  @Test func `Damaged documents end and never trap`() {
    var mutator = OfficeMutator(seed: 50)
    for round in 0..<1_500 {
      var package = Self.package
      let name = package.names[round % package.names.count]
      package.contents[name] = mutator.mutated(package.contents[name] ?? [])
      _ = read(package)
    }
  }
}
