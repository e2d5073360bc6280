import ClientTool
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct WatchingSearchTests {
  private static let note = DocumentMessage("/root/note", title: "Sowing")

  /// A daemon that reports some changes and then ends.
  private func daemon(
    warnings: [String] = [], reading: String? = nil,
    _ change: (inout [SubscribeMethod.Reply]) -> Void = { _ in }
  ) async throws -> FakeDaemon {
    var interface = FakeSearch()
    let empty = SubscribeMethod.Reply(
      clock: FakeSearch.clock, pending: 0, warnings: warnings, reading: reading)
    interface.changes = [empty, empty]
    change(&interface.changes)
    return try await FakeDaemon(interface)
  }

  private func daemonWithChanges() async throws -> FakeDaemon {
    try await daemon { replies in
      replies[0].appeared = [HitMessage(Self.note, "when the [frost] is over")]
      replies[1].appeared = [HitMessage(DocumentMessage("/root/new"))]
      replies[1].changed = [
        HitChangeMessage(hit: HitMessage(Self.note)),
        HitChangeMessage(
          hit: HitMessage(DocumentMessage("/root/b")),
          former: LocationMessage(uri: "file:///root/a%0A", path: "/root/a\n")),
      ]
      replies[1].gone = [LocationMessage(uri: "file:///root/old%1B", path: nil)]
    }
  }

  @Test func `Hits and what becomes of them are printed with a sign each`() async throws {
    let output = RecordingOutput()
    let daemon = try await daemonWithChanges()
    #expect(daemon.run("search", "--watch", "frost", output: output) == .failed)
    #expect(
      output.text == """
        + Sowing
          /root/note
          when the frost is over
        - /root/old\\u{1b}
        ~ Sowing
          /root/note
        ~ b
          /root/b (was /root/a\\n)
        + new
          /root/new

        """)
    #expect(output.notes == ["The index cannot be read now: it ends"])
  }

  @Test func `On a terminal the signs have colours`() async throws {
    let output = RecordingOutput(.ordinary)
    #expect(try await daemonWithChanges().run("search", "-w", "x", output: output) == .failed)
    #expect(output.text.hasPrefix("\u{1b}[32m+\u{1b}[0m \u{1b}[1mSowing\u{1b}[0m\n"))
    #expect(output.text.contains("\n\u{1b}[31m-\u{1b}[0m /root/old\\u{1b}\n"))
    #expect(output.text.contains("\n\u{1b}[33m~\u{1b}[0m \u{1b}[1mb\u{1b}[0m\n"))
  }

  @Test func `As JSON each change is an object a line`() async throws {
    let output = RecordingOutput()
    let daemon = try await daemonWithChanges()
    #expect(daemon.run("search", "--watch", "--json", "x", output: output) == .failed)
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix(#"{"change":"appeared","modified":"#))
    #expect(lines[0].contains(#""snippet":"when the frost is over","#))
    #expect(lines[1] == #"{"change":"gone","uri":"file:///root/old%1B"}"#)
    #expect(lines[2].contains(#""change":"changed""#) && !lines[2].contains("former"))
    #expect(lines[3].contains(#""former":"file:///root/a%0A""#))
    #expect(lines[3].contains(#""uri":"file:///root/b""#))
  }

  @Test func `The query is asked for as it was typed`() async throws {
    let daemon = try await daemon()
    let output = RecordingOutput()
    _ = daemon.run(
      ["search", "--watch", "-n", "7", "--prefixes", "last", "--away", "a", "b"], output: output)
    var expected = SubscribeMethod.Parameters(query: "a b")
    expected.limit = 7
    expected.prefixes = .last
    expected.away = true
    expected.folder = try FilePath.workingDirectory().utf8
    #expect(daemon.askedSubscribe == expected)
    #expect(output.bytes == [])
  }

  @Test func `What a person should know is said once`() async throws {
    let output = RecordingOutput(.ordinary)
    let daemon = try await daemon(warnings: ["Mind."], reading: "a AND b")
    _ = daemon.run("search", "--watch", "a b", output: output)
    #expect(
      output.notes == [
        "Mind.", "Nothing found yet for: a AND b", "The index cannot be read now: it ends",
      ])
  }

  @Test(
    arguments: [
      ["--sync"], ["--offset", "1"], ["--sort", "name"], ["-0"], ["--vimgrep"],
      ["--format", "{path}"], ["--passages", "2"],
    ])
  func `What makes no sense with a watch is refused`(options: [String]) async throws {
    let output = RecordingOutput()
    let daemon = try await daemon()
    #expect(daemon.run(["search", "--watch"] + options + ["x"], output: output) == .usage)
    #expect(output.notes.first?.hasPrefix("--watch and --") == true)
    #expect(daemon.askedSubscribe == nil)
  }

  @Test func `A reader that has gone away ends the watch`() async throws {
    let output = RecordingOutput(writes: 1)
    #expect(
      try await daemonWithChanges().run("search", "--watch", "x", output: output) == .found)
  }
}

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SuggestingTests {
  private func interface(_ suggestions: [String]?) -> FakeSearch {
    var interface = FakeSearch()
    interface.suggestions = suggestions
    interface.reading = "memroy"
    return interface
  }

  @Test func `Where nothing was found a person is told what may have been meant`() async throws {
    let output = RecordingOutput(.ordinary)
    let daemon = try await FakeDaemon(interface(["memory\u{7}", "memories"]))
    #expect(daemon.run("search", "memroy", output: output) == .notFound)
    #expect(
      output.notes == [
        "Nothing found for: memroy", "Did you mean: memory\u{7}  or  memories",
      ])
    #expect(output.bytes == [])
  }

  @Test func `A program is told nothing of it`() async throws {
    for arguments in [["search", "memroy"], ["search", "--json", "memroy"]] {
      let output = RecordingOutput()
      let daemon = try await FakeDaemon(interface(["memory"]))
      #expect(daemon.run(arguments, output: output) == .notFound)
      #expect(output.notes == [])
    }
    let output = RecordingOutput(.ordinary)
    let daemon = try await FakeDaemon(interface([]))
    #expect(daemon.run("search", "memroy", output: output) == .notFound)
    #expect(output.notes == ["Nothing found for: memroy"])
  }

  @Test func `Suggestions are printed, a query a line`() async throws {
    var interface = FakeSearch()
    interface.suggested.completions = [
      SuggestionMessage(text: "page memory", words: ["memory"], documents: 3)
    ]
    interface.suggested.corrections = [
      SuggestionMessage(text: "page\u{1b} memo", words: ["memo"], documents: 2)
    ]
    let daemon = try await FakeDaemon(interface)
    let output = RecordingOutput()
    #expect(daemon.run("suggest", "-n", "3", "page", "mem", output: output) == .found)
    #expect(output.text == "page memory\npage\\u{1b} memo\n")
    #expect(daemon.askedSuggest?.text == "page mem")
    #expect(daemon.askedSuggest?.limit == 3)
    let json = RecordingOutput()
    #expect(daemon.run("suggest", "--json", "page mem", output: json) == .found)
    #expect(json.text.hasPrefix(#"{"clock":{"index":"abc","sequence":7},"completions":[{"#))
  }

  @Test func `Without a suggestion it is 1`() async throws {
    let output = RecordingOutput()
    #expect(try await FakeDaemon().run("suggest", "x", output: output) == .notFound)
    #expect(output.bytes == [])
    #expect(try await FakeDaemon().run("suggest", "-n", "21", "x", output: output) == .usage)
  }
}
