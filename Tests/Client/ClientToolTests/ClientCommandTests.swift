import ClientTool
import LinuxSystem
import SearchInterface
import Synchronization
import TestSupport
import Testing
import Varlink

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ClientCommandTests {
  let output = RecordingOutput()
  var interface = FakeSearch()

  @Test(arguments: [["search", "seed"], ["list"], ["status"], ["sync"]])
  func `What is found or done is 0`(arguments: [String]) async throws {
    var interface = interface
    interface.hits = [HitMessage(DocumentMessage("/a"))]
    interface.pages = [[DocumentMessage("/a")]]
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .found)
    #expect(output.notes.isEmpty)
  }

  @Test(arguments: [
    (["nuthatch", "seed"], "nuthatch seed"), (["find"], "find"), (["--", "-x"], "-x"),
  ])
  func `Words that are no command are searched`(arguments: [String], query: String) async throws {
    _ = try await FakeDaemon(interface).run(arguments, output: output)
    #expect(interface.asked.search.withLock { $0?.query } == query)
  }

  @Test(arguments: [([], "Commands:"), (["search"], "Usage: sitta search"), (["lsit"], "'list'")])
  func `Help is a command, too`(operands: [String], part: String) {
    _ = ClientCommand(output: output).run((["help"] + operands).map { Array($0.utf8) })
    #expect((output.notes + [output.text]).contains { $0.contains(part) })
  }

  @Test(arguments: [["search", "seed"], ["list"], ["search", "-0", "seed"], ["list", "--json"]])
  func `Nothing found is 1, and prints nothing`(arguments: [String]) async throws {
    #expect(try await FakeDaemon().run(arguments, output: output) == .notFound)
    #expect(output.bytes.isEmpty)
    #expect(output.notes.isEmpty)
  }

  @Test(
    arguments: [
      ([], "Usage"), (["serach", "x"], "'search'"), (["search"], "QUERY"),
      (["search", "--relaxed"], "--like FILE"),
      (["search", "--like", "a", "--strict"], "--like and --strict"),
      (["--host", "a", "search", "--like", "a"], "--like and --host"),
      (["search", "--like", "a", "--all-messages"], "--like and --all-messages"),
      (["search", "--like", "a", "-n", "51"], "1 to 50"),
      (["search", "-n", "a", "b"], "'a'"),
      (["search", "-n", "0", "b"], "1 to 1000000"), (["search", "--offset", "-1", "b"], "'-1'"),
      (["search", "--sort", "age", "b"], "'age'"), (["search", "--bad", "b"], "'--bad'"),
      (["list", "a", "b"], "'b'"), (["search", "--format", "{paht}", "b"], "'{paht}'"),
      (["search", "--json", "-0", "b"], "Only one"), (["list", "-0", "--format", "x"], "Only one"),
      (["--color", "red", "list"], "'red'"), (["status", "a"], "'a'"),
      (["sync", "--timeout", "soon"], "not 'soon'"), (["sync", "--timeout", "2h"], "one hour"),
      (["sync", "--timeout", "0s"], "not '0s'"),
      (["sync", "--json"], "'--json'"),
      (["search", "-n"], "-n needs a value"), (["--json", "search", "b"], "'--json'"),
    ])
  func `A wrong call is 2 and says what is wrong`(
    arguments: [String], part: String
  ) async throws {
    #expect(try await FakeDaemon().run(arguments, output: output) == .usage)
    #expect((output.notes + [output.text]).contains { $0.contains(part) })
  }

  @Test(
    arguments: [
      (.invalidQuery(position: 3, reason: "There is nothing to look for."), .usage),
      (.deadlineExceeded(milliseconds: 500), .failed), (.notSynchronized(pending: 9), .failed),
      (.indexUnavailable(reason: "it is being rebuilt"), .failed),
    ] as [(SearchFailure, ClientCommand.ExitCode)])
  func `A wrong query is 2, and what the daemon cannot answer is 4`(
    failure: SearchFailure, code: ClientCommand.ExitCode
  ) async throws {
    var interface = interface
    interface.error = failure.wire
    #expect(try await FakeDaemon(interface).run("search", "seed", output: output) == code)
    #expect(output.notes == [failure.description])
    #expect(output.bytes.isEmpty)
  }

  @Test(arguments: [["search", "seed"], ["list"], ["status"], ["sync"]])
  func `An error nobody knows is 4, and named`(arguments: [String]) async throws {
    var interface = interface
    interface.error = VarlinkError("org.example.Odd")
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .failed)
    #expect(output.notes.count == 1)
    #expect(output.notes[0].contains("org.example.Odd"))
  }

  @Test(arguments: [["search", "seed"], ["list"], ["status"], ["sync"]])
  func `No daemon is 3, and says how to start it`(arguments: [String]) throws {
    let folder = try TemporaryDirectory()
    let socket = folder["socket"]
    let all = ["--socket", "\(socket)"] + arguments
    #expect(ClientCommand(output: output).run(all.map { Array($0.utf8) }) == .noDaemon)
    #expect(output.notes.count == 1)
    #expect(output.notes[0].contains("\(socket)"))
    #expect(output.notes[0].contains("systemctl --user start sittad.socket"))
  }

  @Test(arguments: [70_000, 1_000_000])
  func `A call that the daemon will not read is no success`(size: Int) async throws {
    let query = String(repeating: "x", count: size)
    #expect(try await FakeDaemon().run("search", query, output: output) == .failed)
    #expect(output.notes.count == 1)
  }

  @Test(
    arguments: [
      (["search", "seed"], 0), (["search", "seed"], 1), (["list"], 0), (["list"], 1),
      (["list", "-0"], 1), (["status"], 0), (["search", "--json", "seed"], 1), (["--help"], 0),
    ])
  func `A reader that has gone away is no failure`(arguments: [String], writes: Int) async throws {
    var interface = interface
    interface.hits = [HitMessage(DocumentMessage("/a")), HitMessage(DocumentMessage("/b"))]
    interface.pages = [[DocumentMessage("/a")], [DocumentMessage("/b")]]
    let output = RecordingOutput(writes: writes)
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .found)
    #expect(output.notes.isEmpty)
  }

  @Test(
    arguments: [
      (
        ["--help"],
        [
          "search QUERY…", "list [DIR]", "status", "sync", "--socket PATH", "--color", "--version",
          "Examples", "Exit codes: 0 found",
        ]
      ),
      (["-h"], ["Usage: sitta [OPTION…] COMMAND"]),
      (
        ["search", "--help"],
        [
          "--limit N", "-n", "--offset", "--sort", "--json", "-0", "--vimgrep", "--socket PATH",
          "sitta search memory barrier",
        ]
      ),
      (["list", "-h"], ["Usage: sitta list [OPTION…] [DIR]", "--format"]),
      (["status", "-h"], ["--watch"]),
    ])
  func `Help needs no daemon and has options and examples`(arguments: [String], parts: [String]) {
    #expect(ClientCommand(output: output).run(arguments.map { Array($0.utf8) }) == .found)
    for part in parts { #expect(output.text.contains(part), "\(part)") }
    #expect(output.notes.isEmpty)
  }

  @Test func `The version is one line`() {
    #expect(ClientCommand(output: output).run([Array("--version".utf8)]) == .found)
    #expect(output.text.wholeMatch(of: /sitta [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }

  @Test func `Options reach the daemon`() async throws {
    let daemon = try await FakeDaemon()
    _ = daemon.run(
      "search", "--sync", "page", "-n5", "--offset=10", "--sort", "size", "--prefixes", "last",
      "--passages", "3", "--", "-cache", output: output)
    var expected = SearchMethod.Parameters(query: "page -cache")
    expected.limit = 5
    expected.offset = 10
    expected.order = .size
    expected.sync = true
    expected.prefixes = .last
    expected.passages = 3
    expected.folder = try FilePath.workingDirectory().utf8
    #expect(daemon.askedSearch == expected)
    _ = daemon.run("search", "page", output: output)
    var plain = SearchMethod.Parameters(query: "page")
    (plain.limit, plain.offset, plain.folder) = (20, 0, expected.folder)
    #expect(daemon.askedSearch == plain)
    _ = daemon.run("list", output: output)
    #expect(daemon.askedList == ListMethod.Parameters())
  }

  @Test func `A folder is asked for by the path that leads through no link`() async throws {
    let daemon = try await FakeDaemon()
    let folder = daemon.folder["odd \u{e9}"]
    try folder.makeDirectory()
    try daemon.folder["link"].makeSymbolicLink(to: folder)
    _ = daemon.run("list", "\(daemon.folder["link"])/", output: output)
    #expect(daemon.askedList?.folder == folder.uri)
    _ = daemon.run("list", "/missing/../gone", output: output)
    #expect(daemon.askedList?.folder == "file:///gone")
  }

  @Test func `Where nothing was found, a person is told how the query was read`() async throws {
    var interface = interface
    interface.reading = "seed AND nut"
    let terminal = RecordingOutput(.ordinary)
    let fake = try await FakeDaemon(interface)
    #expect(fake.run("search", "seed nut", output: terminal) == .notFound)
    #expect(terminal.notes == ["Nothing found for: seed AND nut"])
    #expect(fake.run("search", "seed nut", output: output) == .notFound)
    #expect(output.notes == [])
    interface.hits = [HitMessage(DocumentMessage("/a"))]
    let found = RecordingOutput(.ordinary)
    #expect(try await FakeDaemon(interface).run("search", "seed nut", output: found) == .found)
    #expect(found.notes == [])
  }

  @Test func `Warnings and waiting changes are said beside the results`() async throws {
    var interface = interface
    interface.warnings = ["The folder is gone."]
    interface.pending = 12
    #expect(try await FakeDaemon(interface).run("search", "seed", output: output) == .notFound)
    #expect(output.notes.count == 2)
    #expect(output.notes[0] == "The folder is gone.")
    #expect(output.notes[1].contains("12"))
    #expect(output.bytes.isEmpty)
  }

  @Test(arguments: [["status", "--watch"], ["status", "-w", "--json"], ["status"]])
  func `A watch prints what the daemon tells`(arguments: [String]) async throws {
    var interface = FakeSearch()
    interface.laterStatuses = [interface.status, interface.status]
    interface.laterStatuses[0].documents = 1
    interface.laterStatuses[1].state = .indexing
    let daemon = try await FakeDaemon(interface)
    #expect(daemon.run(arguments, output: output) == .found)
    // In a pipe another number of documents is not worth a line, which only JSON repeats.
    let lines = output.text.split(separator: "\n").count
    #expect(lines == (arguments.contains("--json") ? 3 : arguments.count > 1 ? 2 : 4))
  }

  @Test func `A watch ends where the daemon does`() async throws {
    var interface = FakeSearch()
    interface.breaksOff = true
    #expect(
      try await FakeDaemon(interface).run("status", "--watch", output: output) == .failed)
    #expect(output.text.split(separator: "\n").count == 1)
    #expect(output.notes == ["The daemon closed the connection."])
  }
}
