import LinuxSystem
import TestSupport
import Testing

/// The clients in the folder `clients`, which are examples for programs of others.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.exists("/usr/bin/python3")))
struct ClientExampleTests {
  let daemon: RunningDaemon
  private let clients: FilePath

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    clients = try #require(FilePath(absolute: #filePath)).parent.parent.parent
      .appending("clients")
    try daemon.files.appending("note.md").write("When the frost\u{1b}[2J is over.\n")
    // Where clients look for the daemon of a session.
    let folder = daemon.home["session/sitta"]
    try folder.makeDirectory()
    try folder.appending("io.sitta.Search").makeSymbolicLink(to: daemon.socket)
    _ = try daemon.listed()
  }

  private func command(_ words: String...) -> ChildProcess.Command {
    let environment = [
      "HOME=\(daemon.home.path)", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm",
      "XDG_RUNTIME_DIR=\(daemon.home["session"])",
    ]
    return ChildProcess.Command(
      "/usr/bin/python3", words.map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }

  @Test func `One searches while a person types, and leaves the terminal as it was`() throws {
    let terminal = try PseudoTerminal(running: command("\(clients)/search.py"))
    _ = try terminal.read { $0.hasSuffix("> ") }
    try terminal.type("fros")
    let found = try terminal.read { $0.hasSuffix("> fros") }
    #expect(found.contains("note.md  When the frost [2J is over.\n> fros"), "\(found)")
    try terminal.type("x")
    #expect(try terminal.read { $0.hasSuffix("> frosx") }.hasSuffix("\u{1b}[J\n> frosx"))
    try terminal.type("\u{7f}")
    #expect(try terminal.read { $0.hasSuffix("> fros") }.contains("note.md"))
    try terminal.type("\r")
    _ = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(0))
  }

  @Test func `One prints what appears, changes and goes`() throws {
    let terminal = try PseudoTerminal(running: command("\(clients)/subscribe.py", "frost"))
    func line(_ text: String) throws {
      let shown = try terminal.read { $0.hasSuffix("\n") }
      #expect(shown == text + "\n")
    }
    try line("+ \(daemon.files.appending("note.md").uri)")
    let file = daemon.files.appending("née\n.txt")
    try file.write("frost\n")
    try line("+ \(file.uri)")
    try file.write("frost and thaw\n")
    try line("~ \(file.uri)")
    try file.removeFile()
    try line("- \(file.uri)")
    try terminal.type("\u{3}")
    _ = try terminal.read()
    _ = try terminal.process.wait(until: .now + .seconds(60))
  }

  @Test func `A wrong call is named`() throws {
    let report = try ChildProcess.run(
      command("\(clients)/subscribe.py"), until: .now + .seconds(60))
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("io.sitta.Search.InvalidQuery"), "\(report.errorText)")
  }
}
