import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Sections of notebooks that the tests build themselves.
struct OneNoteReaderTests {
  typealias Object = OneNoteBuilder.Object
  typealias Property = OneNoteBuilder.Property

  static func read(_ bytes: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try OneNoteReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  /// A section with two pages: the first one was changed, and has an earlier version in another context.
  static let section: OneNoteBuilder = {
    var builder = OneNoteBuilder()
    let series = Object(number: 1_000, spaces: [3, 2])
    builder.spaces.append((1, [.init(number: 51, objects: [series])]))
    builder.spaces.append((2, [page(52, title: "Zwei", text: "second page")]))
    let old = page(53, title: "Eins", text: "first draft")
    let new = OneNoteBuilder.Revision(
      number: 54, parent: 53,
      objects: [Object(number: 10, texts: [(Property.text, wide("größe\u{b}line"))])])
    builder.spaces.append(
      (3, [old, new, page(55, title: "Old", text: "of yesterday", context: 66)]))
    return builder
  }()

  private static func wide(_ text: String) -> [UInt8] { OfficeBytes.utf16(text) }

  /// A page whose title comes after its text in the properties, and whose objects refer to each other.
  private static func page(
    _ revision: Int, title: String, text: String, context: Int = 0
  ) -> OneNoteBuilder.Revision {
    .init(
      number: revision,
      objects: [
        Object(
          number: 1_000, children: [(Property.children, [10, 12]), (Property.title, [11])]),
        Object(number: 1_001, texts: [(Property.cachedTitle, wide(title + "\0"))]),
        Object(
          number: 10, texts: [(Property.text, wide(text))], children: [(Property.children, [1_000])]
        ),
        Object(number: 11, texts: [(Property.narrowText, Array(title.utf8))]),
        Object(
          number: 12, texts: [(Property.author, wide("Ann\0"))],
          children: [(Property.children, [10, 13, 77])]),
        Object(number: 13, texts: [(Property.text, wide("end"))]),
        Object(number: 14, texts: [(Property.text, wide("deleted"))]),
      ], context: context)
  }

  @Test(arguments: [section.store(), section.package()])
  func `Pages are read in their order, in their current revision, each text once`(bytes: [UInt8]) {
    let (sink, failure) = Self.read(bytes)
    #expect(failure == nil)
    #expect(sink.text == "Eins\ngröße line\nend\n\nZwei\nsecond page\nend")
    #expect(
      sink.parts.map(\.part) == [
        DocumentPart(.chapter, label: "Eins"), DocumentPart(.chapter, label: "Zwei"),
      ])
    #expect(sink.fields == [.author: ["Ann"]])
  }

  @Test func `The title of a single page is that of the section`() {
    var builder = OneNoteBuilder()
    builder.spaces = [(1, [Self.page(51, title: "Eins", text: "one")])]
    #expect(Self.read(builder.store()).sink.fields[.title] == ["Eins"])
    #expect(Self.read(builder.package()).sink.fields[.title] == ["Eins"])
  }

  @Test func `The address of a link stays, its field does not`() {
    var builder = OneNoteBuilder()
    let mark = [0xdf, 0xfd] as [UInt8]
    let text = mark + Self.wide("HYPERLINK \"http://a.example\"shown")
    builder.spaces = [
      (1, [.init(number: 51, objects: [Object(number: 1_000, texts: [(Property.text, text)])])])
    ]
    #expect(Self.read(builder.store()).sink.text == "\"http://a.example\"shown")
  }

  @Test(
    arguments: [
      ([], ReadingFailure.damaged("no header of a section")),
      (
        OneNoteReader.signature + [UInt8](repeating: 0, count: 60),
        .unsupported("section of an unknown form")
      ),
      (OneNoteBuilder().store(), .damaged("The section has no pages.")),
      (OneNoteBuilder().package(), .damaged("The section has no pages.")),
    ] as [([UInt8], ReadingFailure)])
  func `A file that cannot be read is refused`(bytes: [UInt8], failure: ReadingFailure) {
    #expect(Self.read(bytes).failure == failure)
  }

  @Test func `A section with a password is encrypted`() {
    var builder = Self.section
    builder.hasKey = true
    #expect(Self.read(builder.store()).failure == .encrypted)
  }

  @Test func `A list whose fragments follow each other in a circle ends`() {
    var bytes = Self.section.store()
    let size = bytes.span.doubleWord(at: 180) ?? 0
    let list = bytes.span.doubleWord(at: 172) ?? 0
    let next = OfficeBytes.bytes(UInt64(list)) + OfficeBytes.bytes(size, 4)
    bytes.replaceSubrange((list + size - 20)..<(list + size - 8), with: next)
    #expect(Self.read(bytes).failure == .damaged("The lists of the notebook contain each other."))
  }

  @Test func `Damage never ends the reader`() {
    var mutations = Mutations(seed: 9)
    for sample in [Self.section.store(), Self.section.package()] {
      for _ in 0..<2_000 { _ = Self.read(mutations.damage(sample)) }
      for count in stride(from: 0, to: sample.count, by: 13) {
        _ = Self.read(Array(sample[..<count]))
      }
    }
  }
}
