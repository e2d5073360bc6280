import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// The real `sitta` on a terminal and in a pipe.
@Suite(.timeLimit(.minutes(15)))
struct TerminalTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("note.md").write("# Sowing\n\nWhen the frost is over.\n")
    _ = try daemon.listed()
    // The status does not change any more.
    try daemon.waitForStatus { $0.state == .idle }
  }

  private func command(_ arguments: [String], _ variables: [String]) throws -> ChildProcess.Command
  {
    let path = variables.contains { $0.hasPrefix("PATH=") } ? [] : ["PATH=/nowhere"]
    let environment = ["HOME=\(daemon.home.path)"] + path + variables
    return ChildProcess.Command(
      try Binary.sitta.path, (["--socket", "\(daemon.socket)"] + arguments).map { Array($0.utf8) },
      environment: environment.map { Array($0.utf8) })
  }

  /// The output of `sitta` on a terminal.
  private func screen(
    _ arguments: [String], _ variables: [String] = ["TERM=xterm-256color"]
  ) throws -> (text: String, ending: ChildProcess.Ending?) {
    let terminal = try PseudoTerminal(running: command(arguments, variables))
    let text = try terminal.read()
    return (text, try terminal.process.wait(until: .now + .seconds(60)))
  }

  /// The output of `sitta` into a pipe.
  private func pipe(_ arguments: [String]) throws -> ChildProcess.Report {
    try ChildProcess.run(
      command(arguments, ["TERM=xterm-256color"]), until: .now + .seconds(60))
  }

  /// A link as terminals take it, whatever this machine is called.
  private func unlinked(_ text: String) -> String {
    text.replacing(/\u{1b}\]8;;file:\/\/[A-Za-z0-9.-]*\/[!-~]*\u{1b}\\/, with: "<")
      .replacing("\u{1b}]8;;\u{1b}\\", with: ">")
  }

  @Test func `A search on a terminal has colours and a link, in a pipe neither`() throws {
    let path = daemon.files.appending("note.md")
    let shown = try screen(["search", "frost"])
    #expect(shown.ending == .exited(0))
    let lines = unlinked(shown.text).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "\u{1b}[2m1 \u{1b}[0m<\u{1b}[1mSowing\u{1b}[0m>")
    #expect(
      lines.dropFirst(2) == ["  When the \u{1b}[1;31mfrost\u{1b}[0m is over.", "", ""])
    let piped = try pipe(["search", "frost"])
    #expect(piped.outputText == "Sowing\n  \(path)\n  When the frost is over.\n")
    #expect(piped.errors == [])
  }

  @Test func `Results that do not fit on the screen go through the pager`() throws {
    let pager = daemon.home["pager"]
    try pager.writeProgram("#!/bin/sh\necho PAGED; exec cat\n")
    let variables = ["TERM=xterm-256color", "PAGER=\(pager)", "PATH=/usr/bin:/bin"]
    let help = try screen(["help", "search"], variables)
    #expect(help.ending == .exited(0))
    #expect(help.text.hasPrefix("PAGED\nUsage: sitta search"))
    #expect(try !screen(["search", "frost"], variables).text.contains("PAGED"))
    #expect(
      try !screen(["help", "search"], variables + ["SITTA_PAGER=cat"]).text.contains("PAGED"))
  }

  @Test func `A list is links on a terminal, and paths in a pipe`() throws {
    let path = daemon.files.appending("note.md")
    let shown = try screen(["list"])
    #expect(unlinked(shown.text) == "<\(path)>\n")
    #expect(shown.ending == .exited(0))
    #expect(try pipe(["list"]).outputText == "\(path)\n")
  }

  @Test(arguments: [
    ["status"], ["sync"], ["status", "--help"], ["--version"], ["search", "-0", "x"],
  ])
  func `Other commands say the same on both`(arguments: [String]) throws {
    let shown = try screen(arguments)
    let piped = try pipe(arguments)
    #expect(shown.text.hasPrefix(piped.outputText))
    #expect(shown.ending == piped.ending)
    #expect(!shown.text.contains("\u{1b}"))
  }

  @Test(arguments: [
    (["--color", "never"], "TERM=xterm"), ([], "TERM=dumb"), ([], "TERM="),
    ([], "NO_COLOR=1"),
  ])
  func `Who wants no colours gets text`(options: [String], variable: String) throws {
    let terminal = variable == "NO_COLOR=1" ? ["TERM=xterm", variable] : [variable]
    let shown = try screen(options + ["search", "frost"], terminal).text
    #expect(shown.hasPrefix("1 Sowing\n  "))
    #expect(!shown.contains("\u{1b}"))
  }

  @Test func `Who wants colours gets them in a pipe, but no links`() throws {
    let text = try pipe(["search", "--color=always", "frost"]).outputText
    #expect(text.contains("\u{1b}[1;31mfrost\u{1b}[0m"))
    #expect(!text.contains("\u{1b}]"))
  }

  @Test func `A search without hits says on a terminal how it was read`() throws {
    let shown = try screen(["search", "unheard"])
    #expect(shown.ending == .exited(1))
    #expect(shown.text == "sitta: Nothing found for: unheard\n")
  }

  @Test func `Editors get the place in the file`() throws {
    let path = daemon.files.appending("note.md")
    for options in [["--vimgrep"], ["--format", "{path}:{line}:{column}:{text}"]] {
      let report = try pipe(["search", "frost"] + options)
      #expect(report.outputText == "\(path):3:10:When the frost is over.\n")
    }
  }

  @Test func `A watch is drawn with each change until Ctrl-C, and the terminal stays clean`() throws
  {
    let terminal = try PseudoTerminal(
      running: command(["status", "--watch"], ["TERM=xterm-256color"]))
    let end = "\u{1b}[J\u{1b}[?7h"
    let first = try terminal.read { $0.contains(end) }
    try daemon.files.appending("new.md").write("thaw")
    let text = first + (try terminal.read { $0.contains(end) })
    let frames = text.split(separator: end)
    #expect(frames[0].hasPrefix("\r\u{1b}[?7lsittad "))
    #expect(frames[0].contains("up to date\u{1b}[K\n"))
    #expect(frames[0].contains("documents  1\u{1b}[K\n"))
    let height = frames[0].occurrences(of: "\n")
    #expect(frames[1].hasPrefix("\r\u{1b}[?7l\u{1b}[\(height)Asittad "))
    try terminal.type("\u{3}")
    let rest = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .killed(signal: 2))
    // Every mode that a frame sets, it takes back; and there are no others.
    let all = text + rest
    #expect(all.occurrences(of: "\u{1b}[?7l") == all.occurrences(of: "\u{1b}[?7h"))
    #expect(!all.contains("\u{1b}[?25") && !all.contains("\u{1b}[?1049"))
  }
}

extension StringProtocol {
  /// How often a text occurs in this one.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
