import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Files in archives, attachments of mails and messages of mailboxes are documents of their own.
@Suite(.timeLimit(.minutes(15)))
struct MemberDocumentTests {
  let home: TemporaryDirectory

  init() throws {
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
  }

  private func zip(_ members: [(path: String, text: String)]) -> [UInt8] {
    var zip = ZipBuilder()
    for member in members { zip.add(member.path, member.text) }
    return zip.file
  }

  private static func mail(_ id: String, _ text: String) -> String {
    """
    From: joerg@example.org
    Subject: Harvest
    Message-ID: <\(id)@example.org>
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=xx

    --xx
    Content-Type: text/plain

    \(text)
    --xx
    Content-Type: text/html
    Content-Disposition: attachment; filename="list.html"

    <p>attached \(text)</p>
    --xx--

    """
  }

  /// The documents that a query finds, relative to the files of the daemon.
  private func found(_ query: String, _ daemon: RunningDaemon) throws -> [String] {
    try daemon.locations(query).map { location in
      String("\(location)".dropFirst("\(daemon.files)/".count))
    }.sorted()
  }

  /// A PDF document with files that are attached to it.
  private static func pdf(_ text: String, _ files: [(name: String, content: [UInt8])]) -> [UInt8] {
    var document = PortableDocument([text])
    // The objects of a document with one page end with the sixth.
    let names = files.indices.map { "(\($0))\(8 + 2 * $0) 0 R" }
    document.catalog = "/Names<</EmbeddedFiles<</Names[\(names.joined(separator: " "))]>>>>"
    document.more = files.enumerated().flatMap { index, file in
      [
        PortableDocument.object(file.content, "/Type/EmbeddedFile"),
        Array("<</Type/Filespec/F(\(file.name))/EF<</F \(7 + 2 * index) 0 R>>>>".utf8),
      ]
    }
    return document.bytes
  }

