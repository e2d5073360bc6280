import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Documents that a jailed program reads.
@Suite(.timeLimit(.minutes(15)))
struct DocumentTests {
  let home: TemporaryDirectory

  init() throws {
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
  }

  private func write(_ text: String, as name: String) throws {
    try home["files/\(name)"].write(text)
  }

  private static let mail = """
    From: =?utf-8?q?J=C3=B6rg?= <joerg@example.org>
    To: Anna <anna@example.org>
    Subject: Quittenernte
    Date: Sun, 22 Nov 2026 10:00:00 +0100
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=xx

    --xx
    Content-Type: text/plain; charset=iso-8859-1
    Content-Transfer-Encoding: quoted-printable

    Wir k=F6nnen ernten.
    --xx
    Content-Type: image/jpeg; name="baum.jpg"
    Content-Transfer-Encoding: base64

    QmFzZXNpeHR5Zm91cg==
    --xx--
    """

  @Test func `Text is found and markup is not`() throws {
    try write("<html><title>Orchard</title><p class=fence>qu<b>in</b>ce &amp; pear", as: "a.html")
    try write(Self.mail, as: "Maildir/cur/1700000000.M1P2.host:2,S")
    try write("From joerg\n\(Self.mail)\n\nFrom joerg\n\(Self.mail)", as: "Mail.mbox")
    try write("{\\rtf1\\ansi\\ansicpg1252 M\\'fcller {\\b and} sons\\par}", as: "letter.rtf")
    try write("{\"cells\":[{\"cell_type\":\"markdown\",\"source\":[\"medlar\"]}]}", as: "n.ipynb")
    try write("%PDF-1.4\nrawsource\n", as: "a.pdf")
    try write(".TH PEAR 1\n.SH NAME\npear \\- grows on trees\n", as: "pear.1")
    let daemon = try RunningDaemon(in: home)
    func found(_ query: String) throws -> [String] {
      try daemon.found(query).map { $0.description.dropFirst("\(home.path)/files/".count) }
        .map(String.init).sorted()
    }
    #expect(try found("quince") == ["a.html"])
    #expect(try found("title:orchard") == ["a.html"])
    #expect(try found("fence") == [])
    #expect(try found("amp") == [])
    let mails = ["Mail.mbox", "Maildir/cur/1700000000.M1P2.host:2,S"]
    #expect(try found("können ernten") == mails)
    #expect(try found("jörg quittenernte") == mails)
    #expect(try found("baum.jpg") == mails)
    #expect(try found("QmFzZXNpeHR5Zm91cg") == [])
    #expect(try found("multipart") == [])
    #expect(try found("müller and sons") == ["letter.rtf"])
    #expect(try found("ansicpg1252") == [])
    #expect(try found("medlar") == ["n.ipynb"])
    #expect(try found("rawsource") == [])
    #expect(try found("name:a.pdf") == ["a.pdf"])
    #expect(try found("title:\"pear - grows on trees\"") == ["pear.1"])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Documents are found by their fields, and explained with them`() throws {
    try write(Self.mail, as: "harvest.eml")
    try write(
      """
      <html lang="de-AT"><title>Ernte</title><meta name="author" content="Rosa Reich">\
      <meta name="dcterms.created" content="2024-05-01"><p>Quitten.
      """, as: "ernte.html")
    try write(
      """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><office:meta>\
      <meta:initial-creator>Paul Poll</meta:initial-creator><dc:language>en-GB</dc:language>\
      </office:meta><office:body><office:spreadsheet><table:table table:name="Budget">\
      <table:table-row><table:table-cell><text:p>ledger</text:p></table:table-cell>\
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """, as: "plan.fods")
    try write(
      """
      In the morning we walked through the forest, and the birds were already singing, although it was \
      still cold and there was fog over the meadows.
      """, as: "walk.txt")
    let daemon = try RunningDaemon(in: home)
    func found(_ query: String) throws -> [String] {
      try daemon.found(query).map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    }
    #expect(try found("author:jörg") == ["harvest.eml"])
    #expect(try found("from:joerg to:anna subject:quittenernte") == ["harvest.eml"])
    #expect(try found("from:rosa") == [])
    #expect(try found("has:attachment") == ["harvest.eml"])
    #expect(try found("author:rosa created:2024-05-01") == ["ernte.html"])
    #expect(try found("lang:german type:html") == ["ernte.html"])
    #expect(try found("author:paul") == ["plan.fods"])
    #expect(try found("lang:en") == ["plan.fods", "walk.txt"])
    let client = try daemon.connect()
    let hit = try #require(try client.search(SearchMethod.Parameters(query: "ledger")).hits.first)
    #expect(hit.part == PartMessage(kind: .sheet, number: 1, label: "Budget"))
    #expect(hit.document.authors == ["Paul Poll"])
    let explained = try daemon.connectDirectly().explain(
      ExplainMethod.Parameters(path: "\(home["files/ernte.html"])"))
    let text = explained.steps.map(\.text).joined(separator: "\n")
    #expect(text.contains("By 'Rosa Reich'; created at 2024-05-01T12:00:00Z"), "\(text)")
    #expect(text.contains("in language 'de', as it declares"), "\(text)")
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Text in other encodings is found, and explain names the encoding`() throws {
    let path = home["files/notes.txt"]
    try path.write("Grüße aus Köln".unicodeScalars.map { UInt8($0.value) })
    let units = "quince".utf8.flatMap { [$0, 0 as UInt8] }
    try home["files/utf16.txt"].write([0xff, 0xfe] + units)
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("grüße") == [path])
    #expect(try daemon.found("quince") == [home["files/utf16.txt"]])
    let explanation = try daemon.sitta(["explain", "\(path)"])
    #expect(explanation.outputText.contains("windows-1252"), "\(explanation.outputText)")
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A killed reader costs nothing but another attempt`() throws {
    for number in 0..<20 { try write("<p>quince \(number)", as: "\(number).html") }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("quince").count == 20)
    let readers = try Self.children(of: daemon.process.number)
    #expect(!readers.isEmpty)
    for reader in readers { try Tool.run("/bin/kill", "-KILL", "\(reader)") }
    try write("<p>medlar", as: "new.html")
    #expect(try daemon.found("medlar") == [home["files/new.html"]])
    #expect(try daemon.connectDirectly().status().failed == 0)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Without the program documents are found by their names, and status says so`() throws {
    try write("<p>quince", as: "orchard.html")
    // A copy of the daemon that has no program beside it.
    let copy = home["bin/sittad"]
    try home["bin"].makeDirectory()
    try Tool.run("/bin/cp", "\(Binary.sittad.path)", "\(copy)")
    let daemon = try RunningDaemon(in: home, prefix: ["/bin/sh", "-c", "exec '\(copy)' \"$@\""])
    #expect(try daemon.found("quince") == [])
    #expect(try daemon.found("orchard") == [home["files/orchard.html"]])
    let warnings = try daemon.connectDirectly().status().warnings
    let isTold = warnings.contains { $0.contains("sitta-extract is missing or does not run") }
    #expect(isTold, "\(warnings)")
    #expect(try daemon.terminate().ending == .exited(0))
    // Once it is there, they are read.
    let next = try RunningDaemon(in: home)
    #expect(try next.found("quince") == [home["files/orchard.html"]])
    #expect(try next.terminate().ending == .exited(0))
  }

