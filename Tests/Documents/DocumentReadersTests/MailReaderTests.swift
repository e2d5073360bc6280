import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct MailReaderTests {
  private func read(_ mail: String) throws -> CollectingSink {
    var sink = CollectingSink()
    try MailReader.read(Array(mail.utf8).span, into: &sink)
    return sink
  }

  /// A multipart whose parts are given with their headers.
  private func multipart(_ type: String, _ parts: [String], boundary: String = "=_b") -> String {
    let body = parts.map { "--\(boundary)\n\($0)\n" }.joined()
    return "Content-Type: multipart/\(type); boundary=\"\(boundary)\"\n\nPreamble\n\(body)"
      + "--\(boundary)--\nEpilogue\n"
  }

  private let plain = "Content-Type: text/plain\n\nplain words"
  private let html = "Content-Type: text/html; charset=utf-8\n\n<p>html <b>wor</b>ds</p>"
  private let image = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo="

  @Test(arguments: [
    ("not encoded at all, only\nsaid to be so", "not encoded at all, only\nsaid to be so"),
    ("aGVsbG8gd29ybGQ=\n", "hello world"), ("\n\naGVsbG8gd29ybGQ=\n", "hello world"),
  ])
  func `What is declared as Base64 and is none is read as it is`(body: String, text: String) throws
  {
    let mail = try read("Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + body)
    #expect(mail.text.trimmingPrefix("\n").hasPrefix(text))
  }

  @Test func `The fields of a mail are read`() throws {
    let sink = try read(
      """
      From: =?utf-8?q?J=C3=B6rg?= <j@example.org>
      To: "Doe, Ann" <a@example.org>,
       b@example.org
      CC: c@example.org
      Bcc: d@example.org
      Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
      Date: Tue, 2 Jan 2024 15:04:05 +0100
      Message-ID: <1.2@example.org>
      Keywords: one, two
      Content-Language: de
      Content-Type: text/plain; charset=utf-8

      Text
      """)
    #expect(sink.text == "Text")
    #expect(sink.parts.map(\.part) == [DocumentPart(.body, label: "1")])
    let fields: [DocumentField: [String]] = [
      .title: ["Grüße"], .author: ["Jörg <j@example.org>"], .created: ["2024-01-02T15:04:05+01:00"],
      .recipient: [
        "Doe, Ann <a@example.org>", "b@example.org", "c@example.org", "d@example.org",
      ],
      .identifier: ["1.2@example.org"], .keyword: ["one", "two"], .language: ["de"],
    ]
    #expect(sink.fields == fields)
  }

  @Test(arguments: [
    ("mixed", "Content-Type: application/pdf", "1"),
    ("mixed", "Content-Type: image/jpeg\nContent-Disposition: inline; filename=a.jpg", "1"),
    ("related", "Content-Type: image/png\nContent-ID: <logo>", nil),
    ("related", "Content-Type: image/png\nContent-Disposition: attachment; filename=a.png", "1"),
    ("related", "Content-Type: application/pdf", "1"),
    ("alternative", "Content-Type: text/plain", nil),
  ])
  func `Attached files are counted without the pictures of the HTML`(
    kind: String, header: String, count: String?
  ) throws {
    let sink = try read(
      """
      Content-Type: multipart/\(kind); boundary=x

      --x
      Content-Type: text/html

      <p>words
      --x
      \(header)

      content
      --x--
      """)
    #expect(sink.fields[.attachments]?.first == count)
  }

  @Test func `Plain text comes before HTML, unless it is blank`() throws {
    let both = "plain words\n\nhtml words"
    #expect(try read(multipart("alternative", [plain, html])).text == both)
    #expect(try read(multipart("alternative", [html, plain])).text == both)
    let blank = "Content-Transfer-Encoding: quoted-printable\n\n=20=20\n--\n"
    #expect(try read(multipart("alternative", [blank, html])).text == "html words")
    #expect(try read(multipart("alternative", [html])).text == "html words")
    #expect(try read(multipart("alternative", [image])).text == "")
  }

  @Test func `Attachments of all alternatives are members`() throws {
    let related = multipart("related", [html, image], boundary: "in")
    let sink = try read(multipart("alternative", [plain, related]))
    #expect(sink.text == "plain words\n\nhtml words")
    #expect(
      sink.members.map(\.member) == [
        DocumentMember(path: Array("part 3.png".utf8), type: "image/png")
      ])
    #expect(sink.members[0].content == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    let mixed = multipart("mixed", [html, image, html], boundary: "in")
    #expect(try read(multipart("alternative", [mixed])).text == "html words\n\nhtml words")
  }

  @Test func `Attachments have names, types and sizes`() throws {
    let file = """
      Content-Type: APPLICATION/pdf; name="other.pdf"
      Content-Disposition: attachment; filename*=utf-8''%C3%A4.pdf

      %PDF-
      """
    let text = "Content-Disposition: attachment; filename=\"a.txt\"\n\nattached"
    let note = "Content-Type: text/x-patch; name=b.patch\n\n+line"
    let sink = try read(multipart("mixed", [plain, file, text, note, image, image]))
    #expect(sink.text == "plain words")
    let paths = sink.members.map { String(decoding: $0.member.path, as: UTF8.self) }
    #expect(paths == ["ä.pdf", "a.txt", "b.patch", "part 5.png", "part 6.png"])
    #expect(
      sink.members.map(\.member.type)[..<3] == ["application/pdf", "text/plain", "text/x-patch"])
    #expect(sink.members.map(\.member.size)[..<4] == [5, 8, 5, nil])
    #expect(sink.members[1].content == Array("attached".utf8))
  }

  @Test func `Messages in a mail are members`() throws {
    let inner = "Subject: inner\n\n--=_c\ntext"
    let message = "Content-Type: message/rfc822\n\n\(inner)"
    let sink = try read(multipart("mixed", [plain, message]))
    #expect(sink.text == "plain words")
    #expect(sink.members.map(\.member.type) == ["message/rfc822"])
    #expect(sink.members.map { String(decoding: $0.member.path, as: UTF8.self) } == ["part 2.eml"])
    #expect(sink.members[0].content == Array(inner.utf8))
    let digest = try read(multipart("digest", ["\n\(inner)", "\n\(inner)"]))
    #expect(digest.members.map(\.member.type) == ["message/rfc822", "message/rfc822"])
    #expect(digest.members[1].content == Array(inner.utf8))
  }

  @Test func `A report has the texts for people and machines`() throws {
    let status = "Content-Type: message/delivery-status\n\nAction: failed"
    let headers = "Content-Type: text/rfc822-headers\n\nSubject: lost"
    let sink = try read(multipart("report", [plain, status, headers]))
    #expect(sink.text == "plain words\n\nAction: failed\n\nSubject: lost")
    #expect(sink.parts.map(\.part.label) == ["1", "2", "3"])
    #expect(sink.parts.map(\.offset) == [0, 11, 27])
  }

  @Test func `Signatures are left out, and encrypted parts stay closed`() throws {
    let signature = "Content-Type: application/pgp-signature; name=s.asc\n\nxx"
    let signed = try read(multipart("signed", [plain, signature]))
    #expect(signed.text == "plain words")
    #expect(signed.members.isEmpty)
    let version = "Content-Type: application/pgp-encrypted\n\nVersion: 1"
    let mail = multipart("encrypted", [version, "Content-Type: application/octet-stream\n\nxx"])
    #expect(throws: ReadingFailure.encrypted) { try read("Subject: a\n" + mail) }
    #expect(throws: ReadingFailure.encrypted) {
      try read(
        "Content-Transfer-Encoding: base64\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nMIAGCSqGSIb3DQEHA6CA"
      )
    }
    // The readable content comes before the reason why the rest cannot be read.
    func beginning(_ mail: String) -> String {
      var sink = CollectingSink()
      #expect(throws: ReadingFailure.encrypted) {
        try MailReader.read(Array(mail.utf8).span, into: &sink)
      }
      return sink.text
    }
    #expect(beginning(multipart("mixed", [plain, mail])) == "plain words")
    let armor =
      "-----BEGIN PGP MESSAGE-----\nVersion: 1\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----\n"
    #expect(
      beginning("A: b\n\nbefore\n\(armor)after words\n") == """
        before
        -----BEGIN PGP MESSAGE-----
        after words
        """)
  }

  @Test(arguments: [
    // Without the last delimiter, with a delimiter of the outer multipart only, CR, CRLF.
    "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntwo\n",
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b  \r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--",
    "Content-Type: multipart/mixed; boundary=b\r\r--b\r\rone\r--b\r\rtwo\r--b--\r",
    "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
      + "Content-Type: multipart/mixed; boundary=bb\n\n--bb\n\none\n--b\n\ntwo\n--bb\n",
    // A wrong boundary, and none.
    "Content-Type: multipart/mixed; boundary=x\n\n--b\nContent-Id: 1\n\none\n--b\n\ntwo\n--b--",
    "Content-Type: multipart/mixed\n\n--b\nContent-Id: 1\n\none\n--b\n\ntwo\n--b--",
    // A boundary that looks like a field.
    "Content-Type: multipart/mixed; boundary=\"a:b\"\n\n--a:b\n\none\n--a:b\n--a:b\n\ntwo\n",
    "Content-Type: text/plain\n\none\n\ntwo\n--b\n", "Content-Type: text\n\none\n\ntwo",
    "Content-Type: multipart/mixed; boundary=b\n\none\n\ntwo",
  ])
  func `Damaged multiparts are read`(mail: String) throws {
    let text = try read(mail).text
    #expect(text.hasPrefix("one\n\ntwo"))
    #expect(!text.contains("Content"))
  }

  @Test func `Text is decoded by its charset`() throws {
    func text(_ charset: String, _ bytes: [UInt8]) throws -> String {
      var sink = CollectingSink()
      let mail = Array("Content-Type: text/plain\(charset)\n\n".utf8) + bytes
      try MailReader.read(mail.span, into: &sink)
      return sink.text
    }
    #expect(try text("; charset=\"KOI8-R\"", [0xf0, 0xd2, 0xc9]) == "При")
    #expect(try text("; charset=shift_jis", [0x93, 0xfa, 0x96, 0x7b]) == "日本")
    #expect(try text("; charset=us-ascii", [0xc3, 0xa4]) == "ä")
    #expect(try text("", [0x63, 0x61, 0x66, 0xe9]) == "café")
    #expect(try text("", [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x1b, 0x28, 0x42]) == "日")
    #expect(
      try text("; charset=utf-16", [0xfe, 0xff, 0, 0x61, 0x0a, 0x62])
        == "a\u{a62}")
    #expect(try text("; charset=utf-8", Array("äöüß".utf8) + [0xff, 0x62]) == "äöüß\u{fffd}b")
    #expect(try text("; charset=utf-8", [0x66, 0xfc, 0x72]) == "für")
    #expect(try text("; charset=gb2312", Array("你好我公司可代开".utf8)) == "你好我公司可代开")
    #expect(try text("; charset=utf-7", Array("+ZeVnLIqe- Gr+APwA3w-e".utf8)) == "日本語 Grüße")
  }

  @Test func `HTML is decoded by the charset of the part, or else by its own`() throws {
    func read(_ charset: String, _ html: [UInt8]) throws -> CollectingSink {
      var sink = CollectingSink()
      try MailReader.read(
        (Array("Content-Type: text/html\(charset)\n\n".utf8) + html).span, into: &sink)
      return sink
    }
    let russian = try read("; charset=koi8-r", [0xf0, 0xd2, 0xc9])
    #expect(russian.text == "При")
    #expect(russian.fields == [.charset: ["KOI8-R"]])
    let meta = Array("<meta charset=koi8-r><title>no</title><p>".utf8) + [0xf0, 0xd2, 0xc9]
    #expect(try read("; charset=us-ascii", meta).text == "При")
    #expect(try read("; charset=gb2312", Array("<p>你好我公司可代开".utf8)).text == "你好我公司可代开")
  }

  @Test func `Long text in pieces has all its words`() throws {
    let line = "Grüße an alle Leser dieser langen Zeile\n"
    let sink = try read(
      "Content-Type: text/plain; charset=utf-8\n\n" + String(repeating: line, count: 16_000))
    #expect(sink.text.utf8.count == line.utf8.count * 16_000 - 1)
  }

  @Test func `Reading ends when nothing more is wanted`() throws {
    var sink = CollectingSink()
    sink.limit = 100
    let mail = "A: b\n\n" + String(repeating: "some words\n", count: 20_000)
    try MailReader.read(Array(mail.utf8).span, into: &sink)
    #expect((100..<100_000).contains(sink.text.utf8.count))
  }

  @Test func `A saved web page has text but no members`() throws {
    let page = "From: <Saved by Blink>\nSubject: Page\n" + multipart("related", [html, image])
    var sink = CollectingSink()
    try MailReader.read(mhtml: Array(page.utf8).span, into: &sink)
    #expect(sink.text == "html words")
    #expect(sink.fields[.title] == ["Page"])
    #expect(sink.fields[.author] == nil)
    #expect(sink.members.isEmpty)
  }

  @Test func `A mail of Apple Mail ends before its property list`() throws {
    let mail = "Subject: a\n\nbody words\n"
    func text(_ size: String) throws -> String {
      var sink = CollectingSink()
      defer { #expect(sink.text.hasPrefix("body words")) }
      try MailReader.read(emlx: Array("\(size)\n\(mail)<?xml?>".utf8).span, into: &sink)
      return sink.text
    }
    #expect(try text("\(mail.utf8.count)  ") == "body words")
    #expect(throws: ReadingFailure.self) { try text("99999") }
  }

  @Test func `Bytes that are no mail are damaged`() {
    #expect(throws: ReadingFailure.self) { try read("\u{1}\u{0}\u{2}") }
    #expect(throws: Never.self) { try read("") }
  }
}
