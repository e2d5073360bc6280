import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct MailHeaderTests {
  @Test(arguments: [
    ("plain  text\tof words ", "plain text of words"),
    ("=?utf-8?Q?Gr=C3=BC=C3=9Fe_an?= alle", "Grüße an alle"),
    ("=?UTF-8?b?R3LDvMOfZQ==?=", "Grüße"),
    // Blanks between encoded words do not count.
    ("=?utf-8?q?one?= =?utf-8?q?two?=", "onetwo"),
    ("=?utf-8?q?one?=\t=?iso-8859-1?q?tw=F6?= three", "onetwö three"),
    // A character is split between two words.
    ("=?utf-8?q?=C3?= =?utf-8?q?=A4?=", "ä"),
    // A language (RFC 2231), blanks inside, and no blanks around.
    ("=?utf-8*de?q?M=C3=A4rz?=", "März"), ("=?utf-8?q?a b?=", "a b"),
    ("(=?utf-8?q?a?=)b", "(a)b"), ("\"=?utf-8?q?a?=\"", "\"a\""),
    // No encoded words.
    ("=?utf-8?x?a?=", "=?utf-8?x?a?="), ("=?utf-8?q?a", "=?utf-8?q?a"), ("a =? b", "a =? b"),
    ("=?", "=?"), ("1 == 2 ?=", "1 == 2 ?="),
    // Raw text in UTF-8 and, as bytes, in Windows-1252.
    ("Füße", "Füße"), ("F\u{81}\u{82}\u{83}", "F\u{81}\u{82}\u{83}"),
    ("=?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?iso-2022-jp?B?GyRCOGwbKEI=?=", "日本語"),
    ("=?koi8-r?B?8NLJ18XU?=", "Привет"), ("=?gb2312?B?xOO6ww==?=", "你好"),
    ("=?big5_tw?B?p0Gmbg==?=", "你好"), ("=?x-none?q?caf=E9?=", "café"),
  ])
  func `Encoded words are decoded`(value: String, text: String) {
    let decoded = MailEncodedWords.decode(Array(value.utf8), charset: nil)
    #expect(String(decoding: decoded, as: UTF8.self) == text)
  }

  @Test func `Bytes outside encoded words are in the charset of the body`() {
    let value: [UInt8] = [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]
    let russian = MailEncodedWords.decode(value, charset: "koi8-r")
    #expect(String(decoding: russian, as: UTF8.self) == "Привет")
    let western = MailEncodedWords.decode([0x63, 0x61, 0x66, 0xe9], charset: nil)
    #expect(String(decoding: western, as: UTF8.self) == "café")
  }

  @Test(arguments: [
    ("a@b.org", ["a@b.org"]), ("<a@b.org>", ["a@b.org"]), ("", []), (" , ;", []),
    ("Ann Doe <a@b.org>", ["Ann Doe <a@b.org>"]),
    ("\"Doe, Ann\" <a@b.org>, c@d.org", ["Doe, Ann <a@b.org>", "c@d.org"]),
    ("a@b.org (Ann Doe)", ["Ann Doe <a@b.org>"]),
    ("Ann (the (real) one) Doe <a@b.org>", ["Ann Doe <a@b.org>"]),
    ("\"a@b.org\" <a@b.org>", ["a@b.org"]),
    ("undisclosed-recipients:;", []),
    (
      "Friends: a@b.org, Bob <c@d.org>; e@f.org",
      ["Friends", "a@b.org", "Bob <c@d.org>", "e@f.org"]
    ),
    ("=?utf-8?q?J=C3=B6rg?= =?utf-8?q?_M?= <j@b.org>", ["Jörg M <j@b.org>"]),
    ("=?utf-8?q?Doe,_Ann?= <a@b.org>", ["Doe, Ann <a@b.org>"]),
    ("\"=?utf-8?q?J=C3=B6rg?=\" <j@b.org>", ["Jörg <j@b.org>"]),
    ("<@relay.org,@other.org:a@b.org>", ["a@b.org"]), ("a @ b.org", ["a @ b.org"]),
    ("\"unclosed <a@b.org>, c@d.org", ["unclosed <a@b.org>", "c@d.org"]),
    ("\"a \\\"b\\\" c\" <a@b.org>", ["a \"b\" c <a@b.org>"]), ("Name only", ["Name only"]),
  ])
  func `Addresses are separated`(value: String, addresses: [String]) {
    #expect(MailAddresses.parse(Array(value.utf8), charset: nil) == addresses)
  }

  @Test(arguments: [
    ("Tue, 2 Jan 2024 15:04:05 +0100", "2024-01-02T15:04:05+01:00"),
    ("2 Jan 2024 15:04 -0730 (comment)", "2024-01-02T15:04:00-07:30"),
    ("Tue, 02 Jan 24 15:04:05 GMT", "2024-01-02T15:04:05Z"),
    ("Tue, 2 Jan 99 15:04:05 EST", "1999-01-02T15:04:05-05:00"),
    ("Tue, 2 Jan 2024 15:04:05 -0000", "2024-01-02T15:04:05Z"),
    ("Tue Jan  2 15:04:05 2024", "2024-01-02T15:04:05Z"),
    ("Tuesday, 02-Jan-24 15:04:05 UTC", "2024-01-02T15:04:05Z"),
    ("(a) Tue (b), 2(c)January(d)2024 15:04:60", "2024-01-02T15:04:59Z"),
    ("Tue, 2 Jan 2024", "2024-01-02"), ("2 Jan 2024 15:04:05+01:00", "2024-01-02T15:04:05+01:00"),
    ("2 Jan 2024 25:04:05 +0100", "2024-01-02"),
    ("2 Jan 2024 15:04:05 +9999", "2024-01-02T15:04:05Z"),
    ("32 Jan 2024 15:04:05 +0100", nil), ("yesterday", nil), ("", nil), ("2024", nil), ("-", nil),
  ])
  func `Dates become RFC 3339`(value: String, date: String?) {
    #expect(MailDate.parse(Array(value.utf8)) == date)
  }

  @Test(arguments: [
    ("text/plain; name=a.txt", "a.txt"), ("Text/Plain ; Name = \"a b.txt\" ; x=y", "a b.txt"),
    ("x/y; name=my file (1).pdf; z=1", "my file (1).pdf"),
    ("x/y; name=\"C:\\dir\\a.txt\"", "C:\\dir\\a.txt"), ("x/y; name=\"a\\\"b\"", "a\"b"),
    ("x/y; name=\"unclosed", "unclosed"), ("x/y (comment; name=no); name=yes", "yes"),
    ("x/y; name=\"=?utf-8?q?=C3=A4.txt?=\"", "ä.txt"), ("x/y; name=ä.txt", "ä.txt"),
    ("x/y; name*=utf-8'de'%C3%A4%20b.txt", "ä b.txt"),
    ("x/y; name*=iso-8859-1''%E4.txt; name=a.txt", "ä.txt"),
    ("x/y; name*1=b; name*0=a; name*2=c", "abc"),
    ("x/y; name*0*=utf-8''%C3; name*1*=%A4; name*2=.txt", "ä.txt"),
    ("x/y; name*0*=koi8-r''%F0%D2; name*1*=%C9", "При"), ("x/y; name*=plain.txt", "plain.txt"),
    ("x/y; name=", nil), ("x/y; name", nil), ("x/y", nil), ("; = ; =x", nil),
  ])
  func `Parameters are joined and decoded`(value: String, name: String?) {
    let text = MIMEHeaderValue(Array(value.utf8)).text("name")
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == name)
  }

  @Test func `Long names are cut between characters`() {
    let value = MIMEHeaderValue(Array("x/y; name=a\(String(repeating: "ä", count: 600))".utf8))
    #expect(value.text("name")?.count == 1_023)
  }

  @Test(arguments: [
    "Subject: a\n b\n\tc\nX: y\n\nBody", "Subject: a\r\n b\r\n\tc\r\nX: y\r\n\r\nBody",
    "Subject: a\r b\r\tc\rX: y\r\rBody", "From x Mon\nSubject : a\n b\n\tc\n\nBody",
    "  rest of a field\nX: y\nSubject:a b c\nBody", ">From x\nSUBJECT: a\n \n b c\nBody",
    "\n\r\n\u{feff}Subject:\n a b c\n\nBody", "Subject: a b c\nSubject: d\n\nBody",
  ])
  func `Headers end and fold in many ways`(mail: String) throws {
    var sink = CollectingSink()
    let mail = mail.hasPrefix("\n") ? String(mail.dropFirst(2)) : mail
    try MailReader.read(Array(mail.utf8).span, into: &sink)
    #expect(sink.fields[.title] == ["a b c"])
    #expect(sink.text == "Body")
  }
}
