import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Makes presentations of PowerPoint.
enum PresentationSample {
  static func atom(_ type: Int, instance: Int = 0, _ body: [UInt8]) -> [UInt8] {
    OfficeBytes.bytes(instance << 4, 2) + OfficeBytes.bytes(type, 2)
      + OfficeBytes.bytes(body.count, 4) + body
  }

  static func container(_ type: Int, instance: Int = 0, _ bodies: [UInt8]...) -> [UInt8] {
    let body = bodies.flatMap { $0 }
    return OfficeBytes.bytes(instance << 4 | 0xf, 2) + OfficeBytes.bytes(type, 2)
      + OfficeBytes.bytes(body.count, 4) + body
  }

  static func wide(_ text: String) -> [UInt8] { atom(0xfa0, OfficeBytes.utf16(text)) }
  static func narrow(_ text: String) -> [UInt8] {
    atom(0xfa8, text.unicodeScalars.map { UInt8($0.value) })
  }

  /// A persistent slide: its object, and the identifier by which others name it.
  static func persist(_ object: Int, _ name: Int) -> [UInt8] {
    atom(
      0x3f3,
      OfficeBytes.bytes(object, 4) + [UInt8](repeating: 0, count: 8)
        + OfficeBytes.bytes(name, 4) + [0, 0, 0, 0])
  }

  static func slide(notes: Int = 0, _ bodies: [UInt8]...) -> [UInt8] {
    let atom = atom(
      0x3ef, [UInt8](repeating: 0, count: 16) + OfficeBytes.bytes(notes, 4) + [0, 0, 0, 0])
    let boxes = bodies.flatMap { container(0xf004, container(0xf00d, $0)) }
    return container(0x3ee, atom, container(0x40c, container(0xf002, container(0xf003, boxes))))
  }

  /// Returns the stream and the offset of its edit.
  static func stream(_ objects: [[UInt8]]) -> (stream: [UInt8], edit: Int) {
    var (stream, offsets): ([UInt8], [UInt8]) = ([], [])
    for object in objects {
      offsets += OfficeBytes.bytes(stream.count, 4)
      stream += object
    }
    let directory = stream.count
    stream += atom(0x1772, OfficeBytes.bytes(objects.count << 20 | 1, 4) + offsets)
    let edit = stream.count
    stream += atom(
      0xff5,
      [UInt8](repeating: 0, count: 12) + OfficeBytes.bytes(directory, 4)
        + OfficeBytes.bytes(1, 4) + [UInt8](repeating: 0, count: 8))
    return (stream, edit)
  }

  static func file(_ objects: [[UInt8]], edit: Int? = nil) -> [UInt8] {
    let (stream, offset) = stream(objects)
    var builder = CompoundFileBuilder()
    builder.add(stream, at: "PowerPoint Document")
    let user = [UInt8](repeating: 0, count: 12) + [0x5f, 0xc0, 0x91, 0xe3]
    builder.add(user + OfficeBytes.bytes(edit ?? offset, 4), at: "Current User")
    return builder.build()
  }

  static let objects = [
    container(
      0x3e8,
      container(0xff0, instance: 1, persist(5, 99), wide("Master outline")),
      container(
        0xff0, persist(3, 256), atom(0xf9f, [0, 0, 0, 0]), wide("Erste Fölie"),
        narrow("Body\rtext"),
        persist(2, 257), narrow("Second")),
      container(0xff0, instance: 2, persist(4, 300))),
    slide(narrow("box of two")),
    slide(notes: 300, wide("box Ω"), narrow("more")),
    container(0x3f0, wide("Notes of one")),
    container(0x3f8, wide("Click to edit")),
  ]

  static let file = file(objects)
}

struct PresentationReaderTests {
  private typealias Sample = PresentationSample

