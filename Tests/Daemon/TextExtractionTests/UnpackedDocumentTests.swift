import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// PDF documents in containers: one jailed program unpacks them, another one reads them.
@Suite(.timeLimit(.minutes(15)))
struct UnpackedDocumentTests {
  let members: MemberTests

  init() throws {
    members = try MemberTests()
  }

  private static func pdf(_ words: String, title: String = "") -> [UInt8] {
    var document = PortableDocument([words, "second page"])
    document.information = "/Title(\(title))"
    return document.bytes
  }

  private static func mail(_ attachment: [UInt8]) -> [UInt8] {
    Array(
      """
      From: Ann <ann@example.org>
      Message-ID: <1@example.org>
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=x

      --x
      Content-Type: text/plain

      The plan is attached.
      --x
      Content-Type: application/pdf; name="plan.pdf"
      Content-Disposition: attachment; filename="plan.pdf"
      Content-Transfer-Encoding: base64

      \(MemberTests.base64(attachment))
      --x--

      """.utf8)
  }

  private func gzip(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    try members.folder[name].write(bytes)
    let report = try ChildProcess.run(
      ChildProcess.Command("/bin/gzip", [Array("\(members.folder[name])".utf8)]),
      until: .now + .seconds(60))
    #expect(report.ending == .exited(0))
    return try members.folder[name + ".gz"].contents()
  }

  @Test func `A PDF document in an archive is read page by page`() throws {
    var zip = ZipBuilder()
    zip.add("before.txt", "before")
    zip.add(Array("docs/report.pdf".utf8), Self.pdf("quince", title: "Harvest"))
    zip.add(Array("same.pdf".utf8), Self.pdf("medlar", title: "Same"))
    zip.add("after.txt", "after")
    let result = try members.read(zip.file, as: "a.zip")
    #expect(result.paths == ["before.txt", "docs/report.pdf", "same.pdf", "after.txt"])
    let report = try result.member("docs/report.pdf").document
    #expect(try result.text("docs/report.pdf").contains("quince"))
    #expect(report.reader == ReaderVersion(.pdf))
    #expect((report.title, report.pages) == ("Harvest", 2))
    #expect(report.parts.count == 2)
    #expect(report.extent == .whole)
    #expect(report.readingTime > 0)
    #expect(try result.member("same.pdf").document.title == nil, "It is the name of the file.")
    #expect(try result.text("after.txt") == "after")
    #expect(result.document.extent == .whole)
  }

  @Test func `A PDF document attached to a mail, in an archive too, is read`() throws {
    let mail = Self.mail(Self.pdf("quince"))
    let plain = try members.read(mail, as: "a.eml")
    #expect(try plain.text("plan.pdf").contains("quince"))
    #expect(try plain.member("plan.pdf").checksum != nil)
    var zip = ZipBuilder()
    zip.add(Array("b.eml".utf8), mail)
    zip.add(Array("c.pdf.gz".utf8), try gzip(Self.pdf("medlar"), "c.pdf"))
    let packed = try members.read(zip.file, as: "a.zip")
    #expect(try packed.text("b.eml!plan.pdf").contains("quince"))
    #expect(try packed.text("c.pdf.gz").contains("medlar"))
  }

  @Test func `A compressed PDF document is read`() throws {
    let result = try members.read(try gzip(Self.pdf("quince"), "a.pdf"), as: "a.pdf.gz")
    #expect(result.text.contains("quince"))
    #expect(result.document.pages == 2)
    #expect(result.document.reader == ReaderVersion(.pdf))
  }

  @Test func `A member that need not be read is not given`() throws {
    var zip = ZipBuilder()
    zip.add(Array("a.pdf".utf8), Self.pdf("quince"))
    zip.add(Array("b.pdf".utf8), Self.pdf("medlar"))
    zip.add("c.txt", "text")
    var asked: [ExtractedMember] = []
    let result = try members.read(zip.file, as: "a.zip") { member in
      asked.append(member)
      return asked.count == 2
    }
    #expect(asked.map(MemberTests.path) == ["a.pdf", "b.pdf"])
    #expect(asked.allSatisfy { $0.document.text.isEmpty && $0.checksum != nil })
    #expect(result.paths == ["b.pdf", "c.txt"])
    // A member in a mail has the checksum of its file.
    let texts = try ["quince", "quince", "medlar"].map { text in
      try members.read(Self.mail(Self.pdf(text)), as: "a.eml").member("plan.pdf").checksum
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
  }

  @Test func `Without the program of PDF other members are read, and the document waits`() throws {
    let programs = members.folder["programs"]
    try programs.makeDirectory()
    try programs.appending("sitta-extract").makeSymbolicLink(to: Program.sibling("sitta-extract"))
    members.extractor.settings.programs = programs
    var zip = ZipBuilder()
    for name in ["a.pdf", "b.pdf"] { zip.add(Array(name.utf8), Self.pdf("quince")) }
    zip.add("c.txt", "text")
    let result = try members.read(zip.file, as: "a.zip")
    for name in ["a.pdf", "b.pdf"] {
      let document = try result.member(name).document
      #expect(document.reader == ReaderVersion(.pdf, .unavailable))
      #expect(document.extent == .part(because: ExtractedText.missingProgram))
    }
    #expect(try result.text("c.txt") == "text")
    #expect(members.extractor.obstacles == [.missingProgram(.pdf)])
    // The general program reads on, and knows the other one when it is there.
    let program = try Program.sibling("sitta-extract-pdf")
    try programs.appending("sitta-extract-pdf").makeSymbolicLink(to: program)
    #expect(try members.read(zip.file, as: "a.zip").text("a.pdf").contains("quince"))
  }

  @Test func `A damaged PDF document says so, and the others are read`() throws {
    var zip = ZipBuilder()
    zip.add(Array("a.pdf".utf8), Array("%PDF-1.4\nnothing".utf8))
    zip.add(Array("b.pdf".utf8), Self.pdf("quince"))
    let result = try members.read(zip.file, as: "a.zip")
    #expect(try result.member("a.pdf").document.extent != .whole)
    #expect(try result.text("b.pdf").contains("quince"))
  }

  @Test func `A format that is left out is not read in containers`() throws {
    _ = members.extractor.settings.formats.apply("-pdf")
    var zip = ZipBuilder()
    zip.add(Array("a.pdf".utf8), Self.pdf("quince"))
    let document = try members.read(zip.file, as: "a.zip").member("a.pdf").document
    #expect(document.reader == ReaderVersion(.pdf, .leftOut))
    #expect(document.text.isEmpty)
    #expect(document.extent == .nothing)
  }

  @Test func `An allowance ends with its time or with deaths`() {
    var allowance = MemberAllowance(timeLimit: 60)
    #expect(allowance.refusal(of: .pdf) == nil)
    allowance.take(600_000_000, waiting: .zero)
    #expect(allowance.refusal(of: .pdf) != nil)
    allowance = MemberAllowance(timeLimit: 60)
    var retries = 0
    while allowance.refusal(of: .pdf) == nil, retries < 100 {
      if allowance.takeDeath(isFirst: true) { retries += 1 }
    }
    #expect(retries == 9)
    #expect(allowance.refusal(of: .pdf) != nil)
    allowance = MemberAllowance(timeLimit: 60)
    let isRetried = allowance.takeDeath(isFirst: false)
    #expect(!isRetried)
    allowance = MemberAllowance(timeLimit: 60)
    allowance.miss(.pdf)
    #expect(allowance.refusal(of: .pdf) == ExtractedText.missingProgram)
    #expect(allowance.refusal(of: .general) == nil)
  }
}
