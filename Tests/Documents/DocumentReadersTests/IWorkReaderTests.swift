import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct IWorkReaderTests {
  private func read(
    _ package: DictionaryPackage
  ) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var (package, sink) = (package, CollectingSink())
    do throws(ReadingFailure) {
      try IWorkReader.read(&package, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  private static func package(_ files: [(String, [UInt8])]) -> DictionaryPackage {
    var package: DictionaryPackage = [:]
    for (name, content) in files {
      package[name] = ""
      package.contents[name] = content
    }
    return package
  }

  // MARK: Messages

  private static func number(_ value: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), value)
    repeat {
      bytes.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }

  private static func field(_ number: Int, _ value: Int) -> [UInt8] {
    Self.number(number << 3) + Self.number(value)
  }

  private static func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    Self.number(number << 3 | 2) + Self.number(bytes.count) + bytes
  }

  private static func field(_ number: Int, _ text: String) -> [UInt8] {
    field(number, Array(text.utf8))
  }

  private static func reference(_ number: Int, to id: Int) -> [UInt8] {
    field(number, field(1, id))
  }

  /// A file of objects, in blocks whose texts are not compressed.
  private static func file(_ objects: [(id: Int, type: Int, message: [UInt8])]) -> [UInt8] {
    var stream: [UInt8] = []
    for (id, type, message) in objects {
      let info = field(1, id) + field(2, field(1, type) + field(3, message.count))
      stream += number(info.count) + info + message
    }
    var file: [UInt8] = []
    while !stream.isEmpty {
      let piece = Array(stream.prefix(60))
      stream.removeFirst(piece.count)
      let block = number(piece.count) + [UInt8(piece.count - 1) << 2] + piece
      file += [0, UInt8(block.count), 0, 0] + block
    }
    return file
  }

  /// A row of cells: a text, a number, a date, a duration, a truth and an empty one.
  private static var row: [UInt8] {
    func cell(_ type: UInt8, _ flags: UInt8, _ value: [UInt8]) -> [UInt8] {
      [5, type, 0, 0, 0, 0, 0, 0, flags, 0, 0, 0] + value
    }
    func double(_ value: Double) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) }
    }
    // 12345 times 10 to the power of -2.
    let decimal: [UInt8] = [0x39, 0x30] + [UInt8](repeating: 0, count: 12) + [0x3c, 0x30]
    let cells = [
      cell(3, 8, [7, 0, 0, 0]), cell(2, 1, decimal), cell(5, 4, double(86_400 * 365 + 3_600)),
      cell(7, 2, double(-3_723)), cell(6, 2, double(1)), [9, 9],
    ]
    var (buffer, offsets): ([UInt8], [UInt8]) = ([], [])
    for cell in cells {
      offsets += [UInt8(buffer.count), 0]
      buffer += cell
    }
    return field(5, field(6, buffer) + field(7, offsets + [0xff, 0xff]))
  }

  /// A row in the form of 2013: a text after the number of its style, and a number.
  private static var oldRow: [UInt8] {
    let text: [UInt8] = [4, 3, 0, 0, 0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0]
    let number: [UInt8] =
      [4, 2, 0, 0, 0x24, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0xf8, 0x3f]
    return field(5, field(3, text + number) + field(4, [0, 0, 20, 0, 0xff, 0xff]))
  }

  private static func table(_ row: [UInt8]) -> [(id: Int, type: Int, message: [UInt8])] {
    let store = field(3, field(1, field(1, 0) + reference(2, to: 30))) + reference(4, to: 31)
    return [
      (20, 6_000, reference(2, to: 21)), (21, 6_001, field(8, "Sums") + field(4, store)),
      (30, 6_002, row), (31, 6_005, field(1, 1) + field(3, field(1, 7) + field(3, "größe"))),
    ]
  }

  private static func workbook(_ row: [UInt8]) -> DictionaryPackage {
    package([
      ("Index/Tables/Tile.iwa", file(table(row))),
      (
        "Index/Document.iwa",
        file([
          (1, 1, reference(1, to: 2)), (2, 2, field(1, "Budget") + reference(2, to: 20)),
          (3, 2_001, field(3, "a note\u{2029}of two lines")), (4, 3_056, field(1, "a comment")),
        ])
      ), ("Index/DocumentStylesheet.iwa", file([(9, 2_001, field(3, "template"))])),
    ])
  }

  @Test func `A workbook has sheets with tables, and texts`() {
    let (sink, failure) = read(Self.workbook(Self.row))
    #expect(failure == nil)
    #expect(
      sink.text == """
        Budget

        Sums
        größe 123.45 2002-01-01 01:00:00 -1:02:03 TRUE

        a note
        of two lines
        a comment
        """)
    #expect(sink.parts.map(\.part) == [.init(.sheet, label: "Budget")])
    #expect(sink.fields == [.pages: ["1"]])
  }

  @Test func `Cells of 2013 are read`() {
    #expect(read(Self.workbook(Self.oldRow)).sink.text.contains("Sums\ngröße 1.5\n"))
  }

  private static var presentation: [(String, [UInt8])] {
    [
      ("Index/MasterSlide-1.iwa", file([(9, 2_001, field(3, "template"))])),
      ("Index/Slide-2.iwa", file([(51, 5, []), (52, 2_001, field(3, "second"))])),
      ("Index/Slide-1.iwa", file([(41, 5, []), (42, 2_001, field(3, "first"))])),
      (
        "Index/Document.iwa",
        file([
          (1, 1, reference(2, to: 2)),
          (2, 2, field(3, reference(2, to: 40) + reference(2, to: 50))),
          (40, 4, reference(2, to: 41)), (50, 4, reference(2, to: 51)),
        ])
      ),
    ]
  }

  @Test func `A presentation has slides in their order`() {
    let (sink, failure) = read(Self.package(Self.presentation))
    #expect(failure == nil)
    #expect(sink.text == "first\n\nsecond")
    #expect(sink.parts.map(\.part) == [.init(.slide, label: "1"), .init(.slide, label: "2")])
  }

  @Test func `A package in a package is read`() {
    var zip: [UInt8] = []
    for (name, content) in Self.presentation {
      zip += Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 14)
      for size in [content.count, content.count] { zip += [UInt8(size), 0, 0, 0] }
      zip += [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8) + content
    }
    #expect(read(Self.package([("a.key/Index.zip", zip)])).sink.text == "first\n\nsecond")
  }

  @Test func `Compressed blocks refer to what precedes them`() {
    // "abc", three bytes from three before, five from one before in two bytes, and a long text.
    let block: [UInt8] =
      [77, 2 << 2, 0x61, 0x62, 0x63, 2 << 2 | 2, 3, 0, 1 << 2 | 1, 1, 60 << 2, 65]
      + [UInt8](repeating: 0x7a, count: 66)
    let packed = [0, UInt8(block.count), 0, 0] + block
    let text = String(decoding: SnappyBlocks.unpack(packed.span, limit: 1_000), as: UTF8.self)
    #expect(text == "abcabcccccc" + String(repeating: "z", count: 66))
    let far: [UInt8] = [0, 5, 0, 0, 9, 0, 0x61, 1 << 2 | 1, 2]
    #expect(SnappyBlocks.unpack(far.span, limit: 1_000) == [0x61])
  }

  // MARK: XML

  private static let xml = """
    <sl:document><sl:section-prototypes><sf:p>template</sf:p></sl:section-prototypes>\
    <sf:text-body><sf:p>One<sf:br/>t<sf:span>wo</sf:span></sf:p></sf:text-body>\
    <ls:workspace ls:workspace-name="Budget"><sf:tabular-model sf:name="Sums"><sf:datasource>\
    <sf:t sf:s="x"><sf:ct sfa:s="Rent"/></sf:t><sf:n sf:v="4650"/><sf:d sf:cell-date="86400"/>\
    <sf:f><sf:fo sf:fs="=1"/><sf:r><sf:rn sf:v="-1.5"/></sf:r></sf:f><sf:pm><sf:menu-choices>\
    <sf:t sfa:ID="c1"><sf:ct sfa:s="Food"/></sf:t><sf:t sfa:ID="c2"><sf:ct sfa:s="Gas"/></sf:t>\
    </sf:menu-choices><sf:proxied-cell-ref sfa:IDREF="c2"/></sf:pm></sf:datasource>\
    </sf:tabular-model></ls:workspace><key:slide><sf:p>Slide</sf:p></key:slide>\
    <sf:metadata><sf:title><sf:string sfa:string="A plan"/></sf:title><sf:authors>\
    <sf:string sfa:string="Ada"/></sf:authors><sf:comment><sf:string sfa:string="to keep"/>\
    </sf:comment></sf:metadata></sl:document>
    """

  @Test func `A document of 2009 is one XML file`() {
    let (sink, failure) = read(["index.xml": Self.xml])
    #expect(failure == nil)
    #expect(
      sink.text == """
        One two

        Budget

        Sums
        Rent 4650 2001-01-02 -1.5 Gas

        Slide
        to keep
        """)
    #expect(sink.fields == [.title: ["A plan"], .author: ["Ada"]])
    #expect(
      sink.parts.map(\.part) == [.init(.sheet, label: "Budget"), .init(.slide, label: "1")])
  }

  // MARK: All

  @Test func `What is protected or no document is told`() {
    #expect(read(["a.txt": "a"]).failure == .damaged("there is no document"))
    #expect(read(["Index/Document.iwa": ""]).failure == .damaged("there are no objects"))
    var package = Self.workbook(Self.row)
    package[".iwpv2"] = "x"
    #expect(read(package).failure == .encrypted)
  }

  @Test func `Damaged documents end and never trap`() {
    var mutations = Mutations(seed: 53)
    let samples = [
      Self.workbook(Self.row), Self.workbook(Self.oldRow), Self.package(Self.presentation),
      ["index.xml": Self.xml],
    ]
    for round in 0..<4_000 {
      var package = samples[round % samples.count]
      let name = package.names[round / samples.count % package.names.count]
      package.contents[name] = mutations.damage(package.contents[name] ?? [])
      _ = read(package)
    }
  }
}
