import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// The real `sitta`, as people and scripts call it.
@Suite(.timeLimit(.minutes(15)))
struct ClientTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
  }

  private struct Line: Decodable {
    let uri: String
    let path: String?
    let name: String
    let title: String?
    let snippet: String?
    let score: Double?
    let modified: String
    let size: Int64
    let type: String
    let tags: [String]
  }

  /// Three files of different size, age and name, all with the word "fruit".
  private func writeFruit() throws {
    for (name, size, day) in [("cherry", 1, 2), ("apple", 3, 1), ("banana", 2, 3)] {
      let file = daemon.files.appending("\(name).txt")
      try file.write(String(repeating: "fruit ", count: size))
      try Tool.run("/usr/bin/touch", "-d", "2026-01-0\(day)T12:00:00Z", "\(file)")
    }
  }

  /// Runs `sitta` and gives its lines; it has to find something and to complain of nothing.
  private func lines(_ arguments: [String]) throws -> [String] {
    let report = try daemon.sitta(arguments)
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.errors == [])
    return report.outputText.split(separator: "\n").map(String.init)
  }

  private func documents(_ arguments: [String]) throws -> [Line] {
    try lines(arguments).map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }
}

// MARK: - Answers

extension ClientTests {
  @Test(
    arguments: [
      (".", ["b"]), ("./deep", ["c"]), ("..", ["a", "b", "c"]), ("../notes/deep", ["c"]),
    ])
  func `A dot means the folder of the shell`(folder: String, names: [String]) throws {
    for path in ["a.txt", "notes/b.txt", "notes/deep/c.txt"] {
      try daemon.files.appending(path).write("nuthatch")
    }
    _ = try daemon.sitta(["sync"])
    let words = [
      "--socket", "\(daemon.socket)", "search", "--format", "{name}", "--sort", "name",
      "nuthatch", "in:\(folder)",
    ]
    let report = try ChildProcess.run(
      ChildProcess.Command(
        Binary.sitta.path, words.map { Array($0.utf8) },
        directory: daemon.files.appending("notes")), until: .now + .seconds(120))
    let found = report.outputText.split(separator: "\n").map { String($0.prefix(1)) }
    #expect(found == (folder == "." ? ["b", "c"] : names), "\(report.errorText)")
  }

  @Test func `A search prints title, path and snippet, without colours in a pipe`() throws {
    let file = daemon.files.appending("note.md")
    try file.write("# Sowing peas\nWhen the frost is over, early in spring.\n")
    let report = try daemon.sitta(["search", "--sync", "frost"])
    #expect(report.ending == .exited(0))
    let lines = report.outputText.split(separator: "\n")
    #expect(lines.prefix(2) == ["Sowing peas", "  \(file)"])
    #expect(lines.count == 3 && lines[2].contains("frost is over"))
    #expect(!report.output.contains(0x1b))
  }

  @Test func `A file is found right after it was written`() throws {
    for round in 0..<20 {
      try daemon.files.appending("f").write("round\(round)")
      #expect(try daemon.sitta(["search", "--sync", "round\(round)"]).ending == .exited(0))
    }
  }

  @Test func `JSON has an object a line, with every field`() throws {
    let file = daemon.files.appending("böhnen.md")
    try file.write("---\ntags: [garden]\n---\n# Beans\nClimb high.\n")
    try Tool.run("/usr/bin/touch", "-d", "2026-01-02T03:04:05Z", "\(file)")
    let hit = try #require(try documents(["search", "--json", "--sync", "climb"]).first)
    #expect(hit.uri == file.uri)
    #expect(hit.path == file.utf8)
    #expect(hit.name == "böhnen.md")
    #expect(hit.title == "Beans")
    #expect(hit.tags == ["garden"])
    #expect(hit.type == "text/markdown")
    #expect(hit.size == (try FileStatus(of: file).size))
    #expect(hit.modified.hasPrefix("2026-01-02T03:04:05"))
    #expect(hit.snippet?.contains("Climb high") == true)
    #expect(try #require(hit.score) > 0)

    let listed = try #require(try documents(["list", "--json"]).first)
    #expect(listed.uri == hit.uri)
    #expect(listed.score == nil && listed.snippet == nil)
  }

  @Test(arguments: [
    ("name", ["apple", "banana", "cherry"]), ("modified", ["banana", "cherry", "apple"]),
    ("size", ["apple", "banana", "cherry"]),
  ])
  func `Hits come in the order that was asked for`(order: String, names: [String]) throws {
    try writeFruit()
    let arguments = ["search", "--sync", "--json", "--sort", order, "fruit"]
    #expect(try documents(arguments).map(\.name) == names.map { "\($0).txt" })
    let page = try documents(arguments + ["-n", "1", "--offset", "1"])
    #expect(page.map(\.name) == ["\(names[1]).txt"])
    #expect(try documents(arguments + ["-n2"]).count == 2)
    #expect(try daemon.sitta(arguments + ["--offset", "3"]).ending == .exited(1))
  }