  @Test func `Slides are read in the order of the document, each with its notes`() {
    let (sink, failure) = CompoundFileReaderTests.read(Sample.file)
    #expect(failure == nil)
    #expect(
      sink.text == """
        Erste Fölie

        Body text

        box Ω

        more

        Notes of one

        Second

        box of two
        """)
    #expect(
      sink.parts.map(\.part) == [
        DocumentPart(.slide, label: "1"), DocumentPart(.slide, label: "2"),
      ])
    #expect(sink.fields == [.pages: ["2"]])
  }

  @Test func `Without a directory all text is read but that of masters`() {
    let (sink, _) = CompoundFileReaderTests.read(Sample.file(Sample.objects, edit: 1))
    #expect(sink.text.contains("Second\n\nbox of two\n\nbox Ω"))
    #expect(!sink.text.contains("Click"))
    #expect(sink.parts.isEmpty)
  }

  @Test func `Comments and footers are read, names of tags are not`() {
    let string = { Sample.atom(0xfba, OfficeBytes.utf16($0)) }
    let slide = Sample.container(
      0x3ee, Sample.container(0xfd9, string("Footer")),
      Sample.container(
        0x1388,
        Sample.container(
          0x138a, string("___PPT10"),
          Sample.atom(0x138b, Sample.container(0x2ee0, string("Author"), string("Remark"))))))
    let document = Sample.container(0x3e8, Sample.container(0xff0, Sample.persist(2, 256)))
    let (sink, _) = CompoundFileReaderTests.read(Sample.file([document, slide]))
    #expect(sink.text == "Footer\n\nAuthor\n\nRemark")
  }

  @Test func `Of masters all is read but placeholders`() {
    let placeholder = Sample.container(0xf011, Sample.atom(0xbc3, [UInt8](repeating: 0, count: 8)))
    let text = { Sample.container(0xf00d, Sample.wide($0)) }
    let shapes = Sample.container(
      0xf003, Sample.container(0xf004, text("Click to edit"), placeholder),
      Sample.container(0xf004, text("Confidential")))
    let master = Sample.container(
      0x3f8, Sample.container(0x40c, Sample.container(0xf002, shapes)))
    let document = Sample.container(
      0x3e8, Sample.container(0xff0, instance: 1, Sample.persist(3, 99)),
      Sample.container(0xff0, Sample.persist(2, 256)))
    let (sink, failure) = CompoundFileReaderTests.read(
      Sample.file([document, Sample.slide(Sample.narrow("x")), master]))
    #expect(failure == nil)
    #expect(sink.text == "x\n\nConfidential")
  }

  @Test func `Headers and footers of all slides are read once`() {
    let margins = Sample.container(
      0xfd9, instance: 3, Sample.atom(0xfba, OfficeBytes.utf16("For all slides")))
    let document = Sample.container(
      0x3e8, margins, Sample.container(0xff0, Sample.persist(2, 256), Sample.persist(2, 257)))
    let (sink, _) = CompoundFileReaderTests.read(
      Sample.file([document, Sample.slide(Sample.narrow("x"))]))
    #expect(sink.text == "x\n\nx\n\nFor all slides")
  }

  @Test func `The document for PowerPoint 97 is read, not that for 95`() {
    let (stream, edit) = Sample.stream(Sample.objects)
    var builder = CompoundFileBuilder()
    builder.add([1, 2, 3], at: "PowerPoint Document")
    builder.add(stream, at: "PP97_DUALSTORAGE", "PowerPoint Document")
    let user = [UInt8](repeating: 0, count: 12) + [0x5f, 0xc0, 0x91, 0xe3]
    builder.add(user + OfficeBytes.bytes(edit, 4), at: "PP97_DUALSTORAGE", "Current User")
    #expect(CompoundFileReaderTests.read(builder.build()).sink.text.hasPrefix("Erste Fölie"))
  }

  @Test(arguments: [false, true])
  func `Embedded objects are members`(isPacked: Bool) {
    var builder = CompoundFileBuilder()
    let records = WorkbookSample.cell(0x204, row: 0, WorkbookSample.string("inner"))
    builder.add(WorkbookSample.workbook(sheets: [("S", records)]), at: "Workbook")
    let object = builder.build()
    let body =
      isPacked ? OfficeBytes.bytes(object.count, 4) + OfficeBytes.zlib(object) : object
    let document = Sample.container(0x3e8, Sample.container(0xff0, Sample.persist(2, 256)))
    let (sink, failure) = CompoundFileReaderTests.read(
      Sample.file([
        document, Sample.slide(Sample.narrow("x")),
        Sample.atom(0x1011, instance: isPacked ? 1 : 0, body), Sample.atom(0x1011, [1, 2, 3]),
      ]))
    #expect(failure == nil)
    #expect(sink.text == "x")
    #expect(sink.members.map(\.content) == [object])
  }

  @Test func `Slides that are one object give no more than the stream has`() {
    let document = Sample.container(
      0x3e8, Sample.container(0xff0, (0..<500).flatMap { Sample.persist(2, $0) }))
    let slide = Sample.slide(Sample.narrow(String(repeating: "word ", count: 2_000)))
    let (sink, _) = CompoundFileReaderTests.read(Sample.file([document, slide]))
    #expect(sink.text.utf8.count < 200_000)
  }

  @Test func `An atom ends with its container`() {
    let document = Sample.container(0x3e8, Sample.container(0xff0, Sample.persist(2, 256)))
    let heads = (0..<200).flatMap { _ in
      Sample.container(0xf00d, [0, 0, 0xa8, 0x0f] + OfficeBytes.bytes(5_000, 4))
    }
    let (sink, _) = CompoundFileReaderTests.read(
      Sample.file([document, Sample.slide(heads), Sample.narrow("other text")]))
    #expect(sink.text == "")
  }

  @Test func `Containers nest without end`() {
    var slide = Sample.narrow("deep")
    for _ in 0..<2_000 { slide = Sample.container(0xf003, slide) }
    let document = Sample.container(0x3e8, Sample.container(0xff0, Sample.persist(2, 256)))
    let (_, failure) = CompoundFileReaderTests.read(
      Sample.file([document, Sample.container(0x3ee, slide)]))
    #expect(failure == nil)
  }
}
