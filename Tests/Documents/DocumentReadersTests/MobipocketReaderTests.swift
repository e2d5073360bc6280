import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct MobipocketReaderTests {
  private func read(_ bytes: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try MobipocketReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private static var book: MobipocketBook {
    var book = MobipocketBook([
      // Bytes beyond ASCII have their number before them.
      Array("<html><body><p>One gr".utf8) + [1, 0xc3], [1, 0xb6, 2, 0xc3, 0x9f] + Array("e".utf8),
      Array("</p><mbp:pagebreak/><p>Two".utf8) + [0xf7] + Array("ords</p></body></html>".utf8),
    ])
    book.metadata = [
      (100, Array("Ada".utf8)), (100, Array("Bo".utf8)),
      (103, Array("<p>A <b>blurb</b>.</p>".utf8)),
      (105, Array("birds; trees".utf8)), (106, Array("2019-05-01".utf8)),
      (503, Array("The Nuthatch".utf8)), (524, Array("en".utf8)), (9_999, [0xff]),
    ]
    return book
  }

  @Test func `A book has metadata, and chapters between page breaks`() {
    let (sink, failure) = read(Self.book.bytes)
    #expect(failure == nil)
    #expect(sink.text == "A blurb.\n\nOne größe\n\nTwo words")
    let expected: [DocumentField: [String]] = [
      .title: ["The Nuthatch"], .author: ["Ada", "Bo"], .keyword: ["birds", "trees"],
      .created: ["2019-05-01"], .language: ["en"],
    ]
    #expect(sink.fields == expected)
    #expect(sink.parts.map(\.part) == [.init(.chapter, label: "1"), .init(.chapter, label: "2")])
  }

  @Test func `References copy what precedes them, also themselves`() {
    // "ab", then six bytes from two before: the pair is 0x8000 | 2 << 3 | 3.
    var book = MobipocketBook([Array("ab".utf8) + [0x80, 0x13, 0xe3]])
    book.codePage = 1_252
    #expect(read(book.bytes).sink.text == "abababab c")
    book.records = [[0x80, 0x13, 0x61]]
    #expect(read(book.bytes).sink.text == "")
  }

  @Test func `Text is decoded from its code page`() {
    var book = MobipocketBook([Array("<p>gr".utf8) + [0xf6, 0xdf] + Array("e".utf8)])
    (book.codePage, book.compression) = (1_252, 1)
    #expect(read(book.bytes).sink.text == "größe")
  }

  @Test func `Data after the text of a record is no text`() {
    // The rest of a character that goes on, and two entries; the sizes are at the ends.
    let trailers = [0xb6, 1] + Array("yy".utf8) + [0x83] + Array("x".utf8) + [0x82]
    var book = MobipocketBook([
      Array("<p>gr".utf8) + [0xc3] + trailers, [0xb6, 0, 0x81, 0x81],
    ])
    (book.compression, book.trailers) = (1, 0b111)
    #expect(read(book.bytes).sink.text == "grö")
    book.records[0] = [0xff, 0xff, 0xff, 0xff]
    book.textRecords = 1
    #expect(read(book.bytes).sink.text == "")
  }

  @Test func `The new form of a book is preferred, whose chapters have titles`() {
    var new = MobipocketBook([
      Array(
        """
        <?xml version="1.0"?><html><head><title>First</title></head><body></body></html><p>one</p>\
        <?xml version="1.0"?><html><head><title>Last</title></head><body></body></html><p>two</p>
        """.utf8), [],
    ])
    (new.version, new.compression, new.textRecords, new.flowRecord) = (8, 1, 1, 2)
    let size = new.records[0].count
    new.records[0] += Array("p { color: red }".utf8)
    new.records[1] =
      Array("FDST".utf8) + [12, 2, 0, size, size, size + 16].flatMap { MobipocketBook.big($0, 4) }
    var old = Self.book
    old.metadata.append((121, MobipocketBook.big(5, 4)))
    let records = [old.header] + old.records + [Array("BOUNDARY".utf8), new.header] + new.records
    let (sink, failure) = read(MobipocketBook.database("BOOKMOBI", records))
    #expect(failure == nil)
    #expect(sink.text == "A blurb.\n\none\n\ntwo")
    #expect(sink.parts.map(\.part.label) == ["First", "Last"])
    #expect(sink.fields[.title] == ["The Nuthatch"])
  }

  @Test func `Huffman codes stand for phrases of phrases`() {
    #expect(read(MobipocketBook.huffman.bytes).sink.text == "bird bird größe größe")
    // The last phrase contains itself.
    var book = MobipocketBook.huffman
    book.records[0] = [255, 252]
    let (sink, failure) = read(book.bytes)
    #expect(failure == .damaged("a record is damaged") && sink.text == "")
  }

  @Test func `A book without markup is plain text`() {
    var book = MobipocketBook([Array("a < b\nc".utf8)])
    book.type = "TEXtREAd"
    #expect(read(book.bytes).sink.text == "a < b\nc")
  }

  @Test func `A protected book is found by its metadata`() {
    var book = Self.book
    book.encryption = 2
    let (sink, failure) = read(book.bytes)
    #expect(failure == .encrypted)
    #expect(sink.fields[.title] == ["The Nuthatch"] && sink.text == "A blurb.\n\n")
  }

  @Test func `What is no book, or is cut, is told`() {
    #expect(read([]).failure == .damaged("the header is cut"))
    var book = Self.book
    book.type = "DataPQAd"
    #expect(read(book.bytes).failure == .unsupported("a database that is no book"))
    book = Self.book
    book.compression = 3
    #expect(read(book.bytes).failure == .unsupported("an unknown compression"))
    book = Self.book
    book.textRecords = 5
    let (sink, failure) = read(book.bytes)
    #expect(failure == .damaged("a record is missing"))
    #expect(sink.text.hasSuffix("Two words"))
  }

  @Test func `Damaged books end and never trap`() {
    var mutations = Mutations(seed: 48)
    for sample in [Self.book.bytes, MobipocketBook.huffman.bytes] {
      for _ in 0..<3_000 { _ = read(mutations.damage(sample)) }
    }
  }
}
