import DocumentReaders
import ExtractionProtocol
import TestSupport
import Testing

@testable import PortableDocumentReading

/// Reading PDF documents in the process of the tests, without a jail.
@Suite(.serialized)
struct PortableDocumentReaderTests {
  init() {
    #expect(PortableDocumentReader.prepare())
  }

  private func read(
    _ bytes: [UInt8], limit: Int = .max
  ) -> (sink: GatheringSink, failure: ReadingFailure?) {
    var sink = GatheringSink()
    sink.limit = limit
    do throws(ReadingFailure) {
      try PortableDocumentReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private func lines(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  @Test func `Each page is a part with its label, and its text follows`() {
    var document = PortableDocument(["Preface", "quince and\nmedlar"])
    document.catalog = "/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>"
    let (sink, failure) = read(document.bytes)
    #expect(failure == nil)
    #expect(sink.parts == [DocumentPart(.page, label: "i"), DocumentPart(.page, label: "1")])
    #expect(sink.texts.map(lines) == [["Preface"], ["quince", "and", "medlar"]])
    #expect(sink.fields[.pages] == ["2"])
    #expect(!sink.texts.joined().contains("\u{c}"))
  }

  @Test func `Characters of an encoding become UTF-8`() {
    var document = PortableDocument([""])
    document.pages = [Array("gr".utf8) + [0xf6, 0xdf] + Array("e".utf8)]
    #expect(read(document.bytes).sink.texts.map(lines) == [["größe"]])
  }

  @Test func `The information dictionary becomes fields`() {
    var document = PortableDocument(["a"])
    document.information = """
      /Title(Fruit \\344)/Author(Ann B; C)/Keywords(quince, medlar)\
      /CreationDate(D:20260102030405+01'00')/ModDate(D:20260103)
      """
    let fields = read(document.bytes).sink.fields
    #expect(fields[.title] == ["Fruit ä"])
    #expect(fields[.author] == ["Ann B", "C"])
    #expect(fields[.keyword] == ["quince", "medlar"])
    #expect(fields[.created] == ["2026-01-02T03:04:05+01:00"])
    #expect(fields[.changed] == ["2026-01-03"])
  }

  @Test(arguments: ["Microsoft Word - x.doc", "untitled", "20260102", "report.dvi"])
  func `A title that a program wrote is none`(title: String) {
    var document = PortableDocument(["a"])
    document.information = "/Title(\(title))"
    #expect(read(document.bytes).sink.fields[.title] == nil)
  }

  @Test func `Pages with fewer than 16 letters are listed`() {
    let document = PortableDocument([nil, "Only 9 letters 12345", "This page has a sentence.", nil])
    #expect(read(document.bytes).sink.fields[.scannedPages] == ["1-2,4"])
    let other = PortableDocument(["This page has a sentence."])
    #expect(read(other.bytes).sink.fields[.scannedPages] == nil)
  }

  @Test func `A long list of pages is divided between ranges`() {
    var numbers = PageNumbers()
    for page in 1..<2_000 where page % 2 == 0 { numbers.append(UInt32(page)) }
    let pieces = PortableDocumentReader.pieces(of: numbers.text)
    #expect(pieces.count > 1)
    #expect(pieces.allSatisfy { $0.utf8.count <= ExtractionAnswer.fieldLimit })
    #expect(PageNumbers(pieces.joined(separator: ",")) == numbers)
  }

  @Test func `Reading ends after a page when no more is wanted`() {
    let document = PortableDocument((0..<100).map { "page \($0)" })
    let (sink, failure) = read(document.bytes, limit: 3)
    #expect(failure == nil)
    #expect(sink.parts.count == 3)
    #expect(sink.fields[.pages] == ["100"])
  }

  @Test func `Pages that are declared and not there do not take long`() {
    let text = String(decoding: PortableDocument(["quince"]).bytes, as: UTF8.self)
    let bomb = text.replacing("/Count 1", with: "/Count 2000000000")
    let (sink, _) = read(Array(bomb.utf8))
    #expect(sink.parts.count <= 1_001)
  }

  @Test(arguments: ["%PDF-1.4\n", "%PDF-1.4\ntrailer<</Root 1 0 R>>\n", ""])
  func `What has no pages is damaged`(text: String) {
    let (sink, failure) = read(Array(text.utf8))
    if case .damaged? = failure {} else { Issue.record("It was read: \(sink)") }
  }

  @Test func `Any damage ends`() {
    var generator = SplitMix(seed: 13)
    let bytes = PortableDocument(["quince", "medlar"]).bytes
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<10 {
        let index = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let (sink, _) = read(damaged)
      #expect(sink.parts.count <= 1_001)
    }
  }
}
