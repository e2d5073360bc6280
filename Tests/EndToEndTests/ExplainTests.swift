import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `sitta explain` shows why a file is found or not.
@Suite(.timeLimit(.minutes(15)))
struct ExplainTests {
  static let configuration = "[Index]\nExclude=*.iso\nMaxFileSize=1M\n"
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    for (name, text) in [
      ("notes.md", "# Sowing peas\nWhen the frost is over, early in spring, in the frost.\n"),
      ("other.md", "frost on the windows"), ("src/.ignore", "# made\n\nbuild/\n*.log\n!keep.log\n"),
      ("src/build/out.txt", "frost"), ("src/a.log", "frost"), ("src/keep.log", "frost"),
      (".hidden/x.txt", "frost"), ("disk.iso", "frost"), ("id_rsa", "frost"),
      ("media/.nomedia", ""), ("media/x.txt", "frost"), ("image.png", "\u{89}PNG\0\0frost"),
      ("large.txt", String(repeating: "frost ", count: 200_000)),
    ] { try home["files/\(name)"].write(text) }
    try home["outside.txt"].write("frost")
    try home["files/link.md"].makeSymbolicLink(to: home["files/notes.md"])
    try home["way"].makeSymbolicLink(to: home["files"])
    try home["files/pipe"].makeFIFO()
  }

  /// A question and the expected parts of the answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let isFound: Bool
    let parts: [String]

    init(_ name: String, _ arguments: String..., isFound: Bool = false, tells parts: String...) {
      self.name = name
      self.arguments = arguments
      self.isFound = isFound
      self.parts = parts
    }

    var testDescription: String { name }
  }

  /// `@` means the temporary folder.
  static let rows = [
    Row(
      "found", "files/notes.md", isFound: true,
      tells: "is in the root '@/files'.", "The kernel reports",
      "Read as text/markdown", "title 2, name 2, text 13", "with all of its text"),
    Row(
      "found by a query", "files/notes.md", "frost", isFound: true,
      tells: "read as: frost", "frost occurs 2 times (text 2)", "Its score is",
      "for 'frost', which is in 3 documents", "of 3 hits, the best first"),
    Row("found through a linked folder", "way/notes.md", isFound: true, tells: "@/files/notes.md"),
    Row(
      "a folder", "files/src", isFound: true, tells: "It is a folder.",
      "has 1 document in and below it"),
    Row(
      "let in by a line", "files/src/keep.log", isFound: true,
      tells: "'!keep.log' in line 5 of '@/files/src/.ignore' brings it back"),
    Row(
      "a word is missing", "files/notes.md", "--strict", "forst", tells: "forst does not occur.",
      "The words most like 'forst' in the file: 'frost'",
      "It is not a hit. The query finds 0 files."),
    Row(
      "a word is missing everywhere, and was corrected", "files/notes.md", "forst", isFound: true,
      tells: "the search is for: frost", "→ To search for what was typed, add --strict.",
      "read as: frost", "of 3 hits, the best first"),
    Row(
      "a filter", "files/notes.md", "frost type:pdf",
      tells: "'type pdf' does not match: the file is text/markdown."),
    Row(
      "a negation", "files/notes.md", "--", "peas -spring", tells: "but the query excludes it."),
    Row(
      "another column", "files/notes.md", "title:frost",
      tells: "2 times elsewhere (text 2)", "Remove 'title:' from"),
    Row(
      "an ignored folder", "files/src/build/out.txt",
      tells: "Excluded by line 3 'build/' of '@/files/src/.ignore'",
      "which matches '@/files/src/build'", "'!/build/' at the end of '@/files/src/.sittaignore'",
      "It is not in the index."),
    Row(
      "an ignored file", "files/src/a.log",
      tells: "Excluded by line 4 '*.log' of '@/files/src/.ignore'"),
    Row(
      "Exclude=", "files/disk.iso",
      tells: "matches Exclude=*.iso in line 6 of '@/.config/sitta/sittad.conf.d/test.conf'",
      "remove '*.iso' from Exclude="),
    Row("hidden", "files/.hidden/x.txt", tells: "'@/files/.hidden' is hidden", "Hidden=yes"),
    Row("secret", "files/id_rsa", tells: "may hold", "Secrets=yes"),
    Row("a marked folder", "files/media/x.txt", tells: "remove '@/files/media/.nomedia'"),
    Row("too large", "files/large.txt", tells: "has 1200000 bytes", "raise MaxFileSize="),
    Row(
      "outside of all roots", "outside.txt", "frost",
      tells: "outside of the indexed folders", "Roots=", "no query finds it"),
    Row("the index itself", "state/index.sqlite", tells: "outside of the indexed folders"),
    Row(
      "missing", "files/none.txt",
      tells: "There is no such file or folder.", "is not in the index either"),
    Row(
      "a link", "files/link.md", tells: "a symbolic link to '@/files/notes.md'",
      "sitta explain '@/files/notes.md'"),
    Row("a FIFO", "files/pipe", tells: "only regular files are indexed"),
    Row(
      "without text", "files/image.png", "image", isFound: true,
      tells: "no text that can be read", "found by its name only", "without text"),
  ]

  private func explain(_ daemon: RunningDaemon, _ arguments: [String]) throws -> ChildProcess.Report
  {
    try daemon.sitta(["explain", "\(home[arguments[0]])"] + arguments.dropFirst())
  }

  @Test func `Each reason is told so that a person understands it`() throws {
    let daemon = try RunningDaemon(in: home, configuration: Self.configuration)
    _ = try daemon.listed()
    for row in Self.rows {
      let report = try explain(daemon, row.arguments)
      let text = report.outputText.replacing("\(home.path)", with: "@")
      #expect(report.ending == .exited(row.isFound ? 0 : 1), "\(row.name): \(report.errorText)")
      for part in row.parts { #expect(text.contains(part), "\(row.name):\n\(text)") }
      #expect(text.hasSuffix(row.isFound ? "\nfound\n" : "\nnot found\n"), "\(row.name)")
    }
  }

  @Test func `Who does what is told has the file indexed`() throws {
    let daemon = try RunningDaemon(in: home, configuration: Self.configuration)
    #expect(try daemon.found("frost in:src/build").isEmpty)
    let text = try explain(daemon, ["files/src/build/out.txt"]).outputText
    let match = try #require(
      text.firstMatch(of: /add the line '(.*)' at the end of '(.*)', or/)?.output)
    try #require(FilePath(absolute: String(match.2))).write("\(match.1)\n")
    #expect(try daemon.found("frost in:src/build") == [home["files/src/build/out.txt"]])
    #expect(try explain(daemon, ["files/src/build/out.txt"]).outputText.contains("brings it back"))
  }

  @Test func `The score and the place are those of the search`() throws {
    let daemon = try RunningDaemon(in: home, configuration: Self.configuration)
    _ = try daemon.listed()
    let client = try daemon.connect()
    for query in ["frost", "frost OR spring", "over early", "fro*", "name:notes frost"] {
      let hits = try client.search(SearchMethod.Parameters(query: query)).hits
      for (index, hit) in hits.enumerated() {
        let reply = try client.explain(
          ExplainMethod.Parameters(path: hit.document.uri, query: query))
        let match = try #require(reply.match)
        #expect(reply.found && match.position == index + 1 && match.hits == hits.count)
        #expect(match.score == hit.score, "\(query)")
        #expect(match.parts.reduce(0) { $0 + $1.score } == match.score)
        #expect(reply.document == hit.document)
        #expect(reply.steps.allSatisfy { $0.passed })
      }
    }
  }

  @Test func `Relative paths are resolved where they are typed`() throws {
    let daemon = try RunningDaemon(in: home, configuration: Self.configuration)
    _ = try daemon.listed()
    let words = ["--socket", "\(daemon.socket)", "explain", "--json", "../files/./notes.md"]
    let report = try ChildProcess.run(
      ChildProcess.Command(
        try Binary.sitta.path, words.map { Array($0.utf8) }, directory: home["files"]),
      until: .now + .seconds(60))
    #expect(report.ending == .exited(0))
    #expect(report.outputText.contains("\"uri\":\"\(home["files/notes.md"].uri)\""))
    #expect(report.outputText.split(separator: "\n").count == 1)
  }

  @Test(.enabled(if: Self.canLoseAccess))
  func `A file that may not be read says so`() throws {
    let file = home["files/locked.txt"]
    try file.write("frost")
    try file.setPermissions(0)
    let daemon = try RunningDaemon(
      in: home, prefix: ["/usr/bin/setpriv", Self.withoutPrivileges])
    _ = try daemon.listed()
    let text = try explain(daemon, ["files/locked.txt"]).outputText
    #expect(text.contains("Cannot be read: Permission denied"), "\(text)")
    #expect(text.contains("Let this user read the file."))
    #expect(try daemon.connect().explain(.init(path: file.uri)).extraction?.state == .unreadable)
  }

  private static let withoutPrivileges = "--bounding-set=-dac_override,-dac_read_search"

  private static let canLoseAccess =
    !Tool.isRoot
    || (try? Tool.run("/usr/bin/setpriv", withoutPrivileges, "/bin/true")) != nil

  @Test func `A file that waits behind work that rests says until when`() throws {
    let files = try RunningDaemon.writeForest(in: home)
    let daemon = try RunningDaemon.resting(in: home)
    let client = try daemon.connect()
    let waiting = try files.first { try !client.explain(.init(path: $0.uri)).found }
    let reply = try client.explain(.init(path: try #require(waiting).uri))
    #expect(reply.waiting == .bulk)
    let step = try #require(reply.steps.first { $0.topic == .index })
    #expect(step.text.contains("with bulk work, which rests now: resting until"), "\(step.text)")
    #expect(step.remedy == "Resume bulk work: sitta resume")
  }

  @Test func `A document of a file that is gone goes with the next comparison`() throws {
    let daemon = try RunningDaemon(in: home, configuration: Self.configuration)
    _ = try daemon.listed()
    try home["files/notes.md"].removeFile()
    // Whether the event has been taken or not, the answer is one of the two.
    let text = try explain(daemon, ["files/notes.md"]).outputText
    #expect(
      text.contains("is still in the index; the next comparison removes it")
        || text.contains("is not in the index either"), "\(text)")
    _ = try daemon.listed()
    #expect(
      try explain(daemon, ["files/notes.md"]).outputText.contains("not in the index either"))
  }
}
