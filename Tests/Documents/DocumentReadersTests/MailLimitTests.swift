import TestSupport
import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Hostile mails: each must be read in time, and none may trap.
@Suite(.timeLimit(.minutes(15)))
struct MailLimitTests {
  private func read(_ mail: String) throws -> CollectingSink {
    var sink = CollectingSink()
    try MailReader.read(Array(mail.utf8).span, into: &sink)
    return sink
  }

  @Test func `Too many nested multiparts keep the text around them`() {
    var mail = ""
    for depth in 0..<20_000 {
      mail +=
        "Content-Type: multipart/mixed; boundary=b\(depth)\n\n--b\(depth)\n\ntext\n--b\(depth)\n"
    }
    mail += "--b0\n\nlast words"
    var sink = CollectingSink()
    #expect(throws: ReadingFailure.unsupported("More than 32 multiparts in each other.")) {
      try MailReader.read(Array(mail.utf8).span, into: &sink)
    }
    #expect(sink.parts.count == 33)
    #expect(sink.text.hasSuffix("text\n\nlast words"))
  }

  @Test func `Too many parts are cut`() {
    let mail =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n"
      + String(repeating: "--b\n\n", count: 50_000)
    var sink = CollectingSink()
    #expect(throws: ReadingFailure.memberLimit) {
      try MailReader.read(Array(mail.utf8).span, into: &sink)
    }
    #expect(sink.text == "text")
  }

  @Test(arguments: [
    "X: " + String(repeating: "y\nX: ", count: 50_000),
    "Subject: " + String(repeating: "=?a?q?", count: 50_000),
    "To: " + String(repeating: "(", count: 200_000),
    "To: " + String(repeating: "\"", count: 200_000),
    "To: " + String(repeating: "=?", count: 100_000),
    "To: " + String(repeating: "a,", count: 100_000),
    "Content-Type: text/plain" + String(repeating: "; a*0*=x", count: 50_000),
    String(repeating: "From \n", count: 50_000), String(repeating: " \n", count: 50_000),
  ])
  func `Long headers are read in linear time`(header: String) throws {
    #expect(try read(header + "\n\nbody").text == "body")
  }

  @Test(.timeLimit(.minutes(15)))
  func `Colons after a long name without brackets are read in linear time`() throws {
    let address =
      String(repeating: "x", count: 125_000) + "@" + String(repeating: ":", count: 125_000)
    #expect(try read("To: \(address)\n\nbody").fields[.recipient] == [address])
  }

  /// A generator with a fixed beginning (SplitMix64).
  private static let sample = """
    From a@b Tue Jan  2 15:04:05 2024
    From: =?utf-8?q?J=C3=B6rg?= <j@b> (c), "D, A" <d@e>
    To: G: x@y, z@w;
    Subject: =?koi8-r?B?8NLJ?= =?iso-2022-jp?B?GyRCRnwbKEI=?=
    Date: Tue, 2 Jan 24 15:04:05 EST
    Message-ID: <1@b>
    Content-Length: 900
    Content-Type: multipart/mixed; boundary="b"

    --b
    Content-Type: multipart/alternative; boundary=c

    --c
    Content-Type: text/plain; charset=iso-8859-1; format=flowed; delsp=yes
    Content-Transfer-Encoding: quoted-printable

    Gr=FC=DFe an =
    alle\u{20}
    > quoted\u{20}
    begin 644 x
    #0V%T
    end
    -----BEGIN PGP MESSAGE-----
    hQEMA
    --c
    Content-Type: text/html; charset=utf-8

    <p>Text &amp; <b>mo</b>re &#228;</p><!-- c --><script>x</script>
    --c--
    --b
    Content-Type: image/png; name*0*=utf-8''%C3%A4; name*1=b.png
    Content-Transfer-Encoding: base64

    iVBORw0KGgo=
    --b
    Content-Type: application/octet-stream
    Content-Transfer-Encoding: x-uuencode

    begin 644 a
    #0V%T
    `
    end
    --b
    Content-Type: message/rfc822

    Subject: inner

    text
    --b--

    From a@b Tue Jan  2 15:04:05 2024
    Subject: second

    >From x

    """

  @Test func `Changed bytes never trap`() {
    let sample = Array(Self.sample.utf8)
    let special = Array("\n\r\0 ;:=?\"'()<>*-%,\\\u{ff}".utf8)
    var generator = SplitMix(seed: 42)
    for round in 0..<2_000 {
      var mail = sample
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let offset = Int.random(in: 0..<mail.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: mail[offset] = UInt8.random(in: 0...255, using: &generator)
        case 1: mail[offset] = special.randomElement(using: &generator) ?? 0
        case 2: mail.insert(special.randomElement(using: &generator) ?? 0, at: offset)
        case 3: mail.removeSubrange(offset..<min(offset + 9, mail.count))
        default: if round % 4 == 0 { mail.removeSubrange(offset...) }
        }
        if mail.isEmpty { mail = [0x0a] }
      }
      var sink = CollectingSink()
      switch round % 4 {
      case 0: try? MailboxReader.read(mail.span, into: &sink)
      case 1: try? MailReader.read(mhtml: mail.span, into: &sink)
      default: try? MailReader.read(mail.span, into: &sink)
      }
    }
  }
}
