import ClientTool
import FoundationEssentials
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct PrintingTests {
  /// The output of `sitta search` for a hit.
  func printed(
    _ hit: HitMessage, _ options: String..., on terminal: Terminal? = nil
  ) async throws -> RecordingOutput {
    var interface = FakeSearch()
    interface.hits = [hit]
    interface.pages = [[hit.document]]
    let output = RecordingOutput(terminal)
    let arguments = options.first == "list" ? options : ["search"] + options + ["seed"]
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .found)
    return output
  }

  @Test func `A pipe gets title, path and snippet without colours`() async throws {
    let hit = HitMessage(DocumentMessage("/a/b.md", title: "Nuthatch"), "hides [seeds] well")
    #expect(try await printed(hit).text == "Nuthatch\n  /a/b.md\n  hides seeds well\n")
  }

  @Test func `A mail in a pipe has its sender, its day and the address for read`() async throws {
    var hit = HitMessage(.mail(), "the [lease]")
    hit.document.created = "2019-03-05T12:00:00Z"
    #expect(
      try await printed(hit).text == """
        The lease
          /home/ann/Mail/Inbox!/<1@x>  Jakob Brandt · 5 Mar 2019
          the lease

        """)
    #expect(
      try await printed(hit, "--sort", "created").text.contains(
        "<1@x>  2019-03-05T12:00:00Z  Jakob Brandt"))
    (hit.document.title, hit.document.created) = (nil, nil)
    #expect(try await printed(hit, "--sort", "date").text.hasPrefix("(no subject)\n"))
    #expect(
      try await printed(hit, "--sort", "date").text.contains("<1@x>  2026-01-02T03:04:05Z  Jakob"))
    hit.document.created = "2019-03-05T12:00:00Z"
    #expect(
      try await printed(hit, "--format", "{name}|{heading}").text
        == "<1@x>|(no subject)  Jakob Brandt · 5 Mar 2019\n")
    let file = HitMessage(DocumentMessage("/a/b.md", title: "Nuthatch"))
    #expect(try await printed(file, "--format", "{heading}").text == "b.md\n")
  }

  @Test(arguments: [
    (PartMessage(kind: .page, number: 12, label: "12"), ", page 12"),
    (PartMessage(kind: .page, number: 4, label: "iv"), ", page iv"),
    (PartMessage(kind: .page, number: 4, label: ""), ", page 4"),
    (PartMessage(kind: .slide, number: 3, label: ""), ", slide 3"),
    (PartMessage(kind: .sheet, number: 1, label: "Bud\u{1b}get"), ", sheet Bud\\u{1b}get"),
    (PartMessage(kind: .chapter, number: 2, label: "Pears"), ", chapter Pears"),
    (PartMessage(kind: .body, number: 1, label: "1.1"), ""),
  ])
  func `The part with the match stands after the path`(part: PartMessage, text: String) async throws
  {
    var hit = HitMessage(DocumentMessage("/a/b.pdf", title: "Nuthatch"), "hides [seeds] well")
    hit.part = part
    let printed = try await printed(hit).text
    #expect(printed == "Nuthatch\n  /a/b.pdf\(text)\n  hides seeds well\n")
  }

  @Test func `Without a title stands the name, and without a snippet nothing`() async throws {
    #expect(try await printed(HitMessage(DocumentMessage("/a/b.md"))).text == "b.md\n  /a/b.md\n")
  }

  @Test(arguments: [nil, Terminal.ordinary])
  func `Nothing from a file steers the terminal`(terminal: Terminal?) async throws {
    let evil = "\u{1b}[2J\u{9b}1m\r\n\t\u{7}\u{7f}\u{202e}\u{2066}\u{200f}"
    let name = FilePath.root.appending(Array("a\(evil)".utf8) + [0x9b, 0xff])
    var hit = HitMessage(DocumentMessage(name, title: "title\(evil)"))
    hit.snippet = "x\(evil)y"
    hit.matches = [RangeMessage(begin: 1, end: 5)]
    let forms = [
      [], ["--json"], ["list"], ["list", "--json"], ["--vimgrep"], ["--color", "always"],
      ["--format", "{uri} {name} {title} {snippet} {tags}"],
    ]
    for options in forms {
      var interface = FakeSearch()
      interface.hits = [hit]
      interface.pages = [[hit.document]]
      let output = RecordingOutput(terminal)
      let arguments = options.first == "list" ? options : ["search"] + options + ["seed"]
      _ = try await FakeDaemon(interface).run(arguments, output: output)
      var text = output.text.replacing(/\u{1b}\]8;;[!-~]*\u{1b}\\/, with: "")
      for own in ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[1;31m", "\u{1b}[0m", "\n"] {
        text = text.replacing(own, with: "")
      }
      #expect(text == text.escapingControls(), "\(options)")
    }
  }

  @Test func `JSON that was made harmless says the same`() async throws {
    let evil = "\u{1b}\u{9b}\u{7f}\u{202e}\"\\é🌰\n"
    var hit = HitMessage(DocumentMessage("/a", title: evil))
    hit.snippet = evil
    let text = try await printed(hit, "--json").text
    #expect(text == text.dropLast().description.escapingControls() + "\n")
    struct Line: Decodable {
      var title: String
      var snippet: String
    }
    let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
    #expect(line.title == evil)
    #expect(line.snippet == evil)
  }

  @Test(
    arguments: [
      RangeMessage(begin: 0, end: 100), RangeMessage(begin: 100, end: 200),
      RangeMessage(begin: 4, end: 2),
      RangeMessage(begin: 100, end: 2), RangeMessage(begin: -5, end: 2),
      RangeMessage(begin: 1, end: 2),
      RangeMessage(begin: .min, end: .max), RangeMessage(begin: .max, end: .min),
      RangeMessage(begin: 3, end: 3),
    ])
  func `A range that makes no sense breaks nothing`(range: RangeMessage) async throws {
    var hit = HitMessage(DocumentMessage("/a"))
    hit.snippet = "éé seeds"
    hit.matches = [range, RangeMessage(begin: 5, end: 10)]
    let text = try await printed(hit, on: .ordinary).text
    #expect(text.contains("\u{1b}[1;31mseeds\u{1b}[0m"))
  }

  @Test func `Paths for programs are raw bytes with a NUL behind each`() async throws {
    let path = FilePath.root.appending([0x0a, 0xff, 0x1b]).appending("b c")
    let hit = HitMessage(DocumentMessage(path, title: "title"), "a [b] c")
    #expect(try await printed(hit, "-0").bytes == path.bytes + [0])
    #expect(try await printed(hit, "list", "--null").bytes == path.bytes + [0])
  }

  @Test func `The path of a file with several hits in it is printed once`() async throws {
    var interface = FakeSearch()
    interface.hits = ["a.zip#!/b", "a.zip#!/c", "d", "a.zip"].map { name in
      var document = DocumentMessage("/x")
      document.uri = "file:///\(name)"
      return HitMessage(document)
    }
    interface.pages = [interface.hits.map(\.document), interface.hits.map(\.document)]
    for command in [["search", "-0", "seed"], ["list", "-0"]] {
      let output = RecordingOutput()
      #expect(try await FakeDaemon(interface).run(command, output: output) == .found)
      #expect(output.text == "/a.zip\0/d\0")
    }
  }

  @Test func `A hit on a page has a link to it, and the URI of its document`() async throws {
    var hit = HitMessage(DocumentMessage("/a/b.pdf"))
    hit.link = "file:///a/b.pdf#page=3"
    let linked = "\u{1b}]8;;file://nest/a/b.pdf#page=3\u{1b}\\"
    #expect(try await printed(hit, on: .ordinary).text.contains(linked))
    let json = try await printed(hit, "--json").text
    #expect(json.contains(#""uri":"file:///a/b.pdf""#))
    #expect(json.contains(#""link":"file:///a/b.pdf#page=3""#))
    let fields = try await printed(hit, "--format", "{uri} {link}").text
    #expect(fields == "file:///a/b.pdf file:///a/b.pdf#page=3\n")
    hit.link = nil
    #expect(try await printed(hit, "--format", "{link}").text == "file:///a/b.pdf\n")
  }

  @Test func `A failed document has its format, and the version of the reader if it has one`()
    async throws
  {
    var document = DocumentMessage("/a.pdf")
    (document.state, document.note) = (.withoutText, "Left out.")
    (document.format, document.reader) = ("pdf", 3)
    #expect(
      try await printed(HitMessage(document), "list", "--failed").text
        == "/a.pdf\n  Left out. (pdf 3)\n")
    document.reader = nil
    #expect(
      try await printed(HitMessage(document), "list", "--failed").text
        == "/a.pdf\n  Left out. (pdf)\n")
  }

  @Test func `JSON is one object a line with the promised keys`() async throws {
    let hit = HitMessage(DocumentMessage("/a/b.md", title: "Title"), "a [b] c")
    let found = """
      {"modified":"2026-01-02T03:04:05Z","name":"b.md","path":"/a/b.md","score":1.5,\
      "size":6,"snippet":"a b c","state":"complete","tags":["a","b"],"title":"Title","type":"text/plain",\
      "uri":"file:///a/b.md"}

      """
    #expect(try await printed(hit, "--json").text == found)
    #expect(
      try await printed(hit, "list", "--json").text
        == found.replacing("\"score\":1.5,", with: "").replacing("\"snippet\":\"a b c\",", with: "")
    )
  }

  @Test func `A name that is not UTF-8 has its URI alone in JSON`() async throws {
    let hit = HitMessage(DocumentMessage(FilePath.root.appending([0xff])))
    let text = try await printed(hit, "--json").text
    #expect(text.contains(#""uri":"file:///%FF""#))
    #expect(!text.contains(#""path""#))
  }

  @Test func `A list is a path a line`() async throws {
    var interface = FakeSearch()
    interface.pages = [
      [DocumentMessage("/a"), DocumentMessage("/b\n")], [], [DocumentMessage("/c")],
    ]
    let output = RecordingOutput()
    #expect(try await FakeDaemon(interface).run("list", output: output) == .found)
    #expect(output.text == "/a\n/b\\n\n/c\n")
  }

  @Test func `The status is for people, each fact in its line`() async throws {
    var interface = FakeSearch()
    interface.status.roots = [
      RootMessage(uri: "file:///home/a", path: "/home/a", state: .watched),
      RootMessage(uri: "file:///gone%0A", path: "/gone\n", state: .missing),
      RootMessage(uri: "file:///b", path: "/b", state: .partlyWatched, note: "2 of 3 folders"),
    ]
    interface.status.documents = 100
    interface.status.withoutText = 3
    interface.status.unreadable = 1
    interface.status.failed = 2
    interface.status.away = 5
    interface.status.watchedFolders = 12
    interface.status.indexBytes = 20 << 20
    interface.status.overflows = 2
    interface.status.warnings = ["Mind \u{1b}the gap."]
    let output = RecordingOutput()
    #expect(try await FakeDaemon(interface).run("status", output: output) == .found)
    #expect(
      output.text == """
        sittad 9.9, process 42: up to date
        root       /home/a
        root       /gone\\n (does not exist now)
        root       /b (2 of 3 folders)
        documents  100 (3 without text, found by name; 1 unreadable; 2 given up)
        away       5 documents of folders that are not available now
        watched    12 folders
        index      20 MiB, clock abc:7
        rescans    2 because the kernel dropped events
        warning    Mind \\u{1b}the gap.

        """)
  }

  @Test func `The status tells how much is to do`() async throws {
    var interface = FakeSearch()
    interface.status.state = .indexing
    interface.status.pending = 345
    let output = RecordingOutput()
    _ = try await FakeDaemon(interface).run("status", output: output)
    #expect(output.text.hasPrefix("sittad 9.9, process 42: indexing, 345 to go\n"))
    let json = RecordingOutput()
    _ = try await FakeDaemon(interface).run("status", "--json", output: json)
    let status = try JSONDecoder().decode(StatusMethod.Reply.self, from: Data(json.bytes))
    #expect(status == interface.status)
    #expect(json.text.split(separator: "\n").count == 1)
  }
}
