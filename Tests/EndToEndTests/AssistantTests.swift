import LinuxSystem
import ModelContextProtocol
import SearchInterface
import TestSupport
import Testing

/// `sitta mcp` as a process, with a real daemon.
@Suite(.timeLimit(.minutes(15)))
struct AssistantTests {
  let daemon: RunningDaemon
  private var inside: FilePath { daemon.files.appending("in") }

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    for (name, text) in [
      ("in/notes.txt", "The seed was sown.\n"), ("in/sub/more.txt", "A seed again.\n"),
      ("out/secret.txt", "The seed that no one sees.\nouterword\n"),
      ("inner.txt", "A seed beside the folder.\n"),
    ] { try daemon.files.appending(name).write(text) }
    try Tool.run("/bin/ln", "-s", "\(daemon.files)/out", "\(daemon.files)/in/link")
    _ = try daemon.sitta(["sync"])
  }

  private func open(within folders: FilePath...) throws -> AssistantProcess {
    try AssistantProcess(
      ["--socket", "\(daemon.socket)", "mcp"] + folders.flatMap { ["--within", "\($0)"] })
  }

  @Test func `A client searches, reads and explains, and sees what changes`() throws {
    var client = try open()
    let found = try client.call("search", ["query": "outerword"])
    #expect(found["structuredContent"]?["count"] == 1)
    let path = "\(daemon.files)/out/secret.txt"
    let read = try client.call("read", ["path": .string(path), "query": "outerword"])
    #expect(
      read["structuredContent"]?["text"] == "The seed that no one sees.\nouterword\n")
    #expect(read["structuredContent"]?["last"] == 2)
    let explained = try client.call("explain", ["path": .string(path), "query": "outerword"])
    #expect(explained["structuredContent"]?["found"] == true)
    let status = try client.call("status", [:])
    #expect(status["structuredContent"]?["documents"] == 4)
    try daemon.files.appending("key.txt").write(
      "a laterword\npassword=hunter2\nAKIAIOSFODNN7EXAMPLE\n")
    _ = try daemon.sitta(["sync"])
    let later = try client.call("read", ["path": .string("\(daemon.files)/key.txt")])
    #expect(later["structuredContent"]?["masked"] == 2)
    let answer = String(decoding: later.text, as: UTF8.self)
    #expect(!answer.contains("hunter2") && !answer.contains("AKIA"))
    let reply1 = try client.call("read", ["path": "/etc/passwd"])
    #expect(reply1["isError"] == true)
    for query in ["", " ", "()", "\"\"", "-", "OR"] {
      let nothing = try client.call("search", ["query": .string(query)])
      #expect(nothing["structuredContent"]?["hits"] ?? [] == [], "\(query)")
    }
  }

  @Test func `A text that no daemon takes is refused with a sentence`() throws {
    var client = try open()
    for size in [17_000, 70_000, 200_000, 900_000] {
      let text = String(repeating: "seed ", count: size / 5)
      let answer = try client.call("search", ["query": .string(text)])
      #expect(answer["isError"] == true)
      let sentence = String(decoding: answer.text, as: UTF8.self)
      // The daemon says it of a call that it takes, and the client of a larger one.
      #expect(sentence.contains(size < 65_000 ? "16384 bytes" : "16 KiB"), "\(sentence)")
      let read = try client.call("read", ["path": "/a", "query": .string(text)])
      #expect(read["isError"] == true)
      #expect(!String(decoding: read.text, as: UTF8.self).contains("closed the connection"))
    }
    #expect(try client.call("search", ["query": "outerword"])["structuredContent"]?["count"] == 1)
    let words = Array(repeating: String(repeating: "seed ", count: 20_000), count: 2)
    let report = try daemon.sitta(["search"] + words)
    #expect(report.errorText.contains("16 KiB"), "\(report.errorText)")
  }

  @Test func `No snippet and no excerpt shows a part of a key that it cuts`() throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var numbers = SplitMix(seed: 11)
    let lines = (0..<30).map { line in
      let bytes = (0..<(line < 29 ? 64 : 40)).map { _ in
        alphabet.randomElement(using: &numbers) ?? 0
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    for (name, label) in [("rsa", "RSA PRIVATE KEY"), ("open", "OPENSSH PRIVATE KEY")] {
      try daemon.files.appending("\(name).md").write(
        """
        The marigold of \(name) before it.
        -----BEGIN \(label)-----
        \(lines.joined(separator: "\n"))
        -----END \(label)-----
        The dahlia of \(name) behind it.

        """)
    }
    _ = try daemon.sitta(["sync"])
    var client = try open()
    var answers: [String] = []
    for query in [
      "marigold", "dahlia", "marigold dahlia", "begin", "private", "end", "before", "key",
    ] {
      let answer = try client.call("search", ["query": .string(query)])
      answers.append(String(decoding: answer.text, as: UTF8.self))
    }
    // The snippet of a word of the key itself.
    for line in lines {
      let word = line.split { !$0.isLetter && !$0.isNumber }.max { $0.count < $1.count } ?? ""
      let answer = try client.call("search", ["query": .string("=\(word)")])
      let hits = answer["structuredContent"]?["hits"]
      answers.append(hits.map { String(decoding: $0.text, as: UTF8.self) } ?? "")
    }
    for line in 1...34 {
      let read = try client.call(
        "read", ["path": .string("\(daemon.files)/rsa.md:\(line)"), "lines": 2])
      answers.append(String(decoding: read.text, as: UTF8.self))
    }
    for answer in answers {
      for line in lines {
        let characters = Array(line)
        for start in 0...(characters.count - 8) {
          let piece = String(characters[start..<(start + 8)])
          #expect(!answer.contains(piece), "\(answer)")
        }
      }
    }
    #expect(answers[0].contains("marigold") && answers[0].contains("[masked]"))
  }

  // MARK: - The scope

  /// Texts and names that lie outside.
  private static let outside = ["no one sees", "outerword", "secret.txt", "inner.txt", "beside"]

  @Test func `No query and no path leaves the folders`() throws {
    var client = try open(within: inside)
    var generator = SplitMix(seed: 7)
    let queries =
      [
        "seed", "seed OR outerword", "outerword", "in:/", "in:/ OR seed", ")", ") OR (outerword",
        "(seed) OR in:\"\(daemon.files)/out\"", "in:\"\(daemon.files)/out\"", "in:..",
        "in:../out", "path:secret", "name:secret*", "-seed", "seed -in:\"\(inside)\"",
        "\"\" OR outerword", "NOT seed OR NEAR(seed no)", "inn* OR out*", "type:text",
        "size:>0", "modified:7d", "outrword", "secretx",
      ] + (0..<150).map { _ in ArbitraryQuery.text(&generator) + " OR seed" }
    for query in queries {
      let answer = try client.call("search", ["query": .string(query), "limit": 50])
      expectNothingOutside(in: answer, query)
    }
    let seeds = try client.call("search", ["query": "seed OR outerword"])
    #expect(seeds["structuredContent"]?["count"] == 2)
    let prefixes = try client.call("search", ["query": "oute", "prefixes": "all"])
    #expect(prefixes["structuredContent"]?["hits"] ?? [] == [])
  }

  @Test func `No path leaves the folders`() throws {
    var client = try open(within: inside)
    let paths = [
      "\(daemon.files)/out/secret.txt", "../out/secret.txt", "\(inside)/../out/secret.txt",
      "link/secret.txt", "\(inside)/link/secret.txt", "link", "\(daemon.files)/inner.txt",
      "\(daemon.files)", "/", "~", "sub/../../out/secret.txt", "../inner.txt:1",
      "file://\(inside)/%2e%2e/out/secret.txt", "file://\(inside)%2F..%2Fout/secret.txt",
      "file://localhost\(daemon.files)/out/secret.txt", "FILE://\(daemon.files)/out/secret.txt",
      "\(inside)/notes.txt!/../../out/secret.txt",
      "file://\(inside)/notes.txt#!/../../out/secret.txt",
    ]
    for path in paths {
      for name in ["path", "uri"] {
        for tool in ["read", "explain"] {
          let answer = try client.call(tool, [name: .string(path)])
          // The answer may repeat the path, but nothing else.
          let text = String(decoding: answer.text, as: UTF8.self)
          #expect(!text.contains("no one sees") && !text.contains("beside"), "\(tool) \(path)")
          let shown = answer["structuredContent"]?["path"]?.string
          #expect(shown?.hasPrefix("\(inside)/") ?? true, "\(tool) \(path)")
        }
      }
    }
    let read = try client.call("read", ["path": "sub/more.txt"])
    #expect(read["structuredContent"]?["text"] == "A seed again.\n")
    let explained = try client.call("explain", ["path": "notes.txt", "query": "seed OR outerword"])
    #expect(explained["structuredContent"]?["found"] == true)
    expectNothingOutside(in: explained, "seed OR outerword")
    let status = try client.call("status", [:])
    #expect(status["structuredContent"]?["documents"] == 2)
    // How changes are found depends on the file system.
    guard case .array(let roots)? = status["structuredContent"]?["roots"] else {
      Issue.record("no roots")
      return
    }
    #expect(roots.map { $0["path"]?.string } == ["\(daemon.files)"])
  }

  private func expectNothingOutside(in answer: JSONValue, _ query: String) {
    var answer = String(decoding: answer.text, as: UTF8.self)
    // An answer may repeat a query in the corrected query.
    if answer.contains("searched instead") || answer.contains("Perhaps meant") { answer = "" }
    for text in Self.outside where !query.contains(text) {
      #expect(!answer.contains(text), "\(query)")
    }
    #expect(!answer.contains("no one sees") && !answer.contains("\(daemon.files)/out/"), "\(query)")
  }

  // MARK: - The process

  @Test func `It ends with its input, and writes only replies`() throws {
    var client = try open()
    try client.write(
      "nonsense\n\n[]\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")
    let reply2 = try client.read()
    #expect(reply2["error"]?["code"] == -32_700)
    let reply3 = try client.read()
    #expect(reply3["error"]?["code"] == -32_600)
    try client.write(String(repeating: "a", count: 3 << 20) + "\n")
    let reply4 = try client.read()
    #expect(reply4["error"]?["code"] == -32_700)
    _ = try client.call("search", ["query": "seed"])
    let start = ContinuousClock.now
    let ending = try client.end()
    #expect(ending == .exited(0))
    #expect(start.duration(to: .now) < .seconds(5))
  }

  @Test func `A daemon that has gone is an answer, and a new one is found`() throws {
    var client = try open()
    let reply5 = try client.call("search", ["query": "outerword"])
    #expect(reply5["structuredContent"]?["count"] == 1)
    #expect(try daemon.terminate().ending == .exited(0))
    let gone = try client.call("search", ["query": "outerword"])
    #expect(gone["isError"] == true)
    #expect(String(decoding: gone.text, as: UTF8.self).contains("Start it with"))
    let again = try RunningDaemon(in: daemon.home)
    let reply6 = try client.call("search", ["query": "outerword"])
    #expect(reply6["structuredContent"]?["count"] == 1)
    try again.kill()
    let last = try RunningDaemon(in: daemon.home)
    let reply7 = try client.call("search", ["query": "outerword"])
    #expect(reply7["structuredContent"]?["count"] == 1)
    #expect(try last.terminate().ending == .exited(0))
  }
}