  @Test func `Files that are attached to PDF documents are documents of their own`() throws {
    let innermost = Self.pdf("rowan", [("t.txt", Array("hawthorn".utf8))])
    let inner = Self.pdf("sorb", [("innermost.pdf", innermost)])
    try home["files/a.pdf"].write(
      Self.pdf(
        "quince", [("b.html", Array("<p>medlar</p>".utf8)), ("inner.pdf", inner), ("n.txt", inner)])
    )
    let daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon) == ["a.pdf"])
    #expect(try found("medlar", daemon) == ["a.pdf!/b.html"])
    #expect(try found("sorb", daemon) == ["a.pdf!/inner.pdf", "a.pdf!/n.txt"])
    #expect(
      try found("rowan", daemon) == [
        "a.pdf!/inner.pdf!/innermost.pdf", "a.pdf!/n.txt!/innermost.pdf",
      ])
    #expect(try found("hawthorn", daemon).count == 2)
    #expect(try daemon.connectDirectly().status().failed == 0)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Members are found with their paths in their containers`() throws {
    try home["files/a.zip"].write(
      zip([
        ("docs/b.txt", "quince"), ("page.html", "<p>medlar</p>"), ("empty/", ""),
        ("m.eml", Self.mail("1", "sorb")), (".hidden", "quince"), ("id_rsa", "quince"),
      ]))
    try home["files/m.eml"].write(Self.mail("2", "rowan"))
    try home["files/all.mbox"].write(
      "From a\n" + Self.mail("3", "hawthorn") + "\nFrom b\n" + Self.mail("4", "whitebeam"))
    let daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon) == ["a.zip!/docs/b.txt"])
    #expect(try found("medlar", daemon) == ["a.zip!/page.html"])
    #expect(try found("sorb", daemon) == ["a.zip!/m.eml", "a.zip!/m.eml!/list.html"])
    #expect(try found("rowan -attached", daemon) == ["m.eml"])
    #expect(try found("attached rowan", daemon) == ["m.eml!/list.html"])
    #expect(
      try found("hawthorn", daemon) == [
        "all.mbox!/<3@example.org>", "all.mbox!/<3@example.org>!/list.html",
      ])
    #expect(try found("from:joerg in:\"\(home["files/all.mbox"])\"", daemon).count == 2)
    let explained = try daemon.sitta(["explain", "\(home["files/a.zip"])!/docs/b.txt", "quince"])
    #expect(explained.ending == .exited(0), "\(explained.outputText)")
    #expect(explained.outputText.contains("'docs/b.txt' is a member of it."))
    let unknown = try daemon.sitta(["explain", "\(home["files/a.zip"])!/docs/no.txt"])
    #expect(unknown.outputText.contains("The file has no member 'docs/no.txt' in the index."))
    let json = try daemon.sitta(["search", "--json", "quince"]).outputText
    #expect(json.contains("\"member\":\"docs/b.txt\"") && json.contains("a.zip#!/docs/b.txt"))
    let listed = try daemon.sitta(["list", "\(home["files/a.zip"])"]).outputText
    #expect(listed.hasPrefix("\(home["files/a.zip"])\n") && listed.contains("a.zip!/page.html\n"))
    let paths = try daemon.sitta(["search", "-0", "sorb OR medlar"]).outputText
    #expect(paths == "\(home["files/a.zip"])\0")
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Members change, move and go with their file`() throws {
    let archive = home["files/a.zip"]
    try archive.write(zip([("b.txt", "quince"), ("c.txt", "medlar")]))
    let daemon = try RunningDaemon(in: home)
    #expect(try found("quince OR medlar", daemon) == ["a.zip!/b.txt", "a.zip!/c.txt"])
    try home["files/new"].write(zip([("b.txt", "quince"), ("d.txt", "sorb")]))
    try home["files/new"].rename(to: archive)
    #expect(try found("quince OR medlar OR sorb", daemon) == ["a.zip!/b.txt", "a.zip!/d.txt"])
    try home["files/in"].makeDirectory()
    try archive.rename(to: home["files/in/z.zip"])
    #expect(try found("quince", daemon) == ["in/z.zip!/b.txt"])
    try home["files/in"].rename(to: home["files/out"])
    #expect(try found("quince", daemon) == ["out/z.zip!/b.txt"])
    try home["files/out/z.zip"].write("no archive any more: rowan")
    #expect(try found("quince", daemon) == [])
    #expect(try found("rowan", daemon) == ["out/z.zip"])
    try home["files/out/z.zip"].write(zip([("b.txt", "quince")]))
    #expect(try found("quince", daemon) == ["out/z.zip!/b.txt"])
    let forgotten = try daemon.sitta(["forget", "\(home["files/out/z.zip"])"])
    #expect(forgotten.ending == .exited(0), "\(forgotten.errorText)")
    #expect(try found("quince", daemon) == [])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A large archive is read beside other changes, and Exclude= holds in it`() throws {
    var members: [(path: String, text: String)] = []
    for number in 0..<600 {
      members.append((path: "folder\(number % 7)/\(number).txt", text: "quince number\(number)"))
    }
    members.append((path: "build/out.txt", text: "quince"))
    try home["files/large.zip"].write(zip(members))
    let daemon = try RunningDaemon(in: home, configuration: "[Index]\nExclude=build\n")
    #expect(try daemon.locations("quince").count == 600)
    #expect(try found("number599", daemon) == ["large.zip!/folder4/599.txt"])
    members[0].text = "medlar"
    try home["files/large.zip"].write(zip(members))
    try home["files/beside.txt"].write("rowan")
    #expect(try found("rowan", daemon) == ["beside.txt"])
    #expect(try found("medlar", daemon) == ["large.zip!/folder0/0.txt"])
    #expect(try daemon.locations("quince").count == 599)
    try home["files/large.zip"].removeFile()
    #expect(try daemon.listed() == [home["files/beside.txt"]])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A mailbox that grew is found with its new message`() throws {
    let mailbox = home["files/all.mbox"]
    let first = "From a\n" + Self.mail("1", "quince") + "\n"
    try mailbox.write(first)
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.locations("quince").count == 2)
    try mailbox.write(first + "From b\n" + Self.mail("2", "medlar") + "\n")
    #expect(try daemon.locations("medlar").count == 2)
    #expect(try daemon.locations("quince").count == 2)
    try mailbox.write("From b\n" + Self.mail("2", "medlar") + "\n")
    #expect(try daemon.locations("quince").isEmpty)
    #expect(try daemon.locations("medlar").count == 2)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test(arguments: [1, 300])
  func `Only what was appended to a mailbox is read`(count: Int) throws {
    let mailbox = home["files/all.mbox"]
    let filler = String(repeating: "filler text and more of it\n", count: 3_000)
    let old = "From a\n\(Self.mail("1", "quince"))\nFrom b\n\(Self.mail("2", filler))\n"
    let new = (1...count).reversed().map { number in
      "From c\n\(Self.mail("\(number)", number == 1 ? "medlar last" : "medlar"))\n"
    }.joined()
    try mailbox.write(old)
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.locations("quince").count == 2)
    // More than 64 KiB before the end, which is not read in a file that grew.
    try mailbox.write(old.replacing("quince", with: "rowans") + new)
    try daemon.waitForStatus { $0.documents == 5 + 2 * count && $0.state == .idle }
    #expect(try daemon.locations("quince").count == 2)
    #expect(try daemon.locations("rowans").isEmpty)
    // The name of a message that is there is not taken.
    #expect(
      try found("last", daemon) == [
        "all.mbox!/<1@example.org> (2)", "all.mbox!/<1@example.org>!/list.html (2)",
      ])
    // The bytes before the known end are others, so that all is read.
    let changed = old.replacing("quince", with: "rowans").replacing("more of", with: "less of")
    let others = new.replacing("medlar", with: "nutmeg")
    try mailbox.write(changed + others + "From d\n\(Self.mail("0", "sorb"))\n")
    try daemon.waitForStatus { $0.documents == 7 + 2 * count && $0.state == .idle }
    #expect(try daemon.locations("sorb").count == 2)
    #expect(try daemon.locations("rowans").count == 2)
    #expect(try daemon.locations("quince").isEmpty)
    #expect(try daemon.locations("medlar").isEmpty)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A mailbox may have more messages than an archive may have members`() throws {
    let messages = (1...10_020).map { number in
      "From a\nFrom: a@b.c\nSubject: number\(number)\nMessage-ID: <\(number)@b.c>\n\nquince\n\n"
    }
    try home["files/all.mbox"].write(messages.joined())
    let daemon = try RunningDaemon(in: home)
    try daemon.waitForStatus { $0.documents == 10_021 && $0.state == .idle }
    #expect(try found("subject:number1", daemon) == ["all.mbox!/<1@b.c>"])
    #expect(try found("subject:number10020", daemon) == ["all.mbox!/<10020@b.c>"])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A new rule holds for members that are in the index`() throws {
    try home["files/a.zip"].write(zip([("one/b.txt", "quince"), ("two/c.txt", "quince")]))
    let daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon) == ["a.zip!/one/b.txt", "a.zip!/two/c.txt"])
    try home[".config/sitta/sittad.conf.d/zz.conf"].write("[Index]\nExclude=one\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try found("quince", daemon) == ["a.zip!/two/c.txt"])
    try home[".config/sitta/sittad.conf.d/zz.conf"].write("[Index]\nExclude=\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try found("quince", daemon) == ["a.zip!/one/b.txt", "a.zip!/two/c.txt"])
  }

  @Test func `A rule that changed while no daemon ran holds for members`() throws {
    try home["files/a.zip"].write(zip([("one/b.txt", "quince"), ("two/c.txt", "quince")]))
    let configuration = home[".config/sitta/sittad.conf.d/zz.conf"]
    try configuration.write("[Index]\nExclude=one two\n")
    var daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon).isEmpty)
    #expect(try daemon.terminate().ending == .exited(0))
    try configuration.write("[Index]\nExclude=two\n")
    daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon) == ["a.zip!/one/b.txt"])
    #expect(try daemon.terminate().ending == .exited(0))
    try configuration.write("[Extract]\nArchives=no\n")
    daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon).isEmpty)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A file with rules holds for members below its folder`() throws {
    try home["files/in/a.zip"].write(zip([("one/b.txt", "quince"), ("two/c.txt", "quince")]))
    try home["files/a.zip"].write(zip([("one/b.txt", "quince")]))
    let daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon).count == 3)
    try home["files/in/.ignore"].write("one\n")
    #expect(try found("quince", daemon) == ["a.zip!/one/b.txt", "in/a.zip!/two/c.txt"])
    try home["files/in/.ignore"].write("two\n")
    #expect(try found("quince", daemon) == ["a.zip!/one/b.txt", "in/a.zip!/one/b.txt"])
    try home["files/in/.ignore"].removeFile()
    #expect(try found("quince", daemon).count == 3)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A PDF document attached to a mail is found with its page`() throws {
    let document = PortableDocument(["quince", "medlar"]).bytes
    var zip = ZipBuilder()
    zip.add(Array("in/report.pdf".utf8), document)
    try home["files/a.zip"].write(zip.file)
    try home["files/mail.eml"].write(
      """
      From: joerg@example.org
      MIME-Version: 1.0
      Content-Type: application/pdf; name="plan.pdf"
      Content-Disposition: attachment; filename="plan.pdf"
      Content-Transfer-Encoding: 8bit

      \(String(decoding: document, as: UTF8.self))
      """)
    let daemon = try RunningDaemon(in: home)
    #expect(try found("medlar", daemon) == ["a.zip!/in/report.pdf", "mail.eml!/plan.pdf"])
    let hits = try daemon.connect().search(SearchMethod.Parameters(query: "medlar", strict: true))
      .hits
    #expect(hits.allSatisfy { $0.part?.kind == .page && $0.part?.number == 2 })
    #expect(hits.count == 2)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Files that are attached to a PDF document are found, whichever program reads them`()
    throws
  {
    var document = PortableDocument(["page"])
    document.catalog = "/Names<</EmbeddedFiles<</Names[(a)8 0 R(b)10 0 R]>>>>"
    document.more = [
      PortableDocument.object(Array("quince".utf8)),
      Array("<</Type/Filespec/F(note.txt)/EF<</F 7 0 R>>>>".utf8),
      PortableDocument.object(Array("<p>qui<b>nce</b></p>".utf8)),
      Array("<</Type/Filespec/F(page.html)/EF<</F 9 0 R>>>>".utf8),
    ]
    try home["files/a.pdf"].write(document.bytes)
    let daemon = try RunningDaemon(in: home)
    #expect(try found("quince", daemon) == ["a.pdf!/note.txt", "a.pdf!/page.html"])
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `A PDF document in an archive is read once, and waits without its program`() throws {
    var zip = ZipBuilder()
    zip.add(Array("a.pdf".utf8), PortableDocument(["quince"]).bytes)
    try home["files/a.zip"].write(zip.file)
    let programs = home["bin"]
    try programs.makeDirectory()
    for program in [Binary.sittad, .extractor, .portableDocumentExtractor] {
      try Tool.run("/bin/cp", "\(program.path)", "\(programs)")
    }
    try Tool.run(
      "/bin/cp", "\(Binary.extractor.path.parent.appending("libsitta-pdf.so"))", "\(programs)")
    func start() throws -> RunningDaemon {
      let copy = programs.appending("sittad")
      return try RunningDaemon(in: home, prefix: ["/bin/sh", "-c", "exec '\(copy)' \"$@\""])
    }
    var daemon = try start()
    #expect(try found("quince", daemon) == ["a.zip!/a.pdf"])
    #expect(try daemon.terminate().ending == .exited(0))
    let program = programs.appending("sitta-extract-pdf")
    try program.removeFile()
    zip.add(Array("b.pdf".utf8), PortableDocument(["medlar"]).bytes)
    try home["files/a.zip"].write(zip.file)
    daemon = try start()
    #expect(try found("quince", daemon) == ["a.zip!/a.pdf"], "It was not read again.")
    #expect(try found("medlar", daemon).isEmpty)
    #expect(try found("name:b.pdf", daemon) == ["a.zip!/b.pdf"])
    #expect(try daemon.terminate().ending == .exited(0))
    try Tool.run("/bin/cp", "\(Binary.portableDocumentExtractor.path)", "\(program)")
    daemon = try start()
    #expect(try found("medlar", daemon) == ["a.zip!/b.pdf"])
    #expect(try daemon.terminate().ending == .exited(0))
  }
}
