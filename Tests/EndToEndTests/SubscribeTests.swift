import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Standing queries: a real daemon's reports of real files.
@Suite(.timeLimit(.minutes(15)))
struct SubscribeTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    for name in ["a", "sub/b"] { try daemon.home["files/\(name)"].write("seed of \(name)\n") }
    _ = try daemon.listed()
  }

  private struct Enough: Error {}

  /// Subscribes, and after each reply does the next step; returns the replies after each step.
  private func told(
    _ query: String, on daemon: RunningDaemon? = nil, _ steps: (() throws -> Void)...
  ) throws -> [[String]] {
    let daemon = daemon ?? self.daemon
    var rest = steps[...]
    var told: [[String]] = []
    do {
      try daemon.connect().subscribe(SubscribeMethod.Parameters(query: query)) { reply in
        told.append(lines(of: reply))
        guard let step = rest.popFirst() else { throw Enough() }
        try step()
      }
    } catch is Enough {}
    return told
  }

  private func lines(of reply: SubscribeMethod.Reply) -> [String] {
    func name(_ uri: String) -> String {
      FilePath(uri: uri)?.description.replacing("\(daemon.files)/", with: "") ?? uri
    }
    return reply.gone.map { "-\(name($0.uri))" }
      + reply.changed.map { change in
        "~\(name(change.hit.document.uri))" + (change.former.map { " was \(name($0.uri))" } ?? "")
      } + reply.appeared.map { "+\(name($0.document.uri))" }.sorted()
  }

  @Test func `A file that comes, changes, moves and goes is told at each step`() throws {
    let (files, file) = (daemon.files, daemon.files.appending("new"))
    let told = try told(
      "seed",
      { try file.write("another seed\n") },
      { try file.write("another seed that changed\n") },
      { try file.rename(to: files.appending("moved")) },
      { try files.appending("moved").save("no match any more\n") },
      { try files.appending("sub").rename(to: files.appending("renamed")) },
      { try files.appending("renamed").removeTree() })
    #expect(
      told == [
        ["+a", "+sub/b"], ["+new"], ["~new"], ["~moved was new"], ["-moved"],
        ["~renamed/b was sub/b"], ["-renamed/b"],
      ])
  }

  @Test func `The first reply tells the best, the later ones every difference`() throws {
    for number in 0..<30 { try daemon.files.appending("n\(number)").write("seed") }
    _ = try daemon.listed()
    var parameters = SubscribeMethod.Parameters(query: "seed")
    parameters.limit = 5
    var replies: [SubscribeMethod.Reply] = []
    #expect(throws: Enough.self) {
      try daemon.connect().subscribe(parameters) { reply in
        replies.append(reply)
        if replies.count > 1 { throw Enough() }
        let shown = reply.appeared.map(\.document.name)
        let other = try #require((0..<30).map { "n\($0)" }.first { !shown.contains($0) })
        try daemon.files.appending(other).removeFile()
      }
    }
    #expect(replies[0].appeared.count == 5)
    #expect(replies[0].appeared.allSatisfy { $0.score ?? 0 > 0 && $0.snippet.contains("seed") })
    #expect(replies[0].more && replies[0].reading == "seed")
    #expect(replies[1].gone.count == 1 && !replies[1].more)
    #expect(replies[1].clock.sequence > replies[0].clock.sequence)
  }

  @Test func `Hundreds of changes come in parts, and none is missing`() throws {
    let count = 1_700
    for number in 0..<count { try daemon.home["files/in/\(number)"].write("nut") }
    _ = try daemon.listed()
    var gone = 0
    var replies = 0
    #expect(throws: Enough.self) {
      try daemon.connect().subscribe(SubscribeMethod.Parameters(query: "nut")) { reply in
        replies += 1
        if replies == 1 { try daemon.files.appending("in").removeTree() }
        #expect(reply.gone.count <= 500)
        gone += reply.gone.count
        if gone == count { throw Enough() }
      }
    }
    #expect(replies > 3)
  }

  @Test func `A client that does not read delays nobody, and catches up at once`() throws {
    let words = (0..<15).map { "long\(String(repeating: "g", count: 60))\($0)" }
    let text = "seed \(words.joined(separator: " "))"
    for number in 0..<60 { try daemon.files.appending("s\(number)").write(text) }
    _ = try daemon.listed()
    let file = daemon.files.appending("last")
    var known: Set<String> = []
    var isFirst = true
    #expect(throws: Enough.self) {
      try daemon.connect().subscribe(SubscribeMethod.Parameters(query: "seed")) { reply in
        if isFirst {
          isFirst = false
          // More than is kept for a client that does not read: some 4 MB.
          for round in 0..<40 {
            for number in 0..<60 {
              try daemon.files.appending("s\(number)").write("\(text) \(round)\n")
            }
            _ = try daemon.found("seed")
          }
          try file.write("the last seed\n")
          #expect(try daemon.found("last").count == 1)
        }
        known.formUnion((reply.appeared + reply.changed.map(\.hit)).map(\.document.name))
        if known.contains("last") { throw Enough() }
      }
    }
    let resident = try Tool.run("/bin/sh", "-c", "grep VmHWM /proc/\(daemon.process.number)/status")
    let kilobytes = resident.split(whereSeparator: \.isWhitespace).dropFirst().first
    #expect(try #require(kilobytes.flatMap { Int($0) }) < 150_000)
  }

  @Test func `A client that leaves ends its subscription`() throws {
    // Were one of them left, there would be no room for others in the end.
    for round in 0..<40 {
      // Not the same file each time, whose changes would be waited for to come to rest.
      let file = daemon.files.appending("round\(round)")
      #expect(try told("seed", { try file.write("seed \(round)\n") }).count == 2)
    }
  }

  @Test func `There are connections for others, however many subscribe`() throws {
    var clients: [ChildProcess.Command] = []
    for _ in 0..<16 { clients.append(try command()) }
    let terminals = try clients.map { try PseudoTerminal(running: $0) }
    for terminal in terminals {
      #expect(try terminal.read { $0.contains("sub/b") }.contains("sub/b"))
    }
    #expect(throws: SearchFailure.tooManySubscriptions(limit: 16)) { try told("seed") }
    #expect(try daemon.sitta(["search", "seed"]).ending == .exited(0))
    try daemon.files.appending("c").write("seed for all\n")
    for terminal in terminals {
      #expect(try terminal.read { $0.contains(" for all") }.contains("/c\u{1b}"))
      try terminal.process.send(signal: 9)
    }
  }

  @Test(arguments: [("", "nothing to search for"), ("\u{1}", "nothing to search for")])
  func `A text that is no query is refused at once`(query: String, reason: String) throws {
    let failure = #expect(throws: SearchFailure.self) { try told(query) }
    #expect(failure?.description.contains(reason) == true)
  }

  private func command() throws -> ChildProcess.Command {
    ChildProcess.Command(
      try Binary.sitta.path,
      ["--socket", "\(daemon.socket)", "search", "--watch", "seed"].map { Array($0.utf8) },
      environment: ["HOME=\(daemon.home.path)", "PATH=/nowhere", "TERM=xterm"].map {
        Array($0.utf8)
      })
  }
}

