import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Parts whose text is packed: signed data, the format of Outlook, uuencoded files.
struct MailPackedPartsTests {
  private func read(_ mail: [UInt8]) throws -> CollectingSink {
    var sink = CollectingSink()
    try MailReader.read(mail.span, into: &sink)
    return sink
  }

  private func mail(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array("Subject: s\nContent-Type: \(type)\nContent-Transfer-Encoding: binary\n\n".utf8) + body
  }

  // MARK: Signed data

  private static func element(_ tag: UInt8, _ content: [UInt8], isOpen: Bool = false) -> [UInt8] {
    if isOpen { return [tag, 0x80] + content + [0, 0] }
    let size = UInt8(truncatingIfNeeded: content.count)
    let high = UInt8(truncatingIfNeeded: content.count >> 8)
    return content.count < 0x80 ? [tag, size] + content : [tag, 0x82, high, size] + content
  }

  private static func identifier(_ last: UInt8) -> [UInt8] {
    element(0x06, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, last])
  }

  /// Signed data without signatures; in pieces if it is open.
  private static func signed(_ text: String, isOpen: Bool = false, type: UInt8 = 2) -> [UInt8] {
    let bytes = Array(text.utf8)
    let octets =
      isOpen
      ? element(
        0x24, element(0x04, Array(bytes.prefix(9))) + element(0x04, Array(bytes.dropFirst(9))),
        isOpen: true)
      : element(0x04, bytes)
    let content = element(
      0x30, identifier(1) + element(0xa0, octets, isOpen: isOpen), isOpen: isOpen)
    let data = element(
      0x30, element(0x02, [1]) + element(0x31, []) + content + element(0x31, []), isOpen: isOpen)
    return element(0x30, identifier(type) + element(0xa0, data, isOpen: isOpen), isOpen: isOpen)
  }

  @Test(
    arguments: [true, false],
    ["application/pkcs7-mime", "application/octet-stream; name=smime.p7m"])
  func `Signed text is read without a key`(isOpen: Bool, type: String) throws {
    let object = Self.signed("Content-Type: text/plain\n\nsigned words", isOpen: isOpen)
    let sink = try read(mail(type, object))
    #expect(sink.text == "signed words")
    #expect(sink.members.isEmpty)
  }

  @Test func `A signed mail may contain another one, and files`() throws {
    let file = Self.signed("Content-Type: image/png; name=a.png\n\nx")
    let inner = "Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n"
    let outer = Self.signed(inner + String(decoding: Self.base64(file), as: UTF8.self))
    let sink = try read(mail("application/pkcs7-mime", outer))
    #expect(sink.members.map(\.member.path) == [Array("a.png".utf8)])
  }

  @Test(arguments: ["<?xml version='1.0'?><invoice/>", "plain text"])
  func `A signed file has a member`(text: String) throws {
    let object = Self.signed(text)
    let base64 =
      Array("-----BEGIN PKCS7-----\n".utf8) + Self.base64(object)
      + Array("\n-----END PKCS7-----".utf8)
    for file in [object, Self.base64(object), base64] {
      var sink = CollectingSink()
      try SignedDataReader.read(file.span, into: &sink)
      #expect(sink.members.map(\.content) == [Array(text.utf8)])
    }
  }

  @Test func `Encrypted data needs a key`() {
    let object = Self.signed("secret", type: 3)
    #expect(throws: ReadingFailure.encrypted) { try read(mail("application/pkcs7-mime", object)) }
  }

  @Test func `Damaged signed data neither traps nor hangs`() {
    for isOpen in [true, false] {
      let object = Self.signed("Content-Type: text/plain\n\nsigned words", isOpen: isOpen)
      for index in object.indices {
        for byte: UInt8 in [0, 0x24, 0x30, 0x80, 0x84, 0xff] {
          var damaged = object
          damaged[index] = byte
          _ = SignedData.content(of: damaged.span)
          let cut = Array(damaged[..<index])
          _ = SignedData.content(of: cut.span)
        }
      }
    }
    let lines = Array("-----BEGIN PKCS7-----\n".utf8) + Self.base64(Self.signed("text"))
    for count in lines.indices { _ = SignedData.content(of: Array(lines[..<count]).span) }
    var nested: [UInt8] = []
    for _ in 0..<100_000 { nested += [0x30, 0x80] }
    _ = SignedData.content(of: nested.span)
  }

  @Test func `An open piece does not count many times`() {
    let pieces = [0x24, 0x80] + [[UInt8]](repeating: [0x04, 0x80, 0, 0], count: 50_000).joined()
    let content = Self.element(0x30, Self.identifier(1) + [0xa0, 0x80] + pieces, isOpen: true)
    let data = Self.element(
      0x30, Self.element(0x02, [1]) + Self.element(0x31, []) + content, isOpen: true)
    let object = Self.element(
      0x30, Self.identifier(2) + Self.element(0xa0, data, isOpen: true), isOpen: true)
    if case .signed(let content) = SignedData.content(of: object.span) {
      #expect(content.count <= object.count)
    }
  }

  @Test(arguments: [
    ("application/pkcs7-mime; name=bill.pdf.p7m", "Name: x\nthe bill", "bill.pdf"),
    ("application/pkcs7-mime", "Name: x\nthe bill", "content"),
  ])
  func `A signed file in a mail keeps its name and its first line`(
    type: String, text: String, path: String
  ) throws {
    let sink = try read(mail(type, Self.signed(text)))
    #expect(sink.members.map(\.member.path) == [Array(path.utf8)])
    #expect(sink.members.map(\.member.type) == [nil])
    #expect(sink.members.map(\.content) == [Array(text.utf8)])
  }

  @Test(arguments: [3, 4, 6] as [UInt8])
  func `Encrypted data is no damaged data`(type: UInt8) {
    guard case .encrypted = SignedData.content(of: Self.signed("secret", type: type).span) else {
      Issue.record("It is not said to be encrypted.")
      return
    }
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return stride(from: 0, to: bytes.count, by: 3).flatMap { start in
      let group = bytes[start...].prefix(3)
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      return (0..<4).map {
        $0 <= group.count ? digits[bits >> (18 - 6 * $0) & 63] : UInt8(ascii: "=")
      }
    }
  }

  // MARK: TNEF

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func attribute(_ name: Int, _ content: [UInt8]) -> [UInt8] {
    [1] + number(name, 4) + number(content.count, 4) + content + [0, 0]
  }

  private static func property(_ tag: Int, _ value: [UInt8]) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    return number(tag, 4) + number(1, 4) + number(value.count, 4) + value + padding
  }

  private static func file(_ attributes: [UInt8]...) -> [UInt8] {
    [0x78, 0x9f, 0x3e, 0x22, 1, 0] + attributes.flatMap { $0 }
  }

  private static let outlook = file(
    attribute(0x0006_9007, number(1251, 4) + number(0, 4)),
    attribute(0x0002_800c, [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0]),
    attribute(
      0x0006_9003,
      number(2, 4) + property(0x1013_0102, Array("<p>Привет <b>bold</b>".utf8))
        + number(0x0017_0003, 4) + number(1, 4)),
    attribute(0x0006_9002, number(0, 14)), attribute(0x0001_8010, Array("short.txt\0".utf8)),
    attribute(0x0006_800f, Array("file content".utf8)),
    attribute(
      0x0006_9005,
      number(1, 4)
        + property(0x3707_001f, Array("длинное.txt".utf16).flatMap { number(Int($0), 2) })))

  @Test(arguments: ["application/ms-tnef", "application/octet-stream; name=winmail.dat"])
  func `The body and the files of Outlook are read`(type: String) throws {
    let sink = try read(mail(type, Self.outlook))
    #expect(sink.text.hasPrefix("Привет") && sink.text.contains("bold"))
    #expect(sink.members.map { String(decoding: $0.member.path, as: UTF8.self) } == ["длинное.txt"])
    #expect(sink.members.map(\.content) == [Array("file content".utf8)])
    var saved = CollectingSink()
    try TransportNeutralReader.read(Self.outlook.span, into: &saved)
    #expect(saved.text.hasPrefix("Привет") && saved.members.count == 1)
  }

  @Test(arguments: ["application/ms-tnef", "application/octet-stream; name=winmail.dat"])
  func `What is only named like a file of Outlook is a file`(type: String) throws {
    let sink = try read(mail(type, Array("other content".utf8)))
    #expect(sink.members.map(\.content) == [Array("other content".utf8)])
    #expect(sink.fields[.attachments] == ["1"])
  }

  @Test func `Damaged files of Outlook do not trap`() {
    for index in Self.outlook.indices {
      for byte: UInt8 in [0, 0x7f, 0xff] {
        var damaged = Self.outlook
        damaged[index] = byte
        var sink = CollectingSink()
        try? TransportNeutralReader.read(damaged.span, into: &sink)
        let cut = Array(damaged[..<index])
        try? TransportNeutralReader.read(cut.span, into: &sink)
      }
    }
  }

  // MARK: Uuencoded files

  @Test func `Uuencoded files in a text are members`() throws {
    let text = """
      before

      begin 644 a file.txt
      +:&5L;&\\@=V]R;&0
      `
      end
      begin 644 b.txt
      #0V%T
      `
      end
      after, to begin 600 words
      begin 600 words, and no file
      """
    let sink = try read(mail("text/plain", Array(text.utf8)))
    #expect(
      sink.text == "before\n\nbegin 644 a file.txt\nbegin 644 b.txt\nafter, to begin 600 words\n"
        + "begin 600 words, and no file")
    #expect(
      sink.members.map { String(decoding: $0.member.path, as: UTF8.self) } == [
        "a file.txt", "b.txt",
      ])
    #expect(sink.members.map(\.content) == [Array("hello world".utf8), Array("Cat".utf8)])
  }

  // MARK: Alternatives and charsets

  @Test(arguments: ["text/x-amp-html", "text/watch-html"])
  func `Forms for other programs are no text`(type: String) throws {
    let parts =
      "--b\nContent-Type: text/plain\n\nplain\n--b\nContent-Type: \(type)\n\n<p>other\n--b--\n"
    let sink = try read(mail("multipart/alternative; boundary=b", Array(parts.utf8)))
    #expect(sink.text == "plain")
  }
}
