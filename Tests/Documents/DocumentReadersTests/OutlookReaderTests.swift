import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Makes messages of Outlook.
enum OutlookSample {
  static func properties(header: Int, _ values: [(tag: Int, value: UInt64)]) -> [UInt8] {
    [UInt8](repeating: 0, count: header)
      + values.flatMap {
        OfficeBytes.bytes($0.tag, 4) + [6, 0, 0, 0] + OfficeBytes.bytes($0.value)
      }
  }

  static let file: [UInt8] = {
    var builder = CompoundFileBuilder()
    builder.add(
      properties(header: 32, [(0x0039_0040, 126_966_114_300_000_000)]),
      at: "__properties_version1.0")
    builder.add(text: "Grüße", at: "__substg1.0_0037001F")
    builder.add(text: "Ann Other", at: "__substg1.0_0C1A001F")
    builder.add(text: "ann@example.org", at: "__substg1.0_5D01001F")
    builder.add(text: "Hello\r\nworld\r\n\r\nBye", at: "__substg1.0_1000001F")
    builder.add(text: "<1@example.org>", at: "__substg1.0_1035001F")
    let recipient = "__recip_version1.0_#00000000"
    builder.add(text: "Bob", at: recipient, "__substg1.0_3001001F")
    builder.add(text: "/o=Exchange/cn=bob", at: recipient, "__substg1.0_3003001F")
    builder.add(text: "bob@example.org", at: recipient, "__substg1.0_39FE001F")
    let first = "__attach_version1.0_#00000000"
    builder.add(
      properties(header: 8, [(0x3008_0040, 116_444_736_010_000_000)]), at: first,
      "__properties_version1.0")
    builder.add(text: "größe.txt", at: first, "__substg1.0_3707001F")
    builder.add(text: "text/plain", at: first, "__substg1.0_370E001F")
    builder.add(Array("attached".utf8), at: first, "__substg1.0_37010102")
    let second = "__attach_version1.0_#00000001"
    builder.add(
      properties(header: 8, [(0x3705_0003, 5)]), at: second, "__properties_version1.0")
    let inner = "__substg1.0_3701000D"
    builder.add(
      properties(header: 24, [(0x3ffd_0003, 1251)]), at: second, inner, "__properties_version1.0")
    builder.add([0xcf, 0xf0, 0xe8], at: second, inner, "__substg1.0_0037001E")
    builder.add([0xff], at: second, inner, "__substg1.0_1000001E")
    return builder.build()
  }()

  /// Source: written by the Python package compressed-rtf 1.0.7.
  static let compressedRTF: [UInt8] = {
    let hex =
      "4f000000790000004c5a4675328ce00c03000a00726370673132357e3200f401f702a403e4071302807d810af32047"
      + "725c276600e0802764666520617506400101006d20546578742c1711af11d80aa27d1480"
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16) ?? 0
    }
  }()
}

