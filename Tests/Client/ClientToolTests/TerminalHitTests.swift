import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

struct TerminalHitTests {
  private func text(
    of hit: HitMessage, columns: Int = 80, isPlain: Bool = true, number: Int = 1
  ) -> String {
    let terminal = Terminal(rows: 24, columns: columns, isPlain: isPlain, host: "nest")
    return TerminalHit(
      appearance: Appearance(.auto, on: terminal), columns: columns,
      home: FilePath(absolute: "/home/ann"),
      // 2026-11-21T18:28, an hour east of Greenwich.
      now: UnixTime(seconds: 1_795_282_080), offset: { _ in 3_600 }
    ).text(of: hit, number: number)
  }

  private func document(
    _ path: String, title: String? = nil, modified: String = "2025-03-01T10:00:00Z"
  ) -> DocumentMessage {
    var document = DocumentMessage(path, title: title)
    document.modified = modified
    return document
  }

  @Test func `Heading, place and date, passage`() {
    let hit = HitMessage(document("/home/ann/notes/b.md", title: "Nuthatch"), "hides [seeds] well")
    #expect(
      text(of: hit) == """
        1 Nuthatch
          ~/notes/b.md  2025-03-01
          hides seeds well


        """)
  }

  @Test func `A name is not shown twice`() {
    let hit = HitMessage(document("/home/ann/notes/b.md"))
    #expect(text(of: hit, number: 12) == "12 b.md\n  ~/notes  2025-03-01\n\n")
    #expect(text(of: HitMessage(document("/b.md"))) == "1 b.md\n  /  2025-03-01\n\n")
  }

  @Test(arguments: [
    ("2026-11-21T17:27:59Z", "18:27"), ("2026-11-20T22:59:59Z", "2026-11-20"),
    ("2026-11-20T23:00:00Z", "00:00"), ("nonsense", ""),
  ])
  func `What changed today has a time, all else a date`(modified: String, shown: String) {
    let hit = HitMessage(document("/a/b", modified: modified))
    #expect(text(of: hit) == "1 b\n  /a  \(shown)\n\n")
  }

  @Test(arguments: [
    // The mailbox, and never the name of the message.
    ("/home/ann/Mail/Inbox!/<1@x>", "~/Mail/Inbox"),
    ("/home/ann/Maildir/cur/170.M1P2.nest:2,S", "~/Maildir"),
    ("/home/ann/lease.eml", "~/lease.eml"), ("/a.zip!/Inbox!/@17", "/a.zip!/Inbox"),
  ])
  func `A mail has its sender, its day and its mailbox`(place: String, shown: String) {
    var hit = HitMessage(.mail(place), "the [lease]")
    hit.replies = [.mail(), .mail()]
    #expect(
      text(of: hit) == """
        1 The lease
          Jakob Brandt · 12 Nov · \(shown)
          and 2 more messages of this conversation
          the lease


        """)
    var remote = hit
    remote.document.uri = hit.document.uri.replacing("file://", with: "sftp://nas")
    let far = shown.replacing("~", with: "/home/ann")
    #expect(text(of: remote).contains(" · sftp://nas\(far)\n") || remote.document.member == nil)
    (hit.document.title, hit.document.authors, hit.replies) = (nil, nil, nil)
    #expect(text(of: hit).hasPrefix("1 (no subject)\n  12 Nov · \(shown)\n"))
  }

  @Test func `An attachment is in a mailbox, not in a message`() {
    let hit = HitMessage(.mail("/home/ann/Mail/Inbox!/<1@x>!/plan.pdf", type: "application/pdf"))
    #expect(text(of: hit) == "1 The lease\n  ~/Mail/Inbox!/plan.pdf  2026-01-02\n\n")
  }

  @Test(arguments: [40, 80])
  func `A long sender leaves room for the mailbox`(columns: Int) {
    var hit = HitMessage(.mail())
    hit.document.authors = [String(repeating: "Jakob ", count: 40) + "<j@x>"]
    let line = text(of: hit, columns: columns).split(separator: "\n")[1]
    #expect(TerminalWidth.columns(of: line) <= columns && line.hasSuffix("Inbox"), "\(line)")
  }

  @Test(arguments: [40, 80, 200])
  func `No line is wider than the terminal`(columns: Int) {
    let long = String(repeating: "nuthatch ", count: 40)
    let wide = String(repeating: "図書館で本を", count: 30)
    for snippet in [long, "[\(wide)]", String(repeating: "x", count: 500)] {
      var hit = HitMessage(
        document("/home/ann/\(long.replacing(" ", with: "/"))end.md", title: long + wide), snippet)
      hit.part = PartMessage(kind: .page, number: 12, label: "12")
      hit.missing = ["\(long)"]
      hit.copies = [document("/srv/\(long)/b.md")]
      for line in text(of: hit, columns: columns).split(separator: "\n") {
        #expect(TerminalWidth.columns(of: line) <= columns, "\(line)")
      }
      #expect(text(of: hit, columns: columns).contains("end.md, page 12  2025-03-01"))
    }
  }

  @Test func `Matches are marked, and the heading is a link`() {
    let hit = HitMessage(document("/a/b.md", title: "Nuthatch"), "é [seeds] and [日本]")
    #expect(
      text(of: hit, isPlain: false) == """
        \u{1b}[2m1 \u{1b}[0m\u{1b}]8;;file://nest/a/b.md\u{1b}\\\u{1b}[1mNuthatch\u{1b}[0m\
        \u{1b}]8;;\u{1b}\\
          \u{1b}[2m/a/b.md  2025-03-01\u{1b}[0m
          é \u{1b}[1;31mseeds\u{1b}[0m and \u{1b}[1;31m日本\u{1b}[0m


        """)
  }

  @Test(arguments: [
    ("aa bb cc", 5, ["aa bb", "cc"]), ("aa bb cc", 8, ["aa bb cc"]),
    ("aaaaa bb", 3, ["aaa", "aa", "bb"]),
    ("日本語", 4, ["日本", "語"]), ("a日本語", 4, ["a日", "本語"]), ("", 4, []), ("   ", 4, []),
    ("aa  bb", 2, ["aa", "bb"]),
    ("e\u{301}e\u{301} e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
  ])
  func `Lines end at blanks, or between wide characters`(
    text: String, columns: Int, lines: [String]
  ) {
    let broken = StyledLines([.init(text: text, isMarked: false)], columns: columns)
    #expect(broken.lines.map { $0.map(\.text).joined() } == lines)
  }

  @Test(arguments: [
    ("~/a/b.md", 8, "~/a/b.md"), ("~/notes/2026/plan.md", 12, "~/n…/plan.md"), ("日本語日本語", 5, "…本語"),
  ])
  func `A long path loses its middle`(path: String, columns: Int, shown: String) {
    let short = path.shortened(to: columns)
    #expect(TerminalWidth.columns(of: short) <= columns)
    #expect(short.count <= shown.count + 3 && short.hasSuffix(String(shown.suffix(1))))
  }
}
