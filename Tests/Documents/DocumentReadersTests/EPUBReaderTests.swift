import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct EPUBReaderTests {
  private static func read(
    _ package: DictionaryPackage
  ) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var (package, sink) = (package, CollectingSink())
    do throws(ReadingFailure) {
      try EPUBReader.read(&package, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private static let book: DictionaryPackage = [
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": """
    <?xml version="1.0"?><container><rootfiles>
    <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/>
    </rootfiles></container>
    """,
    "OEBPS/book.opf": """
    <package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
    <dc:title>The Nuthatch</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator>
    <dc:language>en</dc:language><dc:date>2019-05-01</dc:date><dc:subject>birds</dc:subject>
    <meta property="dcterms:modified">2020-02-03T04:05:06Z</meta></metadata>
    <manifest><item id="css" href="a.css" media-type="text/css"/>
    <item id="b" href="text/b%20b.xhtml" media-type="application/xhtml+xml"/>
    <item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/></manifest>
    <spine><itemref idref="a"/><itemref idref="css"/><itemref idref="b"/><itemref idref="a"/>
    </spine></package>
    """,
    "OEBPS/text/a.xhtml": """
    <html lang="fr"><head><title>First</title><meta name="author" content="No one"/></head>
    <body><p>one</p></body></html>
    """,
    "OEBPS/text/b b.xhtml": "<html><body><p>two</p></body></html>",
  ]

  @Test func `A book has its metadata, and its chapters in the order of the spine`() {
    var book = Self.book
    book["OEBPS/book.opf"] = book["OEBPS/book.opf"].replacing(
      "<dc:language>", with: "<dc:description>A blurb.</dc:description><dc:language>")
    let (sink, failure) = Self.read(book)
    #expect(failure == nil)
    #expect(sink.fields[.title] == ["The Nuthatch"])
    #expect(sink.fields[.author] == ["Ada", "Bo"])
    #expect(sink.fields[.language] == ["en"])
    #expect(sink.fields[.created] == ["2019-05-01"])
    #expect(sink.fields[.changed] == ["2020-02-03T04:05:06Z"])
    #expect(sink.fields[.keyword] == ["birds"])
    #expect(sink.text == "A blurb.\n\none\n\ntwo")
    #expect(sink.parts.map(\.part.label) == ["First", "2"])
    #expect(sink.parts.map(\.part.kind) == [.chapter, .chapter])
  }

  @Test func `A chapter that is cut is told, and the next one is read`() {
    var book = Self.book
    book["OEBPS/text/a.xhtml"] =
      "<html><body><p>one</p><!--" + String(repeating: "-", count: 32 << 20) + "</body></html>"
    let (sink, failure) = Self.read(book)
    #expect(failure == .sizeLimit)
    #expect(sink.text.hasSuffix("two"))
  }

  @Test func `A missing chapter is told, and the others are read`() {
    var book = Self.book
    book.contents["OEBPS/text/a.xhtml"] = nil
    let (sink, failure) = Self.read(book)
    #expect(failure == .damaged("a chapter is missing"))
    #expect(sink.text == "\n\ntwo")
  }

  @Test func `Without a container the package document is found by its name`() {
    var book = Self.book
    book.contents["META-INF/container.xml"] = nil
    #expect(Self.read(book).sink.parts.count == 2)
  }

  @Test func `A book with rights management is encrypted`() {
    var book = Self.book
    book["META-INF/rights.xml"] = "<rights/>"
    let (sink, failure) = Self.read(book)
    #expect(failure == .encrypted)
    #expect(sink.fields[.title] == ["The Nuthatch"] && sink.text.isEmpty)
  }

  @Test func `A package without package document is damaged`() {
    #expect(Self.read(["a.txt": "a"]).failure == .damaged("there is no package document"))
  }

  @Test func `Reading ends where the sink wants no more`() {
    var (book, sink) = (Self.book, CollectingSink())
    sink.limit = 1
    #expect(throws: Never.self) { try EPUBReader.read(&book, into: &sink) }
    #expect(sink.parts.count == 1)
  }

  @Test func `Damaged books end and never trap`() {
    var mutator = OfficeMutator(seed: 5)
    let names = ["META-INF/container.xml", "OEBPS/book.opf", "OEBPS/text/a.xhtml"]
    for round in 0..<1_500 {
      var book = Self.book
      let name = names[round % names.count]
      book.contents[name] = mutator.mutated(book.contents[name] ?? [])
      _ = Self.read(book)
    }
  }
}