  @Test func `A list names every file, or those in a folder`() throws {
    try writeFruit()
    try daemon.files.appending("deep").appending("down.txt").write("fruit")
    #expect(try daemon.sitta(["sync"]).ending == .exited(0))
    #expect(try Set(lines(["list"])) == Set(daemon.listed().map(\.description)))
    let folder = daemon.files.appending("deep")
    #expect(try lines(["list", "\(folder)"]) == ["\(folder)/down.txt"])
    #expect(try daemon.sitta(["list", "-0", "\(folder)"]).outputText == "\(folder)/down.txt\0")
    #expect(try daemon.sitta(["search", "-0", "down"]).outputText == "\(folder)/down.txt\0")
    #expect(try daemon.sitta(["list", "\(daemon.home.path)/nowhere"]).ending == .exited(1))
  }

  @Test func `The status is for people, or one line of JSON`() throws {
    try writeFruit()
    #expect(try lines(["sync"]) == [])
    let text = try lines(["status"])
    #expect(text.first?.hasSuffix("process \(daemon.process.number): up to date") == true)
    #expect(text.contains { $0.hasPrefix("root       \(daemon.files)") })
    #expect(text.contains("documents  3"))
    let json = try lines(["status", "--json"])
    #expect(json.count == 1)
    #expect(json.first?.contains(#""documents":3,"#) == true)
  }

  @Test func `A reader that has seen enough is no failure`() throws {
    // More than a pipe holds.
    let name = String(repeating: "n", count: 200)
    for number in 0..<1_000 { try daemon.files.appending("n\(number)\(name)").write("") }
    #expect(try daemon.sitta(["sync"]).ending == .exited(0))
    for arguments in ["list", "list --json", "list -0", "search -n 300 --json 'n*'"] {
      let script = #"{ "$0" --socket "$1" \#(arguments); echo "exit $?" >&2; } | head -c 5"#
      let shell = FilePath.root.appending("bin").appending("sh")
      let words = ["-c", script, "\(try Binary.sitta.path)", "\(daemon.socket)"]
      let report = try ChildProcess.run(
        ChildProcess.Command(shell, words.map { Array($0.utf8) }), until: .now + .seconds(60))
      #expect(report.errorText == "exit 0\n")
      #expect(report.output.count == 5)
    }
  }
}

// MARK: - Exit codes

extension ClientTests {
  @Test func `Nothing found is 1, and says nothing`() throws {
    let report = try daemon.sitta(["search", "--sync", "unheard"])
    #expect(report.ending == .exited(1))
    #expect(report.output == [] && report.errors == [])
    #expect(try daemon.sitta(["list"]).ending == .exited(1))
  }

  @Test(arguments: [
    [], ["serach"], ["search"], ["search", "--frobnicate", "x"], ["search", "-n", "0", "x"],
    ["search", "-n", "many", "x"], ["search", "--sort", "colour", "x"], ["list", "a", "b"],
    ["status", "x"], ["sync", "--json"], ["search", ""], ["search", "-only"],
  ])
  func `A wrong call is 2, and says why`(arguments: [String]) throws {
    let report = try daemon.sitta(arguments)
    #expect(report.ending == .exited(2))
    #expect(!(report.output + report.errors).isEmpty)
  }

  @Test func `No daemon is 3, and says how to start it`() throws {
    try daemon.kill()
    for arguments in [["search", "x"], ["list"], ["status"], ["sync"]] {
      let report = try daemon.sitta(arguments)
      #expect(report.ending == .exited(3))
      #expect(report.output == [])
      #expect(report.errorText.contains("systemctl --user start sittad.socket"))
    }
  }

  @Test func `A daemon that hangs up instead of answering is 4`() throws {
    let socket = daemon.home["run/other"]
    let listener = try UnixSocket.listen(at: socket)
    let words = ["--socket", "\(socket)", "search", "x"].map { Array($0.utf8) }
    let client = try ChildProcess(ChildProcess.Command(Binary.sitta.path, words), errors: .pipe)
    #expect(try listener.waitUntilReadable(timeout: .seconds(60)))
    _ = try UnixSocket.accept(from: listener)
    #expect(try client.wait(until: .now + .seconds(60)) == .exited(4))
  }

  @Test func `Help and version need no daemon`() throws {
    try daemon.kill()
    let help = try daemon.sitta(["--help"])
    #expect(help.ending == .exited(0))
    for word in ["search", "list", "status", "sync", "--socket", "Exit codes"] {
      #expect(help.outputText.contains(word))
    }
    let version = try daemon.sitta(["--version"])
    #expect(version.ending == .exited(0))
    #expect(version.outputText.wholeMatch(of: /sitta \d+\.\d+\.\d+\n/) != nil)
  }
}
