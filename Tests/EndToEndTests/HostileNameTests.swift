import LinuxSystem
import TestSupport
import Testing

/// Names and texts that want to steer the terminal of who finds them.
@Suite(.timeLimit(.minutes(15)))
struct HostileNameTests {
  let daemon: RunningDaemon

  /// An escape sequence, a bell, a line feed, bidirectional overrides, and bytes that are no UTF-8.
  private static let evil: [UInt8] =
    Array("\u{1b}]0;owned\u{7}\u{1b}[2J\n\u{202e}txt.\u{2066}\u{9b}31m".utf8) + [0x9b, 0xff]

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    let file = daemon.files.appending(Self.evil).appending(Array("hostile".utf8) + Self.evil)
    try file.write(
      Array("# hostile title ".utf8) + Self.evil.filter { $0 < 0x80 }
        + Array("\u{202e}\n\u{1b}[31m hostile \u{1b}]8;;x\u{7} text\n".utf8))
    _ = try daemon.listed()
  }

  static let calls = [
    ["search", "hostile"], ["search", "--json", "hostile"], ["search", "--vimgrep", "hostile"],
    ["search", "--format", "{name} {title} {snippet} {text} {uri} {path}", "hostile"],
    ["search", "--color", "always", "hostile"], ["list"], ["list", "--json"],
    ["search", "unheard\u{1b}[2J\u{202e}"], ["search", "--sort", "\u{1b}[2J", "x"],
    ["explain", "/\u{1b}[2J", "hostile \u{1b}[2J\u{202e}"], ["explain", "--json", "/\u{1b}[2J"],
    ["list", "/\u{1b}[2J"], ["\u{1b}[2J"], ["--socket", "/\u{1b}[2J", "status"],
  ]

  @Test(arguments: calls, [true, false])
  func `Nothing of a file or a call steers the terminal`(call: [String], onTerminal: Bool) throws {
    let words = ["--socket", "\(daemon.socket)"] + call
    let command = ChildProcess.Command(
      try Binary.sitta.path, words.map { Array($0.utf8) },
      environment: ["HOME=/", "PATH=/nowhere", "TERM=xterm"].map { Array($0.utf8) })
    let text: String
    if onTerminal {
      text = try PseudoTerminal(running: command).read()
    } else {
      let report = try ChildProcess.run(command, until: .now + .seconds(60))
      text = String(decoding: report.output + report.errors, as: UTF8.self)
    }
    if call.contains("hostile") { #expect(!text.isEmpty) }
    // The rest of the text after our own sequences are taken away.
    let left = text.replacing(/\u{1b}\[(1|2|1;31|0)m/, with: "")
      .replacing(/\u{1b}\]8;;(file:[!-~]*)?\u{1b}\\/, with: "").replacing("\n", with: "")
    #expect(left == left.escapingControls())
  }

  @Test func `A hit is a line, whatever its name holds`() throws {
    for call in [["search", "--vimgrep", "hostile"], ["search", "--json", "hostile"], ["list"]] {
      let report = try daemon.sitta(call)
      #expect(report.ending == .exited(0))
      #expect(report.outputText.split(separator: "\n").count == 1, "\(report.outputText)")
    }
  }

  @Test func `A path as long as the kernel allows is found and shown`() throws {
    // 4,096 bytes with the NUL at the end.
    var path = daemon.files
    while path.bytes.count < 4_095 - 256 {
      path = path.appending(Array(repeating: UInt8(ascii: "d"), count: 200))
    }
    let rest = 4_095 - path.bytes.count - 1
    path = path.appending(Array(repeating: 0xe9, count: rest - 5) + Array("depth".utf8))
    #expect(path.bytes.count == 4_095)
    try path.write("unfathomable\nabyss")
    #expect(try daemon.found("abyss") == [path])
    let report = try daemon.sitta(["search", "-0", "abyss"])
    #expect(report.output == path.bytes + [0])
    let shown = try daemon.sitta(["search", "--vimgrep", "abyss"]).outputText
    #expect(shown == "\(path):2:1:abyss\n")
  }
}
