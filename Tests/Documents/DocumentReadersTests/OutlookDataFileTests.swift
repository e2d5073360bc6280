import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Data files that the tests build themselves, in each form and encoding.
struct OutlookDataFileTests {
  typealias Value = DataFileBuilder.Value

  static let forms: [(DataFileForm, BlockCipher)] = [
    (.narrow, .none), (.narrow, .permute), (.narrow, .cyclic), (.wide, .none), (.wide, .permute),
    (.wide, .cyclic), (.large, .none), (.large, .permute), (.large, .cyclic),
  ]

  static func read(
    _ bytes: [UInt8], from start: Int = 0
  ) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try OutlookDataFileReader.read(bytes.span, from: start, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  static func paths(_ sink: CollectingSink) -> [String] {
    sink.members.map { String(decoding: $0.member.path, as: UTF8.self) }
  }

  /// A message with recipients, a file in many blocks, and an attached message.
  static func message(
    _ form: DataFileForm, _ cipher: BlockCipher = .none, file: [UInt8] = content
  ) -> [UInt8] {
    var builder = DataFileBuilder(form, cipher)
    let recipients = builder.table(
      [0x3001_001f, 0x39fe_001f],
      rows: [["Bob", "bob@example.org"], ["", "eve@example.org"], ["deleted", "d@example.org"]])
    let table = DataFileNode(content: builder.add(block: recipients), subnodes: 0)
    let fileNode = DataFileNode(content: builder.add(content: file), subnodes: 0)
    let attachment = builder.item(
      [
        0x3701: .longBytes(subnode: 0x81), 0x3707: .text("größe.bin"),
        0x370e: .text("application/x-any"), 0x3705: .number(1),
      ], subnodes: [0x81: fileNode])
    let inner = builder.item([0x0037: .text("Inner"), 0x1000: .text("inner text")])
    let attachedMessage = builder.item(
      [0x3705: .number(5), 0x3701: .message(subnode: 0xa1)], subnodes: [0xa1: inner])
    let longText = DataFileNode(
      content: builder.add(content: OfficeBytes.utf16(text)), subnodes: 0)
    builder.add(
      node: 0x2000_24,
      builder.item(
        [
          0x001a: .text("IPM.Note"), 0x0037: .text("\u{1}\u{5}Re: Grüße"),
          0x0039: .time(126_966_114_300_000_000), 0x0c1a: .text("Ann"),
          0x5d01: .text("ann@example.org"), 0x1000: .longText(subnode: 0x101),
          0x1013: .bytes(Array("<p>line <b>42</b></p>".utf8)), 0x1035: .text("<1@example.org>"),
          0x3008: .time(116_444_736_010_000_000),
        ],
        subnodes: [0x692: table, 0x8025: attachment, 0x8045: attachedMessage, 0x101: longText]))
    return builder.build()
  }

  static let content = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
  static let text = String(repeating: "größe ", count: 300) + "end"

  @Test(arguments: forms)
  func `A message is a member, with its fields, text and attachments`(
    form: DataFileForm, cipher: BlockCipher
  ) throws {
    let (sink, failure) = Self.read(Self.message(form, cipher))
    #expect(failure == nil)
    #expect(sink.text.isEmpty)
    let (member, message, _) = try #require(sink.members.first)
    #expect(sink.members.count == 1)
    #expect(
      member
        == DocumentMember(
          path: Array("<1@example.org>".utf8), type: "application/vnd.ms-outlook", modified: 1))
    #expect(message.text == Self.text + "\n\nline 42")
    #expect(
      message.fields == [
        .title: ["Re: Grüße"], .author: ["Ann <ann@example.org>"],
        .recipient: ["Bob <bob@example.org>", "eve@example.org"],
        .created: ["2003-05-05T12:30:30Z"], .identifier: ["1@example.org"], .attachments: ["2"],
      ])
    #expect(message.failure == nil)
    #expect(Self.paths(message) == ["größe.bin", "Inner.msg"])
    #expect(message.members[0].content == Self.content)
    #expect(message.members[0].member.size == 5_000)
    #expect(message.members[0].member.type == "application/x-any")
    #expect(message.members[1].sink.text == "inner text")
  }

  @Test(arguments: [
    (0, 0, "000102"), (1, 0, "47f1b4"), (2, 0, "b9a3b8"), (2, 0x1234_5678, "e4c657"),
  ])
  func `Blocks are decoded`(cipher: UInt8, identifier: UInt64, digits: String) throws {
    var bytes: [UInt8] = [0, 1, 2]
    try #require(BlockCipher(rawValue: cipher)).decode(&bytes, of: identifier)
    #expect(
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == digits)
  }

  @Test(arguments: [DataFileForm.narrow, .wide, .large])
  func `Reading continues at a position`(form: DataFileForm) throws {
    var builder = DataFileBuilder(form)
    // Folders and what belongs to them have other kinds of numbers.
    builder.add(node: 0x122, builder.item([0x3001: .text("Folder")]))
    for number in 1...20 {
      let text = Value.text("text \(number)")
      builder.add(node: number << 5 | 4, builder.item([0x1000: text]))
      builder.add(node: number << 5 | 8, builder.item([0x1000: text]))
    }
    let bytes = builder.build()
    let all = Self.read(bytes).sink
    #expect(all.members.map(\.sink.text) == (1...20).map { "text \($0)" })
    #expect(Self.paths(all).first == "@36")
    var first = CollectingSink()
    first.memberLimit = 7
    try OutlookDataFileReader.read(bytes.span, into: &first)
    let rest = Self.read(bytes, from: try #require(first.position)).sink
    #expect(first.members.count == 7)
    #expect(rest.members.map(\.sink.text) == (8...20).map { "text \($0)" })
    #expect(rest.position == all.position)
  }

  @Test func `Texts in the encoding of the message are decoded`() {
    var builder = DataFileBuilder(.narrow)
    builder.add(
      node: 0x24,
      builder.item([
        0x3ffd: .number(1251), 0x1001: .text("Not delivered."),
        0x0037: .narrowText([0xcf, 0xf0, 0xe8]),
        0x1000: .narrowText([0xff]),
      ]))
    let message = Self.read(builder.build()).sink.members.first?.sink
    #expect(message?.text == "Not delivered.\n\nя")
    #expect(message?.fields == [.title: ["При"]])
  }

  @Test(arguments: [
    (
      "IPM.Contact", "Ann_Lee 36.vcf", "text/vcard",
      "Ann\n+49 30\nann@example.org\n1980-01-31T00:00:00Z"
    ),
    (
      "IPM.DistList", "Ann_Lee 36.vcf", "text/vcard",
      "Ann\n+49 30\nann@example.org\nBo\nbo@example.org\n1980-01-31T00:00:00Z"
    ),
    ("IPM.Appointment", "Ann_Lee 36.ics", "text/calendar", "Room 5\n2003-05-05T12:30:30Z"),
    ("IPM.Task", "Ann_Lee 36.ics", "text/calendar", "Room 5\n2003-05-05T12:30:30Z"),
    ("IPM.StickyNote", "Ann_Lee 36.txt", "text/plain", ""),
    ("IPM.Schedule.Meeting.Request", "@36", "application/vnd.ms-outlook", ""),
  ])
  func `People, events, tasks and notes are members with all their texts`(
    messageClass: String, path: String, type: String, lines: String
  ) {
    let sink = Self.read(Self.item(messageClass, .wide)).sink
    #expect(Self.paths(sink) == [path])
    #expect(sink.members.first?.member.type == type)
    #expect(sink.members.first?.sink.text == (lines.isEmpty ? "" : lines + "\n\n") + "the body")
    #expect(sink.members.first?.sink.fields == [.title: ["Ann/Lee"], .keyword: ["red", "blue"]])
  }

  /// An item with the properties of a person and of an event.
  static func item(_ messageClass: String, _ form: DataFileForm) -> [UInt8] {
    var builder = DataFileBuilder(form)
    let (address, appointment) = (0x0006_2004, 0x0006_2002)
    let end: [UInt8] = [0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]
    let sets = OfficeBytes.bytes(address, 4) + end + OfficeBytes.bytes(appointment, 4) + end
    let names = [
      (0x8083, 3 << 1), (0x8054, 3 << 1), (0x8208, 4 << 1), (0x820d, 4 << 1), (0, 2 << 1 | 1),
      (0x8208, 3 << 1), (0x8083, 9 << 1),
    ]
    let entries = names.enumerated().flatMap { index, name in
      OfficeBytes.bytes(name.0, 4) + OfficeBytes.bytes(name.1, 2) + OfficeBytes.bytes(index, 2)
    }
    let texts = OfficeBytes.bytes(16, 4) + OfficeBytes.utf16("Keywords")
    builder.add(
      node: 0x61, builder.item([2: .bytes(sets), 3: .bytes(entries), 4: .bytes(texts)]))
    let person =
      [0, 0, 0, 0, 0x81, 0x2b, 0x1f, 0xa4] + [UInt8](repeating: 0, count: 14) + [0x01, 0x90]
      + OfficeBytes.utf16("Bo\0SMTP\0bo@example.org\0")
    var properties: [Int: Value] = [
      0x001a: .text(messageClass), 0x0037: .text("Ann/Lee"), 0x3a06: .text("Ann"),
      0x3a08: .text("+49 30"), 0x3a1a: .text("+49 30"), 0x3a42: .time(119_625_984_000_000_000),
      0x8000: .text("ann@example.org"), 0x8002: .text("Room 5"),
      0x8003: .time(126_966_114_300_000_000), 0x8004: .texts(["red", "blue"]),
      0x1000: .text("the body"),
    ]
    if messageClass == "IPM.DistList" { properties[0x8001] = .binaries([person, [1, 2]]) }
    builder.add(node: 0x24, builder.item(properties))
    return builder.build()
  }
}