struct OutlookReaderTests {
  @Test func `Fields, body and attachments of a message are read`() throws {
    let (sink, failure) = CompoundFileReaderTests.read(OutlookSample.file)
    #expect(failure == nil)
    #expect(sink.text == "Hello\nworld\n\nBye")
    #expect(
      sink.fields == [
        .title: ["Grüße"], .author: ["Ann Other <ann@example.org>"],
        .recipient: ["Bob <bob@example.org>"], .created: ["2003-05-05T12:30:30Z"],
        .identifier: ["1@example.org"], .attachments: ["\(sink.members.count)"],
      ])
    let first = try #require(sink.members.first)
    #expect(
      first.member
        == DocumentMember(
          path: Array("größe.txt".utf8), type: "text/plain", size: 8, modified: 1))
    #expect(first.content == Array("attached".utf8))
    let second = try #require(sink.members.last)
    #expect(String(decoding: second.member.path, as: UTF8.self) == "При.msg")
    #expect(second.sink.text == "я")
    #expect(second.sink.fields == [.title: ["При"]])
    #expect(sink.members.count == 2)
  }

  @Test func `The person for whom a message was sent comes before the sender`() {
    var builder = CompoundFileBuilder()
    builder.add(
      OutlookSample.properties(header: 32, [(0x3fde_0003, 65001), (0x3ff1_0003, 0x419)]),
      at: "__properties_version1.0")
    builder.add(text: "Ann", at: "__substg1.0_0042001F")
    builder.add(text: "ann@example.org", at: "__substg1.0_5D02001F")
    builder.add(text: "Secretary", at: "__substg1.0_0C1A001F")
    builder.add([0xcf, 0xf0, 0xe8], at: "__substg1.0_0037001E")
    let sink = CompoundFileReaderTests.read(builder.build()).sink
    #expect(sink.fields == [.title: ["При"], .author: ["Ann <ann@example.org>", "Secretary"]])
  }

  @Test func `A person and the categories of an item are read`() {
    var builder = CompoundFileBuilder()
    let names = "__nameid_version1.0"
    let set = OfficeBytes.bytes(0x0006_2004, 4) + [0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46]
    let entries = [(0x8083, 3 << 1), (0, 2 << 1 | 1)].enumerated().flatMap { index, name in
      OfficeBytes.bytes(name.0, 4) + OfficeBytes.bytes(name.1, 2) + OfficeBytes.bytes(index, 2)
    }
    builder.add([UInt8](repeating: 0, count: 32), at: "__properties_version1.0")
    builder.add(set, at: names, "__substg1.0_00020102")
    builder.add(entries, at: names, "__substg1.0_00030102")
    builder.add(
      OfficeBytes.bytes(16, 4) + OfficeBytes.utf16("Keywords"), at: names, "__substg1.0_00040102")
    builder.add(text: "IPM.Contact", at: "__substg1.0_001A001F")
    builder.add(text: "Ann Lee", at: "__substg1.0_0037001F")
    builder.add(text: "+49 30", at: "__substg1.0_3A08001F")
    builder.add(text: "ann@example.org", at: "__substg1.0_8000001F")
    builder.add([8, 0, 0, 0, 10, 0, 0, 0], at: "__substg1.0_8001101F")
    builder.add(text: "blue", at: "__substg1.0_8001101F-00000001")
    builder.add(text: "red", at: "__substg1.0_8001101F-00000000")
    builder.add(text: "A friend.", at: "__substg1.0_1000001F")
    let sink = CompoundFileReaderTests.read(builder.build()).sink
    #expect(sink.text == "+49 30\nann@example.org\n\nA friend.")
    #expect(sink.fields == [.title: ["Ann Lee"], .keyword: ["red", "blue"]])
  }

  @Test(arguments: [
    (UInt64(1251), [UInt8(0xff)]), (UInt64(65001), Array("я".utf8)), (UInt64(20866), [UInt8(0xd1)]),
  ])
  func `HTML is decoded with its code page if there is no plain body`(
    codePage: UInt64, letter: [UInt8]
  ) {
    var builder = CompoundFileBuilder()
    builder.add(
      OutlookSample.properties(header: 32, [(0x3fde_0003, codePage)]), at: "__properties_version1.0"
    )
    let html =
      Array("<html><title>T</title><body><p>Hello <b>w".utf8) + letter
      + Array("</b>rld</p></body>".utf8)
    builder.add(html, at: "__substg1.0_10130102")
    let sink = CompoundFileReaderTests.read(builder.build()).sink
    #expect(sink.text == "Hello wяrld")
    #expect(sink.fields.isEmpty)
  }

  @Test func `A line without end stays whole`() {
    var builder = CompoundFileBuilder()
    let line = String(repeating: "日本", count: 40_000)
    builder.add([UInt8](repeating: 0, count: 32), at: "__properties_version1.0")
    builder.add(text: line + "\r\nnext", at: "__substg1.0_1000001F")
    #expect(CompoundFileReaderTests.read(builder.build()).sink.text == line + "\nnext")
  }

  @Test func `Compressed RTF is the body if there is no other`() {
    #expect(
      CompressedRTF.decompress(OutlookSample.compressedRTF.span).map {
        String(decoding: $0, as: UTF8.self)
      } == #"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}}\pard Gr\'fc\'dfe aus dem "#
        + #"Text, aus dem Text, aus dem Text\par}"#)
    var builder = CompoundFileBuilder()
    builder.add([UInt8](repeating: 0, count: 32), at: "__properties_version1.0")
    builder.add(OutlookSample.compressedRTF, at: "__substg1.0_10090102")
    builder.add(text: " \r\n", at: "__substg1.0_1000001F")
    #expect(
      CompoundFileReaderTests.read(builder.build()).sink.text
        == "Grüße aus dem Text, aus dem Text, aus dem Text")
  }

  @Test func `RTF that is cut gives its beginning, and anything else nothing`() {
    let cut = Array(OutlookSample.compressedRTF.dropLast(8))
    #expect((CompressedRTF.decompress(cut.span)?.count ?? 0) > 60)
    let stored = OutlookSample.compressedRTF.prefix(8) + Array("MELA....{\\rtf1 x}".utf8)
    #expect(CompressedRTF.decompress(Array(stored).span) == Array("{\\rtf1 x}".utf8))
    #expect(CompressedRTF.decompress([UInt8](repeating: 0, count: 40).span) == nil)
  }

  @Test func `Messages attached to messages are read four deep`() {
    var builder = CompoundFileBuilder()
    var path: [String] = []
    builder.add([UInt8](repeating: 0, count: 32), at: "__properties_version1.0")
    for level in 1...6 {
      path.append("__attach_version1.0_#00000000")
      builder.add(
        OutlookSample.properties(header: 8, [(0x3705_0003, 5)]),
        at: path + ["__properties_version1.0"])
      path.append("__substg1.0_3701000D")
      builder.add(OfficeBytes.utf16("\(level)"), at: path + ["__substg1.0_1000001F"])
    }
    var sink = CompoundFileReaderTests.read(builder.build()).sink
    var texts: [String] = []
    while let inner = sink.members.first?.sink {
      texts.append(inner.text)
      sink = inner
    }
    #expect(texts == ["1", "2", "3", "4"])
  }
}
