import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Data files that are damaged or hostile.
struct OutlookDataFileDamageTests {
  private static func notes(_ form: DataFileForm, count: Int) -> DataFileBuilder {
    var builder = DataFileBuilder(form)
    for number in 1...count {
      builder.add(node: number << 5 | 4, builder.item([0x1000: .text("text \(number)")]))
    }
    return builder
  }

  @Test(
    arguments: [
      ([], ReadingFailure.damaged("no header of a data file")),
      (Array("!BDNxxxxSM\u{17}".utf8), .damaged("no header of a data file")),
      (Array("!BDNxxxxSM\u{17}\0xx".utf8), .damaged("The data file ends in its header.")),
      (Array("!BDNxxxxSM\u{10}\0xx".utf8), .unsupported("data file of version 16")),
      (file(cipher: 0x10), .encrypted),
      (file(cipher: 3), .unsupported("encoding 3 of a data file")),
      (file(cipher: 0), .damaged("The data file has no tree of nodes.")),
    ] as [([UInt8], ReadingFailure)])
  func `A file that cannot be read is refused`(bytes: [UInt8], failure: ReadingFailure) {
    let found = OutlookDataFileTests.read(bytes)
    #expect(found.failure == failure)
    #expect(found.sink.members.isEmpty)
  }

  private static func file(cipher: UInt8) -> [UInt8] {
    var bytes = Array("!BDNxxxxSM\u{17}\0".utf8) + [UInt8](repeating: 0, count: 600)
    bytes[513] = cipher
    return bytes
  }

  @Test(arguments: [DataFileForm.narrow, .wide, .large])
  func `A message whose block is missing fails, and the others are read`(form: DataFileForm) {
    var builder = Self.notes(form, count: 9)
    builder.add(node: 0x1004, DataFileNode(content: 0x7777_0000, subnodes: 0))
    let (sink, failure) = OutlookDataFileTests.read(builder.build())
    #expect(failure == nil)
    #expect(sink.members.count == 10)
    #expect(sink.members.filter { $0.sink.failure == nil }.count == 9)
    #expect(sink.members.last?.sink.failure == .damaged("A block of the data file is missing."))
  }

  @Test(arguments: [DataFileForm.narrow, .wide, .large])
  func `A page of the tree of nodes that is damaged loses its nodes and no others`(
    form: DataFileForm
  ) {
    var builder = Self.notes(form, count: 9)
    var bytes = builder.build()
    let root = bytes.span.little(form.rootOffset(of: .nodes), form.width) ?? 0
    let page = bytes.span.little(root + 2 * form.width, form.width) ?? 0
    bytes[page + form.kindOffset] = 0
    let (sink, failure) = OutlookDataFileTests.read(bytes)
    #expect(failure == .damaged("A page of the tree of nodes is damaged."))
    #expect(sink.members.map(\.sink.text) == (4...9).map { "text \($0)" })
  }

  @Test(arguments: [DataFileForm.narrow, .wide, .large])
  func `A page that contains itself is not read twice`(form: DataFileForm) {
    var builder = Self.notes(form, count: 9)
    var bytes = builder.build()
    let root = bytes.span.little(form.rootOffset(of: .nodes), form.width) ?? 0
    let own = Array(OfficeBytes.bytes(UInt64(root))[..<form.width])
    bytes.replaceSubrange((root + 2 * form.width)..<(root + 3 * form.width), with: own)
    let (sink, failure) = OutlookDataFileTests.read(bytes)
    #expect(failure == .damaged("A page of the tree of nodes is damaged."))
    #expect(sink.members.count == 6)
  }

  @Test(arguments: [DataFileForm.narrow, .wide, .large])
  func `Lists that name the same block again and again are cut`(form: DataFileForm) throws {
    var builder = DataFileBuilder(form)
    let block = builder.add(block: [UInt8](repeating: 0x61, count: 4_000))
    let list = builder.add(
      list: [UInt64](repeating: block, count: 900), level: 1, size: 3_600_000)
    let lists = builder.add(
      list: [UInt64](repeating: list, count: 900), level: 2, size: 0x7fff_ffff)
    let file = DataFileNode(content: lists, subnodes: 0)
    let attachment = builder.item(
      [0x3701: .longBytes(subnode: 0x81), 0x3705: .number(1)], subnodes: [0x81: file])
    builder.add(
      node: 0x24, builder.item([0x1000: .text("body")], subnodes: [0x8025: attachment]))
    let bytes = builder.build()
    let message = try #require(OutlookDataFileTests.read(bytes).sink.members.first?.sink)
    #expect(message.text == "body")
    #expect(message.failure == .damaged("The blocks of the data file contain each other."))
    let content = try #require(message.members.first?.content)
    #expect(content.count > 4_000 && content.count <= 4 * bytes.count * (form == .large ? 2 : 1))
  }

  @Test func `A list of blocks that contains itself is damaged`() {
    var builder = DataFileBuilder(.wide)
    // The next block has this number.
    let list = builder.add(list: [0x1006], level: 1, size: 8)
    #expect(list == 0x1006)
    builder.add(node: 0x24, DataFileNode(content: list, subnodes: list))
    let message = OutlookDataFileTests.read(builder.build()).sink.members.first?.sink
    #expect(message?.failure == .damaged("A list of blocks in the data file is damaged."))
  }

  @Test(arguments: OutlookDataFileTests.forms)
  func `Damage never ends the reader`(form: DataFileForm, cipher: BlockCipher) {
    let samples = [
      OutlookDataFileTests.message(form, cipher, file: [1, 2, 3]),
      OutlookDataFileTests.item("IPM.DistList", form),
    ]
    var mutations = Mutations(seed: 5)
    for sample in samples {
      for _ in 0..<300 { _ = OutlookDataFileTests.read(mutations.damage(sample)) }
      for count in stride(from: 0, to: sample.count, by: 97) {
        _ = OutlookDataFileTests.read(Array(sample[..<count]))
      }
    }
  }
}
