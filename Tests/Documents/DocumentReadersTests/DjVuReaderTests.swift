import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct DjVuReaderTests {
  private func read(_ bytes: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try DjVuReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private static func bytes(hex text: String) -> [UInt8] {
    let digits = Array(text.utf8).compactMap(\.hexValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) }
    return Array(name.utf8) + size + content + (content.count % 2 == 0 ? [] : [0])
  }

  private static func form(_ type: String, _ chunks: [[UInt8]]) -> [UInt8] {
    chunk("FORM", Array(type.utf8) + chunks.joined())
  }

  private static func text(_ text: String) -> [UInt8] {
    chunk("TXTa", [0, 0, UInt8(text.utf8.count)] + Array(text.utf8) + [1])
  }

  /// The text of a page in two columns, as bzz(1) has packed it.
  private static let packedText = bytes(
    hex: """
      ffffccdffdd63fbba0b1d9ee5443f1cb969c5835a40751f6f692d6776689b47c4e88f1badce34c1451ce32b7\
      24284a129c69aba4de6f
      """)

  /// An outline with the titles "Birds" and "Trees".
  private static let packedOutline = bytes(
    hex: """
      ffffe0fe6ae10cfb8398e17a747fcc5a9b2932f8a6e40381467f
      """)

  private static let annotations = """
    (metadata (author "Ada") (Title "The \\"Nuthatch\\"") (publisher "Field Press") (year "1899"))
    (maparea "http://a.b/" "a \\303\\266 note" (rect 1 2 3 4) (border #ff0000))
    (maparea (url "#2" "_top") "two" (rect 1 2 3 4)) (background #ffffff)
    """

  private static var book: [UInt8] {
    Array("AT&T".utf8)
      + form(
        "DJVM",
        [
          chunk("DIRM", [0x81, 0, 3]), chunk("NAVM", packedOutline),
          form("DJVI", [chunk("ANTa", Array(annotations.utf8))]),
          form("DJVU", [chunk("INFO", [0, 1, 0]), chunk("TXTz", packedText)]),
          form("DJVU", [text("page two\u{b}a di-\nvided word")]),
          form("DJVU", [chunk("ANTa", Array(annotations.utf8))]), form("THUM", []),
        ])
  }

  @Test func `A document has pages, an outline and metadata`() {
    let (sink, failure) = read(Self.book)
    #expect(failure == nil)
    #expect(
      sink.text == """
        Field Press
        1899

        Birds
        Trees

        The nuthatch climbs head
        down a tree. größe
        page two
        a divided word
        a ö note
        two

        """)
    #expect(sink.fields == [.title: ["The \"Nuthatch\""], .author: ["Ada"], .pages: ["3"]])
    #expect(sink.parts.map(\.part.label) == ["1", "2", "3"])
  }

  @Test func `A document of one page has no directory`() {
    let page = Self.form("DJVU", [Self.text("alone")])
    #expect(read(Array("AT&T".utf8) + page).sink.text == "alone\n")
    #expect(read(page).sink.text == "alone\n")
  }

  @Test func `Metadata in XMP is read`() {
    let packet = """
      <x:xmpmeta><rdf:RDF><rdf:Description><dc:title><rdf:Alt><rdf:li>Trees</rdf:li></rdf:Alt>\
      </dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let page = Self.form("DJVU", [Self.chunk("ANTa", Array("(xmp \"\(packet)\")".utf8))])
    #expect(read(page).sink.fields[.title] == ["Trees"])
  }

  @Test func `Packed bytes of all values are unpacked`() {
    var budget = 1 << 20
    let unpacked = BlockSorting.unpack(Self.packedBytes.span, budget: &budget)
    let expected =
      (0...255).map { UInt8($0) } + Array(String(repeating: "the bird ", count: 200).utf8)
    #expect(unpacked == expected)
    #expect(budget == 1 << 20 - expected.count - 1)
    budget = 1_000
    #expect(BlockSorting.unpack(Self.packedBytes.span, budget: &budget) == [])
  }

  @Test func `A cut document is read as far as it goes`() {
    let (sink, failure) = read(Self.book.dropLast(200))
    #expect(failure == .damaged("the end is missing"))
    #expect(sink.text.contains("The nuthatch"))
    #expect(read([]).failure == .damaged("there is no document"))
    #expect(read(Array("AT&TFORMxxxx".utf8)).failure == .damaged("there is no document"))
  }

  @Test func `Damaged documents end and never trap`() {
    var mutations = Mutations(seed: 49)
    for _ in 0..<4_000 { _ = read(mutations.damage(Self.book)) }
    for _ in 0..<2_000 {
      var budget = 1 << 16
      _ = BlockSorting.unpack(mutations.damage(Self.packedBytes).span, budget: &budget)
      #expect(budget >= 0)
    }
  }

  private static let packedBytes = bytes(
    hex: """
      fff7f6fefe40e5eff603cc77c1a53113d69344ab27cc33186ca86afb3fe97c25fae1bab23149f4175710742f\
      807b6b76ea8398e3717ecb08bdd7c393d1958b805fc935df511c6ead717202bf30d7d588bb68d1e13df8db41\
      454fafb8aff7cff5d3fcb436a01bc66f62da057a8dbde1658d2015939aba2294ac248256c5daeb95e3ce0214\
      da4ccda223c5fef7fcdc2757fdc119b659311b5186c7302b0dcc746fabc25e4f727e4aaf4b0a91aea9627f56\
      2ecdd3f79959305e740c20a5dfbc8bda5557d80fda9f59b35812cc362fb6b78443724f46c76bbaa029784653\
      8bc47f0bdaef68b1f85d261c2bd51b06f78e02c557972e8b7e3852324454d781762c20e2d38ca2db335002c1\
      2daee4874ab5d3a02b34d465dbdd1bf5ee2eb17a7490bf581e261aa14a4fc2cb06e7a3276ba6b6a72787f676\
      6bad9a3aaf
      """)
}
