import LinuxSystem
import ModelContextProtocol
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

/// The tools of `sitta mcp`, with a daemon whose replies a test chooses.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct AssistantToolsTests {
  private func tools(_ daemon: FakeDaemon, within folders: String...) -> AssistantTools {
    let scope = ReadingScope(folders: folders.compactMap { FilePath(absolute: $0) })
    // The tools keep the daemon, which ends with its value.
    return AssistantTools(scope: scope) {
      try SearchClient(connectingTo: daemon.folder["socket"], timeout: .seconds(60))
    }
  }

  private func excerpt(_ text: String, line: Int = 1, next: Int? = nil, lines: Int = 9)
    -> ReadMethod.Reply
  {
    ReadMethod.Reply(
      text: text, line: line, next: next, lines: lines, document: DocumentMessage("/a/b.txt"),
      clock: FakeSearch.clock, pending: 0)
  }

  private func explanation(_ uri: String) -> ExplainMethod.Reply {
    ExplainMethod.Reply(
      uri: uri, found: true,
      steps: [
        StepMessage(topic: .file, passed: true, text: "It is a file."),
        StepMessage(
          topic: .rule, passed: false, text: "Excluded by line 3 'x' of '/other/.gitignore'."),
        StepMessage(topic: .watch, passed: true, text: "'/other' is watched."),
        StepMessage(topic: .rank, passed: true, text: "It is number 3 of 77 hits."),
      ], kind: .file, rule: RuleMessage(reason: .ignored), clock: FakeSearch.clock, pending: 0)
  }

  // MARK: - The list

  @Test func `The list of tools is short, and its schemas are JSON`() throws {
    var server = ToolServer(
      name: "sitta", version: "0", instructions: "",
      provider: AssistantTools(scope: ReadingScope(folders: [])) { fatalError("not called") })
    _ = server.reply(
      to: .text(
        Array(
          #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":""}}"#.utf8)))
    let replyLine = server.reply(
      to: .text(Array(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.utf8)))
    let reply = try #require(replyLine)
    #expect(reply.count <= 3_000, "The list has \(reply.count) bytes.")
    #expect(Tool.all.map(\.name) == ["search", "read", "explain", "status"])
    for tool in Tool.all {
      #expect(tool.input["type"] == "object" && tool.output["type"] == "object", "\(tool.name)")
    }
  }

  // MARK: - Answers

  @Test func `A search cites path, line and date, and says how to go on`() async throws {
    var interface = FakeSearch()
    var hit = HitMessage(DocumentMessage("/a/b.txt", title: "Bees"), "a [bee] flies")
    hit.line = 12
    hit.missing = ["wasp"]
    hit.similar = [WordPairMessage(query: "wasp", document: "insect")]
    interface.hits = [hit, HitMessage(DocumentMessage("/a/password.txt"), "password=hunter2")]
    (interface.isPaged, interface.count, interface.pending) = (true, 40, 3)
    (interface.corrected, interface.warnings) = ("bee wasp", ["a /b", "c"])
    let daemon = try await FakeDaemon(interface)
    let answer = tools(daemon).call(
      "search", ["query": "bee wsap", "limit": 1, "order": "modified"])
    #expect(
      answer.text == """
        1. /a/b.txt:12 — modified 2026-01-02T03:04:05Z
        Title: Bees
        a bee flies
        Lacks: wasp
        Found: similar in meaning: wasp ~ insect

        40 documents match.
        Nothing or little was found as typed; searched instead: bee wasp
        3 changes not indexed yet, so files may be missing.
        Warning: a /b
        Warning: c
        Index clock: abc:7
        More hits: offset=1
        """)
    #expect(answer.content?["count"] == 40)
    #expect(answer.content?["next"] == 1)
    #expect(answer.content?["clock"] == "abc:7")
    #expect(answer.content?["pending"] == 3)
    #expect(
      answer.content?["hits"] == [
        [
          "path": "/a/b.txt", "line": 12, "title": "Bees", "snippet": "a bee flies",
          "modified": "2026-01-02T03:04:05Z", "missing": ["wasp"],
          "found": "similar in meaning: wasp ~ insect",
        ]
      ])
    #expect(daemon.askedSearch?.order == .modified)
    #expect(daemon.askedSearch?.within == nil)
    let all = tools(daemon, within: "/a").call("search", ["query": "bee", "offset": 1])
    #expect(all.text.contains("2. /a/password.txt — modified"))
    #expect(all.text.contains("password=[masked]") && !all.text.contains("hunter2"))
    #expect(all.content?["masked"] == 1)
    // Only warnings without a path are shown of folders that are not visible.
    #expect(all.content?["warnings"] == ["c"])
    #expect(daemon.askedSearch?.limit == 10)
    #expect(daemon.askedSearch?.mask == true)
    #expect(daemon.askedSearch?.within == ["file:///a"])
  }

  @Test func `The hits before the time limit are shown`() async throws {
    var interface = FakeSearch()
    let hit = HitMessage(DocumentMessage("/a/b.txt"), "bee")
    interface.error = SearchFailure.deadlineExceeded(milliseconds: 9, partial: [hit]).wire
    let answer = tools(try await FakeDaemon(interface)).call("search", ["query": "the"])
    #expect(answer.text.contains("1. /a/b.txt"))
    #expect(answer.text.contains("timed out after 9 ms"))
    #expect(answer.content?["timedOut"] == true)
    interface.error = SearchFailure.deadlineExceeded(milliseconds: 9).wire
    let nothing = tools(try await FakeDaemon(interface)).call("search", ["query": "the"])
    #expect(nothing.content == nil && nothing.text.contains("timed out after 9 ms"))
  }

  @Test func `A path too long to be shown hides no other hit`() async throws {
    var interface = FakeSearch()
    let long = DocumentMessage("/a/" + String(repeating: "\u{1}", count: 4_000))
    var copied = HitMessage(DocumentMessage("/a/c"), "c")
    copied.copies = [long, long]
    interface.hits = [HitMessage(long, "b"), copied, HitMessage(DocumentMessage("/a/d"), "d")]
    let answer = tools(try await FakeDaemon(interface)).call("search", ["query": "x"])
    guard case .array(let hits)? = answer.content?["hits"] else {
      Issue.record("There are no hits: \(answer.text)")
      return
    }
    #expect(hits.count == 3)
    #expect(hits.last?["path"] == "/a/d")
    #expect(answer.text.contains("too long to be shown"))
  }

  @Test func `Lines are numbered, and the answer says where they go on`() async throws {
    var interface = FakeSearch()
    interface.excerpts = [
      excerpt("one\ntoken: a\n", line: 5, next: 7), excerpt("", line: 99), excerpt("", lines: 0),
    ]
    let daemon = try await FakeDaemon(interface)
    let tools = tools(daemon)
    let answer = tools.call("read", ["path": "/a/b.txt:5", "query": "x"])
    #expect(
      answer.text == """
        /a/b.txt:5-6 of 9 lines — modified 2026-01-02T03:04:05Z

        5\tone
        6\ttoken: a

        More: line=7
        Index clock: abc:7
        """)
    #expect(answer.content?["text"] == "one\ntoken: a\n")
    #expect(answer.content?["line"] == 5 && answer.content?["last"] == 6)
    #expect(answer.content?["next"] == 7 && answer.content?["lines"] == 9)
    #expect(
      tools.call("read", ["uri": "file:///a%2Fb.txt", "line": 99]).text.contains("only 9 lines"))
    #expect(tools.call("read", ["path": "/a/b.txt"]).text.contains("no text of this file"))
    #expect(tools.call("read", ["path": "/a/b.txt"]).content == nil)
    #expect(daemon.askedReads.map(\.uri) == Array(repeating: "file:///a/b.txt", count: 4))
    #expect(daemon.askedReads.map(\.line) == [5, 99, nil, nil])
    #expect(daemon.askedReads.map(\.lines) == [80, 80, 80, 80])
    #expect(daemon.askedReads.first?.query == "x")
    #expect(daemon.askedReads.allSatisfy { $0.mask == true }, "The daemon knows the text around.")
  }

  @Test func `A mail is cited with sender and date, and read with its recipients`() async throws {
    var interface = FakeSearch()
    var hit = HitMessage(.mail(), "the [lease]")
    hit.replies = [.mail("/home/ann/Mail/Inbox!/<2@x>")]
    interface.hits = [hit]
    var excerpt = excerpt("Dear Ann\n", lines: 1)
    excerpt.document = .mail()
    interface.excerpts = [excerpt]
    let tools = tools(try await FakeDaemon(interface))
    let found = tools.call("search", ["query": "lease"])
    #expect(
      found.text.hasPrefix(
        """
        1. /home/ann/Mail/Inbox!/<1@x> — from Jakob Brandt <jakob@example.org>, sent 2026-11-12T13:30:00Z
        URI: file:///home/ann/Mail/Inbox#!/%3C1%40x%3E
        Title: The lease
        the lease
        Same conversation: /home/ann/Mail/Inbox!/<2@x>
        """), "\(found.text)")
    #expect(found.content?["hits"] != nil)
    let read = tools.call("read", ["path": "/home/ann/Mail/Inbox!/<1@x>"])
    #expect(
      read.text.hasPrefix(
        """
        /home/ann/Mail/Inbox!/<1@x>:1-1 of 1 line — from Jakob Brandt <jakob@example.org>, sent \
        2026-11-12T13:30:00Z
        To: ann@example.org
        Subject: The lease

        1\tDear Ann
        """), "\(read.text)")
    #expect(read.content?["from"] == "Jakob Brandt <jakob@example.org>")
    #expect(read.content?["sent"] == "2026-11-12T13:30:00Z")
  }

  @Test func `Arguments are checked, and the answer says what is allowed`() async throws {
    let tools = tools(try await FakeDaemon())
    for (tool, arguments, sentence) in [
      ("search", [:], "'query' is missing."), ("search", ["query": 3], "'query' must be a string."),
      ("search", ["query": "a", "limit": 51], "'limit' must be an integer from 1 to 50."),
      ("search", ["query": "a", "limit": "5"], "'limit' must be an integer from 1 to 50."),
      (
        "search", ["query": "a", "limit": .number(1.5)], "'limit' must be an integer from 1 to 50."
      ),
      ("search", ["query": "a", "offset": -1], "'offset' must be an integer from 0 to 1000000."),
      (
        "search", ["query": "a", "order": "x"],
        "'order' must be one of: relevance, modified, created, date, name, size."
      ),
      (
        "search", ["query": "a", "within": ["/"]],
        "'search' has no parameter 'within'. It has: limit, offset, order, prefixes, query."
      ),
      ("read", [:], "Give 'path' or 'uri': the one that 'search' shows."),
      ("read", ["path": "/a", "uri": "/a"], "Give 'path' or 'uri': the one that 'search' shows."),
      ("read", ["path": ""], "This is neither a path nor a file: URI."),
      ("read", ["path": "a\0b"], "This is neither a path nor a file: URI."),
      ("read", ["path": "/a", "lines": 401], "'lines' must be an integer from 1 to 400."),
      ("read", ["path": "/a", "line": 0], "'line' must be an integer from 1 to \(Int.max)."),
      ("explain", ["path": []], "'path' must be a string."),
    ] as [(String, [String: JSONValue], String)] {
      #expect(tools.call(tool, arguments) == ToolAnswer(error: sentence), "\(tool) \(arguments)")
    }
    #expect(
      tools.call("search", ["query": "a", "limit": .number(2), "order": .null]).content != nil)
  }

  @Test func `Without a daemon the answer says how to start one`() async throws {
    let folder = try TemporaryDirectory()
    let connection = try DaemonConnection(option: folder["none"].bytes)
    let tools = AssistantTools(scope: ReadingScope(folders: [])) {
      try connection.open(timeout: .seconds(1))
    }
    for (tool, arguments) in [("search", ["query": "a"]), ("status", [:])]
      as [(String, [String: JSONValue])]
    {
      let answer = tools.call(tool, arguments)
      #expect(answer.content == nil)
      #expect(answer.text.contains("Start it with: systemctl --user start sittad.socket"))
    }
  }

  // MARK: - The scope

  @Test func `Within is sent with every call that has it`() async throws {
    var interface = FakeSearch()
    interface.hits = [HitMessage(DocumentMessage("/a/b.txt"))]
    interface.excerpts = [excerpt("a\n")]
    interface.status.documents = 77
    interface.status.warnings = ["'/other' is away"]
    interface.status.roots = (["/a/b", "/", "/other", "/ab"] as [String]).map {
      RootMessage(uri: "file://\($0)", path: $0, state: .watched, note: "77 folders")
    }
    let daemon = try await FakeDaemon(interface)
    let tools = tools(daemon, within: "/a", "/c d")
    let uris = ["file:///a", "file:///c%20d"]
    _ = tools.call("search", ["query": "x OR y"])
    #expect(daemon.askedSearch?.within == uris)
    _ = tools.call("read", ["path": "b.txt"])
    #expect(daemon.askedReads.first?.within == uris)
    #expect(daemon.askedReads.first?.uri == "file:///a/b.txt")
    let status = tools.call("status", [:])
    #expect(daemon.askedCount?.within == uris)
    #expect(status.content?["documents"] == 1)
    #expect(
      status.content?["roots"] == [
        ["path": "/a/b", "state": "watched"], ["path": "/", "state": "watched"],
      ])
    #expect(!status.text.contains("77") && !status.text.contains("other"))
    let all = self.tools(daemon).call("status", [:])
    #expect(all.content?["documents"] == 77)
    #expect(all.text.contains("/other (watched)") && all.text.contains("Warning: '/other' is away"))
  }

  @Test func `Nothing outside is explained, nor what depends on it`() async throws {
    var interface = FakeSearch()
    interface.explanation = explanation("file:///a/b.txt")
    let daemon = try await FakeDaemon(interface)
    for path in ["/b", "/ab", "/a/../b", "../b", "/", "/c.zip!/a"] {
      let answer = tools(daemon, within: "/a").call(
        "explain", ["path": .string(path), "query": "x"])
      #expect(answer.content == nil && answer.text.contains("is outside"), "\(path)")
    }
    for uri in [
      "file:///a/%2e%2e/b", "file:///a%2F..%2Fb", "file:///b#!/a", "file:///b#!/a!page=1",
    ] {
      let answer = tools(daemon, within: "/a").call("explain", ["uri": .string(uri)])
      #expect(answer.content == nil && answer.text.contains("is outside"), "\(uri)")
    }
    #expect(daemon.askedExplanation == nil)
    let inside = tools(daemon, within: "/a").call("explain", ["path": "b.txt", "query": "x"])
    #expect(
      inside.text == """
        /a/b.txt
          file: It is a file.
        ! rule: It is left out: ignored.
          rank: It is number 3 of 77 hits.
        Found.
        """)
    #expect(daemon.askedExplanation?.within == ["file:///a"])
    #expect(inside.content?["found"] == true)
    let all = tools(daemon).call("explain", ["path": "/a/b.txt"])
    #expect(all.text.contains("/other/.gitignore") && all.text.contains("number 3 of 77"))
  }

  // MARK: - The size

  @Test(arguments: 0..<6)
  func `No answer is above its limit, and each goes on where it ends`(seed: UInt64) async throws {
    var generator = SplitMix(seed: seed)
    let pieces = ["a", " ", "\u{1}", "\"", "\\", "/", "é", "日", "🐦", "\u{2028}", "word ", "\u{7f}"]
    func text(_ length: Int) -> String {
      let some = (0..<3).map { _ in pieces.randomElement(using: &generator) ?? "" }
      return (0..<length).map { some[$0 % 3] }.joined()
    }
    var interface = FakeSearch()
    interface.hits = (0..<50).map { number in
      let path =
        "/a/\(number)" + text(Int.random(in: 0...80, using: &generator)).filter { $0 != "/" }
      return HitMessage(
        DocumentMessage(path, title: text(Int.random(in: 0...3_000, using: &generator))),
        text(Int.random(in: 0...3_000, using: &generator)))
    }
    interface.warnings = (0..<20).map { _ in text(1_000) }
    let lines = (0..<400).map { _ in
      text(Int.random(in: 0...(seed % 2 == 0 ? 40 : 400), using: &generator))
        .filter { !$0.isNewline }
    }
    let long = text(30_000)
    interface.excerpts = [
      excerpt(lines.map { $0 + "\n" }.joined(), next: 401, lines: 999),
      excerpt(long, line: 3, next: 4, lines: 999),
    ]
    interface.explanation = explanation("file:///a/b")
    interface.explanation?.steps = (0..<200).map { _ in
      StepMessage(topic: .text, passed: true, text: text(900), remedy: text(100))
    }
    interface.status.roots = (0..<2_000).map { _ in
      RootMessage(uri: FilePath.root.appending(text(20).filter { $0 != "/" }).uri, state: .watched)
    }
    let tools = tools(try await FakeDaemon(interface))
    let search = tools.call("search", ["query": "x", "limit": 50])
    let read = tools.call("read", ["path": "/a/b"])
    let cut = tools.call("read", ["path": "/a/b"])
    for answer in [
      search, read, cut, tools.call("explain", ["path": "/a/b"]), tools.call("status", [:]),
      tools.call(text(50), [:]), tools.call("read", ["path": .string("/" + text(100_000))]),
    ] {
      #expect(answer.byteCount <= ToolAnswer.byteLimit)
    }
    guard case .array(let hits)? = search.content?["hits"] else {
      Issue.record("There are no hits: \(search.text)")
      return
    }
    #expect(!hits.isEmpty)
    if hits.count < 50 {
      #expect(search.content?["next"] == .integer(hits.count))
      #expect(search.text.contains("offset=\(hits.count)"))
    }
    guard case .integer(let last)? = read.content?["last"] else {
      Issue.record("There are no lines.")
      return
    }
    #expect(last >= 1)
    #expect(read.content?["next"] == .integer(last + 1))
    #expect(read.text.contains("line=\(last + 1)"))
    #expect(cut.content?["line"] == 3 && cut.content?["text"] != "")
  }
}
