import ClientTool
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ExplainingTests {
  let output = RecordingOutput()

  /// An answer with a fault; hostile where a text can come from a file.
  private func interface(found: Bool) -> FakeSearch {
    var interface = FakeSearch()
    interface.explanation = ExplainMethod.Reply(
      uri: "file:///home/a%1B/b", path: "/home/a\u{1b}/b", found: found,
      steps: [
        StepMessage(.file, "It is a file."),
        StepMessage(.query, "Read as: a\u{1b}[2J"),
        StepMessage(.query, passed: false, "It does not occur.", remedy: "Search\u{202e} for b."),
      ], kind: .file, rule: RuleMessage(reason: .root, uri: "file:///home"),
      clock: FakeSearch.clock,
      pending: 0)
    return interface
  }

  @Test(arguments: [(true, ClientCommand.ExitCode.found), (false, .notFound)])
  func `Each step is a line, faults are marked, a remedy stands below`(
    found: Bool, code: ClientCommand.ExitCode
  ) async throws {
    let daemon = try await FakeDaemon(interface(found: found))
    #expect(daemon.run("explain", "/home/a/b", "x", output: output) == code)
    #expect(
      output.text == """
        /home/a\\u{1b}/b
          file   It is a file.
          query  Read as: a\\u{1b}[2J
        !        It does not occur.
                 → Search\\u{202e} for b.
        \(found ? "found" : "not found")

        """)
    #expect(output.notes.isEmpty)
  }

  @Test func `JSON is one line with everything`() async throws {
    let daemon = try await FakeDaemon(interface(found: true))
    #expect(daemon.run("explain", "--json", "/a", output: output) == .found)
    #expect(output.text.split(separator: "\n").count == 1)
    for part in ["\"found\":true", "\"steps\":[", "\"rule\":{", "\"reason\":\"root\""] {
      #expect(output.text.contains(part), "\(output.text)")
    }
    #expect(!output.text.contains("\u{1b}") && !output.text.contains("\u{202e}"))
  }

  @Test func `Colours come only where they are wanted`() async throws {
    let daemon = try await FakeDaemon(interface(found: true))
    #expect(daemon.run("--color", "always", "explain", "/a", output: output) == .found)
    #expect(output.text.contains("\u{1b}[1;31m!\u{1b}[0m        It does not"))
    #expect(output.text.hasPrefix("\u{1b}[1m/home"))
  }

  @Test func `The path is resolved here, the words make the query`() async throws {
    let daemon = try await FakeDaemon(interface(found: true))
    #expect(daemon.run("explain", "a b/../c", output: output) == .found)
    let folder = try FilePath.workingDirectory()
    var expected = ExplainMethod.Parameters(path: folder.appending("c").uri)
    expected.folder = folder.utf8
    expected.language = ProcessEnvironment.language
    #expect(daemon.askedExplanation == expected)
    #expect(
      daemon.run(
        "explain", "--prefixes", "all", "--away", "--strict", "/d", "x", "y", output: output)
        == .found)
    (expected.path, expected.query) = ("file:///d", "x y")
    expected.prefixes = .all
    expected.away = true
    expected.strict = true
    #expect(daemon.askedExplanation == expected)
    #expect(daemon.run("explain", output: output) == .usage)
  }
}

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct QueryStatisticsTests {
  let output = RecordingOutput()

  private func asked(_ query: String, opened: Int = 0, more: Bool = false) -> AskedQueryMessage {
    AskedQueryMessage(
      query: query, count: 3, hits: 20, more: more, opened: opened, last: "2026-01-02T03:04:05Z",
      milliseconds: 1.6)
  }

  @Test func `Popular and failing searches are shown, harmless`() async throws {
    var interface = FakeSearch()
    interface.statistics = QueryStatisticsMethod.Reply(
      logging: true, searches: 9, opened: 2, since: "2026-01-01T00:00:00Z",
      popular: [asked("page cache", opened: 2, more: true)], failing: [asked("\u{1b}[2J")])
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run("stats", output: output) == .found)
    #expect(
      output.text == """
        9 searches since 2026-01-01T00:00:00Z, 2 hits opened
        popular
          3 × page cache  (20+ hits, 2 opened, 2 ms)
        without hits
          3 × \\u{1b}[2J  (20 hits, 2 ms)

        """)
    #expect(output.notes.isEmpty)
    let json = RecordingOutput()
    #expect(daemon.run("stats", "--json", output: json) == .found)
    #expect(json.text.contains("\"popular\":[{") && !json.text.contains("\u{1b}"))
  }

  @Test func `Where nothing is kept it is said how to change that`() async throws {
    #expect(try await FakeDaemon().run("stats", output: output) == .notFound)
    #expect(output.notes.contains { $0.contains("QueryLog=yes") })
  }

  @Test func `Queries are forgotten only when asked for`() async throws {
    let daemon = try await FakeDaemon()
    #expect(daemon.run("forget", output: output) == .usage)
    #expect(output.notes.contains { $0.contains("--queries") })
    #expect(daemon.run("forget", "--queries", output: output) == .found)
    #expect(output.text == "5 searches forgotten\n")
  }
}