  /// Starts a daemon with a program that answers as the real one, ends at one document, and counts.
  private func daemonWithOwnReader() throws -> RunningDaemon {
    try home["bin"].makeDirectory()
    try Tool.run("/bin/cp", "\(Binary.sittad.path)", "\(home["bin/sittad"])")
    try home["bin/sitta-extract"].write(
      """
      #!/usr/bin/env python3
      import os, socket, struct
      daemon = socket.socket(fileno=0)
      def send(number, *frames):
          sizes = (struct.pack("<I", len(frame)) + frame for frame in frames)
          daemon.send(struct.pack("<I", number) + b"".join(sizes))
      send(0, struct.pack("<BBB", 6, 7, 1))
      count = 0
      while True:
          packet, files, *_ = socket.recv_fds(daemon, 100, 1)
          if not packet: break
          number = struct.unpack("<I", packet[4:8])[0]
          count += 1
          text = os.pread(files[0], 1000, 0)
          os.close(files[0])
          if b"hemlock" in text: os._exit(1)
          text += b" request%d" % count
          send(number, bytes([3]) + text, struct.pack("<BBQ", 4, 0, 1))
      """)
    try home["bin/sitta-extract"].setPermissions(0o700)
    return try RunningDaemon(
      in: home, prefix: ["/bin/sh", "-c", "exec '\(home["bin/sittad"])' \"$@\""])
  }

  @Test func `A large document is read once`() throws {
    try write("<p>quince" + String(repeating: " ", count: 600 << 10), as: "large.html")
    let daemon = try daemonWithOwnReader()
    #expect(try daemon.found("quince request1").count == 1)
  }

  @Test func `A document that ends its reader twice is given up, and others are read`() throws {
    for number in 0..<5 { try write("<p>quince \(number)", as: "\(number).html") }
    try write("<p>hemlock", as: "poison.html")
    let daemon = try daemonWithOwnReader()
    #expect(try daemon.found("quince").count == 5)
    #expect(try daemon.found("poison") == [home["files/poison.html"]])
    try daemon.waitForStatus { $0.failed == 1 }
    let note = "Given up: the program that read it was killed twice."
    let list = try daemon.sitta(["list", "--failed"]).outputText
    #expect(list == "\(home["files/poison.html"])\n  \(note) (html 3)\n")
    try write("<p>quince is no poison", as: "poison.html")
    #expect(try daemon.found("quince").count == 6)
    #expect(try daemon.connectDirectly().status().failed == 0)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  private static func children(of process: Int32) throws -> [Substring] {
    try Tool.run("/usr/bin/pgrep", "--parent", "\(process)").split(separator: "\n")
  }
}
