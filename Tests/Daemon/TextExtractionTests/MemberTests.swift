import ExtractionProtocol
import LinuxSystem
import TestSupport
import Testing

@testable import TextExtraction

/// Members of containers, read by the real jailed program.
@Suite(.timeLimit(.minutes(15)))
struct MemberTests {
  let folder: TemporaryDirectory
  let extractor: DocumentExtractor

  init() throws {
    folder = try TemporaryDirectory()
    extractor = DocumentExtractor(
      ExtractionSettings(programs: try Program.sibling("sitta-extract").parent))
  }

  /// The content that was read from a container.
  struct Container {
    var document: ExtractedText
    var members: [ExtractedMember] = []

    var text: String { String(decoding: document.text, as: UTF8.self) }
    /// The paths in the order of the members, with `!` between containers.
    var paths: [String] { members.map(MemberTests.path) }

    func member(_ path: String) throws -> ExtractedMember {
      try #require(members.first { MemberTests.path($0) == path }, "\(path) is not in \(paths).")
    }

    func text(_ path: String) throws -> String {
      String(decoding: try member(path).document.text, as: UTF8.self)
    }
  }

  static func path(_ member: ExtractedMember) -> String {
    member.path.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "!")
  }

  func read(
    _ bytes: [UInt8], as name: String, from start: UInt64 = 0, limit: Int = 1 << 20,
    needsReading: (ExtractedMember) -> Bool = { _ in true }
  ) throws -> Container {
    try folder[name].write(bytes)
    let file = try FileDescriptor(openingForeign: folder[name])
    var members: [ExtractedMember] = []
    let result = try extractor.extract(
      file, file.status(), name: Array(name.utf8), byteLimit: limit, from: start,
      needsReading: needsReading, member: { members.append($0) })
    guard case .read(let document) = result else {
      throw Failure(result: result)
    }
    return Container(document: document, members: members)
  }

  struct Failure: Error {
    let result: DocumentExtractor.Result
  }

  private static let inner: [UInt8] = {
    var zip = ZipBuilder()
    zip.add("deep/note.txt", "deep note")
    return zip.file
  }()

  static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? letters[value >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }

  static let mail = """
    From: Ann <ann@example.org>
    To: bob@example.org
    Subject: Plans
    Message-ID: <1@example.org>
    MIME-Version: 1.0
    Content-Type: multipart/mixed; boundary=x

    --x
    Content-Type: text/plain

    The plan is attached.
    --x
    Content-Type: application/octet-stream; name="files.zip"
    Content-Disposition: attachment; filename="files.zip"
    Content-Transfer-Encoding: base64

    \(base64(inner))
    --x
    Content-Type: image/png; name="logo.png"
    Content-ID: <logo>
    Content-Disposition: inline; filename="logo.png"
    Content-Transfer-Encoding: base64

    \(base64(Array("\u{89}PNG".utf8.dropFirst()) + [0x0d, 0x0a, 0x1a, 0x0a]))
    --x--

    """

  @Test func `An archive gives each file as its own reader reads it`() throws {
    var zip = ZipBuilder()
    zip.add("a.md", "# Heading\n\ntext of a\n")
    let latin = "Straße und Größe überall".unicodeScalars.map { UInt8($0.value) }
    zip.add(Array("latin.txt".utf8), latin)
    let docx = try #require(SampleDocuments.samples[.officeOpenXML])
    zip.add(Array("d/b.docx".utf8), docx.bytes)
    zip.add("c.eml", Self.mail)
    zip.add("page.html", "<title>Page</title><p>text of page")
    let packed = try #require(SampleDocuments.samples[.plainText])
    zip.add(Array("e.txt.gz".utf8), packed.bytes)
    zip.add(Array("f.bin".utf8), Array("\u{7f}ELF".utf8) + [2, 1, 1, 0])
    let result = try read(zip.file, as: "a.zip")

    #expect(result.document.extent == .whole)
    #expect(result.text == "\nf.bin\n")
    #expect(try result.text("a.md") == "# Heading\n\ntext of a\n")
    #expect(try result.member("a.md").document.title == "Heading")
    #expect(try result.member("a.md").document.reader == .plainText)
    #expect(try result.text("latin.txt").hasPrefix("Straße und Größe"))
    #expect(try result.member("latin.txt").document.charset == "windows-1252")
    #expect(try result.text("d/b.docx").contains("größe"))
    #expect(try result.member("d/b.docx").document.reader == ReaderVersion(.officeOpenXML))
    #expect(try result.text("page.html") == "text of page")
    #expect(try result.member("page.html").document.title == "Page")
    #expect(try result.text("e.txt.gz").contains("größe"))
    #expect(try result.member("f.bin").document.extent == .nothing)
    #expect(try result.text("c.eml").contains("The plan is attached."))
    #expect(try result.text("c.eml!files.zip!deep/note.txt") == "deep note")
    #expect(try result.member("c.eml!logo.png").document.type == "image/png")
    // Members in members come first.
    #expect(
      result.paths.filter { $0.hasPrefix("c.eml") } == [
        "c.eml!files.zip!deep/note.txt", "c.eml!files.zip", "c.eml!logo.png", "c.eml",
      ])
    let page = try result.member("page.html")
    #expect(page.size == 34)
    let checksum = ZipBuilder.checksum(Array("<title>Page</title><p>text of page".utf8))
    #expect(page.checksum == UInt64(checksum))
    #expect(page.modified != nil)
  }

  @Test func `Each message of a mailbox is a member, and reading goes on at the position`() throws {
    let first = "From a Sun Nov 22 10:00:00 2026\n\(Self.mail)\n"
    let second = "From b Sun Nov 22 10:00:01 2026\nSubject: Second\n\nsecond text\n\n"
    let result = try read(Array((first + second).utf8), as: "a.mbox")
    #expect(result.text == "")
    #expect(
      result.paths == [
        "<1@example.org>!files.zip!deep/note.txt", "<1@example.org>!files.zip",
        "<1@example.org>!logo.png", "<1@example.org>", "@\(first.utf8.count)",
      ])
    #expect(try result.member("<1@example.org>").document.title == "Plans")
    #expect(try result.member("<1@example.org>").document.type == "message/rfc822")
    #expect(result.document.position == UInt64((first + second).utf8.count))

    let more = try read(
      Array((first + second).utf8), as: "a.mbox", from: UInt64(first.utf8.count))
    #expect(more.paths == ["@\(first.utf8.count)"])
    #expect(try more.text("@\(first.utf8.count)").contains("second text"))
    #expect(more.document.mailboxEnd == result.document.mailboxEnd)
    for wrong in [1, first.utf8.count - 1, 10_000] {
      let nothing = try read(Array((first + second).utf8), as: "a.mbox", from: UInt64(wrong))
      #expect(nothing.paths == [])
      #expect(nothing.document.position == nil)
    }
    #expect(try read(Array("no mailbox".utf8), as: "a.html", from: 5).document.position == nil)
  }

  @Test func `A mailbox that only grew begins with what it was`() throws {
    let first = "From a Sun Nov 22 10:00:00 2026\nSubject: First\n\nfirst text\n\n"
    let end = try #require(try read(Array(first.utf8), as: "a.mbox").document.mailboxEnd)
    #expect(end.offset == Int64(first.utf8.count))
    // The last message may still be written.
    #expect(try read(Array(first.utf8.dropLast()), as: "a.mbox").document.mailboxEnd == nil)
    func isBeginning(of text: String) throws -> Bool {
      try folder["b.mbox"].write(text)
      let file = try FileDescriptor(openingForeign: folder["b.mbox"])
      return try end.isBeginning(of: file, size: file.status().size)
    }
    #expect(try isBeginning(of: first + first))
    #expect(try isBeginning(of: first + "x"))
    #expect(try !isBeginning(of: first))
    #expect(try !isBeginning(of: String(first.dropLast(2))))
    #expect(try !isBeginning(of: first.replacing("first", with: "third") + first))
  }

  @Test func `A member that cannot be read says why, and the others are read`() throws {
    var zip = ZipBuilder()
    zip.add(Array("secret.txt".utf8), Array("abcdefghijklmnop".utf8), isEncrypted: true)
    zip.add(Array("damaged.txt".utf8), Array("damaged".utf8), checksum: 1)
    zip.add(Array("no.docx".utf8), Array("PK\u{3}\u{4} and nothing else".utf8))
    zip.add("last.txt", "the last one")
    let result = try read(zip.file, as: "a.zip")
    let secret = try result.member("secret.txt").document
    #expect(secret.extent == .locked)
    #expect(secret.text == [])
    let damaged = try result.member("damaged.txt").document
    #expect(damaged.extent == .part(because: "the rest is damaged"))
    #expect(try result.text("damaged.txt") == "damaged")
    #expect(try result.member("no.docx").document.extent != .whole)
    #expect(try result.text("last.txt") == "the last one")
    #expect(try result.member("last.txt").document.extent == .whole)
    #expect(result.document.extent == .locked)
  }

  @Test func `Each member has a limit of text of its own`() throws {
    var zip = ZipBuilder()
    zip.add("long.txt", String(repeating: "word ", count: 40_000))
    zip.add("short.txt", "short")
    let result = try read(zip.file, as: "a.zip", limit: 100_000)
    let long = try result.member("long.txt").document
    #expect((100_000..<170_000).contains(long.text.count))
    #expect(long.extent == .part(because: "its text is longer than the limit"))
    #expect(try result.text("short.txt") == "short")
    #expect(result.document.extent == .whole)
  }

  @Test func `Paths are given as they are`() throws {
    let paths = [
      "../../etc/passwd", "/etc/passwd", "..", "a//b/./c", "\u{1b}[31mred", "a b\nc",
    ]
    var zip = ZipBuilder()
    for path in paths { zip.add(path, "text of \(path)") }
    zip.add([0xff, 0xfe, 0x2e, 0x74], Array("not UTF-8".utf8))
    zip.add(Array("before\0after".utf8), Array("text after NUL".utf8))
    zip.add([], Array("no name".utf8))
    let long = String(repeating: "a", count: 10_000)
    zip.add(long + ".txt", "text with a long path")
    zip.add("last.txt", "last")
    let result = try read(zip.file, as: "a.zip")
    for path in paths { #expect(try result.text(path) == "text of \(path)") }
    // libarchive gives no path that is not UTF-8; the text is read all the same.
    #expect(result.members.contains { $0.document.text == Array("not UTF-8".utf8) })
    #expect(result.members.allSatisfy { $0.path.count == 1 && $0.path[0].count <= 4_096 })
    #expect(result.members.allSatisfy { !$0.path[0].isEmpty })
    #expect(try result.text("last.txt") == "last")
    #expect(!result.paths.contains { $0.hasPrefix("aaaa") })
    #expect(result.text.contains(String(repeating: "a", count: 4_096)))
    #expect(result.document.extent != .whole)
  }
}
