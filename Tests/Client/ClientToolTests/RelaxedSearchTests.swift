import ClientTool
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The calls and the output of `sitta search` for hits that lack words or have copies.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct RelaxedSearchTests {
  private func interface(
    missing: [String]? = nil, copies: [String]? = nil
  ) -> FakeSearch {
    var interface = FakeSearch()
    var hit = HitMessage(DocumentMessage("/a/b.md", title: "Nuthatch"), "hides [seeds]")
    (hit.missing, hit.copies) = (missing, copies?.map { DocumentMessage($0) })
    interface.hits = [hit]
    return interface
  }

  @Test(
    arguments: [
      (nil, nil, ""), (["owl"], nil, "  without: owl\n"),
      (["owl", "\u{1b}x"], nil, "  without: owl, \\u{1b}x\n"),
      (nil, ["/c.md"], "  also as: /c.md\n"), (nil, ["/\u{9b}"], "  also as: /\\u{9b}\n"),
      (nil, ["/c.md", "/d.md", "/e.md"], "  also as: /c.md, and 2 more\n"), (nil, [], ""),
      (["owl"], ["/c.md"], "  without: owl\n  also as: /c.md\n"),
    ] as [([String]?, [String]?, String)])
  func `A hit names the words that it lacks, and its copies`(
    missing: [String]?, copies: [String]?, lines: String
  ) async throws {
    let output = RecordingOutput()
    let daemon = try await FakeDaemon(interface(missing: missing, copies: copies))
    #expect(daemon.run("search", "seed", output: output) == .found)
    #expect(output.text == "Nuthatch\n  /a/b.md\n\(lines)  hides seeds\n")
    #expect(output.notes.isEmpty)
  }

  @Test(arguments: [
    ([], "  similar in meaning\n"), ([("car", "garage")], "  similar in meaning: car ~ garage\n"),
    (
      [("car", "garage"), ("bill", "\u{1b}x")],
      "  similar in meaning: car ~ garage, bill ~ \\u{1b}x\n"
    ),
  ])
  func `A hit says that it was found by meaning, instead of the words that it lacks`(
    pairs: [(String, String)], line: String
  ) async throws {
    let output = RecordingOutput()
    var interface = interface(missing: ["car", "bill"])
    interface.hits[0].similar = pairs.map { WordPairMessage(query: $0, document: $1) }
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run("search", "car bill", output: output) == .found)
    #expect(output.text == "Nuthatch\n  /a/b.md\n\(line)  hides seeds\n")
  }

  @Test func `JSON has the words that a hit lacks, and the URIs of its copies`() async throws {
    let output = RecordingOutput()
    let daemon = try await FakeDaemon(interface(missing: ["owl"], copies: ["/c d"]))
    #expect(daemon.run("search", "--json", "--relaxed", "seed", output: output) == .found)
    #expect(output.text.contains(#""missing":["owl"]"#))
    #expect(output.text.contains(#""copies":["file:///c%20d"]"#))
  }

  @Test func `A corrected query is noted`() async throws {
    var interface = interface()
    interface.corrected = "nuthatch"
    let output = RecordingOutput()
    #expect(try await FakeDaemon(interface).run("search", "nuthach", output: output) == .found)
    #expect(
      output.notes == [
        "Showing results for: nuthatch", "To search for what you typed, add --strict.",
      ])
  }

  @Test func `Beside the hits of what was typed another query is offered`() async throws {
    var interface = interface()
    interface.suggestions = ["nut\u{1b}hatch"]
    let piped = RecordingOutput()
    #expect(try await FakeDaemon(interface).run("search", "nuthach", output: piped) == .found)
    #expect(piped.notes == [])
    let output = RecordingOutput(.ordinary)
    #expect(try await FakeDaemon(interface).run("search", "nuthach", output: output) == .found)
    #expect(output.text.contains("Nuthatch"))
    #expect(output.notes.contains { $0.hasPrefix("Did you mean: nut") })
  }

  @Test(
    arguments: [(0, 3, .found), (2, 3, .found), (0, nil, .found)]
      as [(Int, Int?, ClientCommand.ExitCode)])
  func `Whatever is printed was found, with all words or some`(
    count: Int, partial: Int?, code: ClientCommand.ExitCode
  ) async throws {
    var interface = interface(missing: ["owl"])
    (interface.count, interface.partial) = (count, partial)
    let output = RecordingOutput()
    #expect(try await FakeDaemon(interface).run("search", "seed", output: output) == code)
    #expect(output.text.contains("Nuthatch"))
  }

  @Test(
    arguments: [
      ([], nil), (["--strict"], true), (["--relaxed"], nil), (["--color", "never"], nil),
      (["--json"], true), (["-0"], true), (["--vimgrep"], true), (["--format", "{path}"], true),
      (["--json", "--strict"], true), (["--json", "--relaxed"], nil), (["-0", "--relaxed"], nil),
      (["--vimgrep", "--relaxed"], nil), (["--format", "{path}", "--relaxed"], nil),
    ] as [([String], Bool?)])
  func `Programs get only full matches unless they ask for more`(
    options: [String], isStrict: Bool?
  ) async throws {
    let daemon = try await FakeDaemon(interface())
    _ = daemon.run(["search"] + options + ["seed"], output: RecordingOutput())
    #expect(daemon.askedSearch?.query == "seed")
    #expect(daemon.askedSearch?.strict == isStrict)
    #expect(daemon.askedSearch?.copies == nil)
  }

  @Test func `All copies can be asked for`() async throws {
    let daemon = try await FakeDaemon(interface())
    _ = daemon.run("search", "--all-copies", "seed")
    #expect(daemon.askedSearch?.copies == true)
  }

  @Test(arguments: [[], ["--json"]])
  func `Strict and relaxed exclude each other`(options: [String]) async throws {
    let output = RecordingOutput()
    let daemon = try await FakeDaemon(interface())
    let arguments = ["search", "--strict", "--relaxed"] + options + ["seed"]
    #expect(daemon.run(arguments, output: output) == .usage)
    #expect(output.notes == ["Only one of --strict and --relaxed can be used."])
    #expect(daemon.askedSearch == nil)
  }
}