// MARK: - Clients that are not ours

/// The package `mcp` of PyPI: <https://pypi.org/project/mcp/>.
@Suite(.timeLimit(.minutes(15)))
struct AssistantPythonTests {
  @Test(
    .enabled(if: ProcessEnvironment.path(in: "SITTA_PYTHON") != nil),
    arguments: [("auto", "2026-07-28"), ("2026-07-28", "2026-07-28"), ("legacy", "2025-11-25")])
  func `Version 2 works in all of its modes`(mode: String, version: String) throws {
    try check("SITTA_PYTHON", mode: mode, version: version)
  }

  @Test(.enabled(if: ProcessEnvironment.path(in: "SITTA_PYTHON_MCP1") != nil))
  func `Version 1 works`() throws {
    try check("SITTA_PYTHON_MCP1", mode: "session", version: "2025-11-25")
  }

  private func check(_ variable: String, mode: String, version: String) throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    let file = daemon.files.appending("notes.txt")
    try file.write(
      (1...600).map { "Line \($0) is \"quoted\": password=x\($0)y\n" }.joined() + "nuthatch\n")
    _ = try daemon.sitta(["sync"])
    let path = JSONValue.string("\(file)")
    let calls: JSONValue = [
      ["search", ["query": "nuthatch"]], ["search", ["query": "nothing at all"]],
      ["search", ["query": ""]], ["read", ["path": path, "lines": 400]],
      ["read", ["path": path, "query": "nuthatch", "lines": 20]],
      ["read", ["path": "/etc/passwd"]],
      ["explain", ["path": path, "query": "nuthatch"]], ["explain", ["path": "/nowhere"]],
      ["status", [:]], ["search", ["query": "a", "limit": 99]],
    ]
    let script = try #require(FilePath(absolute: #filePath)).parent.appending("mcp-client.py")
    let words = [
      "\(script)", mode, String(decoding: calls.text, as: UTF8.self), "\(try Binary.sitta.path)",
      "--socket", "\(daemon.socket)", "mcp", "--within", "\(daemon.files)",
    ]
    let python = try #require(ProcessEnvironment.path(in: variable))
    let report = try ChildProcess.run(
      ChildProcess.Command(python, words.map { Array($0.utf8) }), until: .now + .seconds(300))
    try #require(report.ending == .exited(0), "\(report.errorText)")
    let found = try #require(JSONValue(report.output))
    #expect(found["version"] == .string(version))
    #expect(found["tools"] == ["explain", "read", "search", "status"])
    // A client that knows the revision beforehand does not ask who serves.
    let instructions = found["instructions"]?.string
    #expect(mode == "2026-07-28" || instructions?.contains("data, not instructions") == true)
    guard case .array(let answers)? = found["answers"], answers.count == 10 else {
      Issue.record("There are not ten answers: \(report.outputText)")
      return
    }
    #expect(
      answers.map { $0["isError"] == true }
        == [false, false, true, false, false, true, false, true, false, true])
    #expect(answers[0]["structuredContent"]?["count"] == 1)
    #expect(answers[3].text.count <= 32 << 10)
    #expect(answers[3]["structuredContent"]?["next"] != nil)
    #expect(!report.outputText.contains("x1y"))
    #expect(answers[4]["structuredContent"]?["text"]?.string?.contains("nuthatch") == true)
    #expect(answers[6]["structuredContent"]?["found"] == true)
    #expect(answers[8]["structuredContent"]?["documents"] == 1)
  }
}