// MARK: - sitta search --watch

extension SubscribeTests {
  @Test func `On a terminal changes have colours, until Ctrl-C`() throws {
    let terminal = try PseudoTerminal(running: command())
    let first = try terminal.read { $0.contains("sub/b") && $0.contains("/a") }
    #expect(first.contains("\u{1b}[32m+\u{1b}[0m \u{1b}[1ma\u{1b}[0m\n"))
    try daemon.files.appending("a").removeFile()
    let gone = try terminal.read { $0.contains("/a\n") }
    #expect(gone == "\u{1b}[31m-\u{1b}[0m \(daemon.files)/a\n")
    try terminal.type("\u{3}")
    _ = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .killed(signal: 2))
  }

  @Test func `In a pipe each change is written when it comes`() throws {
    let process = try ChildProcess(command(), output: .pipe, errors: .pipe)
    #expect(try read(process) { $0.contains("/a\n") && $0.contains("/b\n") }.hasPrefix("+ "))
    let file = daemon.files.appending("new")
    try file.write("the seed of today\n")
    #expect(
      try read(process) { $0.contains("today") } == "+ new\n  \(file)\n  the seed of today\n")
    try file.removeFile()
    #expect(try read(process) { $0.contains("new") } == "- \(file)\n")
    try process.send(signal: 9)
  }

  /// The output of a process in its pipe.
  private func read(
    _ process: borrowing ChildProcess, until isEnough: (String) -> Bool
  ) throws -> String {
    var bytes: [UInt8] = []
    while !isEnough(String(decoding: bytes, as: UTF8.self)) {
      guard try process.output.read(into: &bytes, timeout: .seconds(60)) else { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `When the daemon goes that is said`() throws {
    let terminal = try PseudoTerminal(running: command())
    _ = try terminal.read { $0.contains("sub/b") }
    #expect(try daemon.terminate().ending == .exited(0))
    #expect(try terminal.read().contains("sitta: The daemon closed the connection.\n"))
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(4))
  }

  @Test func `Who asks without more is told to`() throws {
    let python = try Tool.run(
      "/usr/bin/env", "python3", "-c",
      """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      s.sendall(b'{"method":"io.sitta.Search.Subscribe","parameters":{"query":"a"}}\\0')
      print(s.recv(4096).decode())
      """, "\(daemon.socket)")
    #expect(python.contains("org.varlink.service.ExpectedMore"))
  }
}

// MARK: - Suggestions

extension SubscribeTests {
  @Test func `A search without hits is corrected, and a strict one suggests what has some`() throws
  {
    for name in ["x", "y"] { try daemon.files.appending(name).write("memory barrier\n") }
    _ = try daemon.listed()
    var parameters = SearchMethod.Parameters(query: "memroy barier")
    parameters.deadline = 60_000
    let reply = try daemon.connect().search(parameters)
    #expect(reply.corrected == "memory barrier")
    // Both files have the same text.
    #expect(reply.hits.count == 1 && reply.hits.first?.copies?.count == 1)
    parameters.strict = true
    #expect(try daemon.connect().search(parameters).hits == [])
    // No search waits long for the words of the index, which the first one has read.
    try daemon.wait {
      try daemon.connect().search(parameters).suggestions == ["memory barrier"]
    }
    parameters.query = "memory"
    #expect(try daemon.connect().search(parameters).suggestions == nil)
    let terminal = try PseudoTerminal(
      running: ChildProcess.Command(
        try Binary.sitta.path,
        ["--socket", "\(daemon.socket)", "search", "--strict", "memroy barier"].map {
          Array($0.utf8)
        },
        environment: ["HOME=\(daemon.home.path)", "TERM=dumb"].map { Array($0.utf8) }))
    #expect(try terminal.read().contains("sitta: Did you mean: memory barrier\n"))
    let piped = try daemon.sitta(["search", "--json", "memroy barier"])
    #expect(piped.output == [] && piped.errors == [] && piped.ending == .exited(1))
  }

  @Test func `Typing is suggested for, with what was written a moment ago`() throws {
    try daemon.files.appending("x").write("nuthatches hide nuts\n")
    _ = try daemon.listed()
    #expect(try daemon.sitta(["suggest", "hide nuth"]).outputText == "hide nuthatches\n")
    #expect(try daemon.sitta(["suggest", "nuthatchse"]).outputText == "nuthatches\n")
    #expect(try daemon.sitta(["suggest", "zebra"]).ending == .exited(1))
    #expect(try daemon.sitta(["suggest", "日"]).ending == .exited(1))
  }
}
