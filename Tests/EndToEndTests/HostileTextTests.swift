import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// Every command that prints texts of documents, on a terminal, with names, titles, authors,
/// members and queries that try to steer it.
@Suite(.timeLimit(.minutes(15)))
struct HostileTextTests {
  let daemon: RunningDaemon
  private let root: FilePath

  /// A title of the window, a cleared screen, a bell, a return, C1 controls, an override and an
  /// isolate of the direction, a line separator, and characters without a width.
  private static let evil =
    "\u{1b}]0;owned\u{7}\u{1b}[2J\u{8}\u{9b}31m\u{85}\u{202e}txt\u{2066}\u{2028}\u{200b}\u{feff}\u{200e}"

  init() throws {
    let home = try TemporaryDirectory()
    root = RunningDaemon.files(in: home).appending(Array("root\(Self.evil)".utf8))
    let evil = Self.evil
    try root.makeDirectory()
    try root.appending(Array("name\(evil)\n.txt".utf8)).write(
      "# hostile \(evil) title\nhostile text \(evil)\n")
    try root.appending("page.html").write(
      """
      <html lang=en><head><title>hostile \(evil) page</title><meta name=author content="Eve \(evil) Hostile">
      <meta name=keywords content="tag\(evil),hostile"></head><body><p>hostile \(evil) words</p></body></html>
      """)
    func encoded(_ text: String) -> String {
      "=?UTF-8?B?\(Data(text.utf8).base64EncodedString())?="
    }
    try root.appending("m.eml").write(
      """
      From: \(encoded("Eve \(evil)")) <eve@example.org>
      To: \(encoded("Bob \(evil)")) <bob@example.org>
      Subject: \(encoded("hostile \(evil) subject"))
      Date: Fri, 27 Nov 2026 01:02:03 +0000
      Content-Type: text/plain; charset=utf-8

      hostile \(evil) mail
      """)
    var zip = ZipBuilder()
    zip.add("folder\(evil)/hostile\(evil).txt", "hostile \(evil) member")
    try root.appending(Array("a\(evil).zip".utf8)).write(zip.file)
    // Nothing can be read of it, and that is listed.
    try root.appending(Array("hostile\(evil).docx".utf8)).write(
      Array("PK\u{3}\u{4} no archive".utf8))
    daemon = try RunningDaemon(in: home, configuration: "[Service]\nQueryLog=yes\n")
    // A root of its own, which the status shows.
    let added = try daemon.sitta(["add-root", String(decoding: root.bytes, as: UTF8.self)])
    try #require(added.ending == .exited(0), "\(added.errorText)")
    try #require(try daemon.listed().count == 5)
    _ = try daemon.sitta(["search", "hostile \(evil)"])
    _ = try daemon.sitta(["search", "unheard\(evil)"])
  }

  private func terminal(_ arguments: [String]) throws -> PseudoTerminal {
    let words = ["--socket", "\(daemon.socket)"] + arguments
    let environment = ["HOME=\(daemon.home.path)", "PATH=/nowhere", "TERM=xterm"]
    return try PseudoTerminal(
      running: ChildProcess.Command(
        try Binary.sitta.path, words.map { Array($0.utf8) },
        environment: environment.map { Array($0.utf8) }))
  }

  /// The rest of a text without our own styles and links, and without line feeds.
  private func foreign(_ text: String) -> String {
    text.replacing(/\u{1b}\[(1|2|31|32|33|1;31|0)m/, with: "")
      .replacing(/\u{1b}\]8;;(file:[!-~]*)?\u{1b}\\/, with: "").replacing("\n", with: "")
      // Between the fields of a change.
      .replacing("\t", with: "")
  }

  private func expectHarmless(_ text: String, _ call: [String]) {
    let left = foreign(text)
    // Between two words of a text a break without a width may stay.
    #expect(left == left.escapingControls(keepingWordBreaks: true), "\(call)")
    for word in ["\u{1b}", "\u{202e}", "\u{2066}", "\u{9b}", "\u{85}", "\u{7}", "\u{feff}"] {
      #expect(!left.contains(word), "\(call)")
    }
  }

  /// The commands; the test replaces FILE, ROOT and EVIL.
  static let calls: [[String]] = [
    ["search", "hostile"], ["search", "--passages", "3", "hostile"],
    ["search", "--all-copies", "hostile"], ["search", "--color", "never", "hostile"],
    ["search", "--json", "hostile"], ["search", "--vimgrep", "hostile"],
    ["search", "--sort", "modified", "hostile"], ["search", "--strict", "hostile nowhere EVIL"],
    [
      "search", "--format",
      "{path}{uri}{link}{member}{name}{title}{heading}{text}{snippet}{tags}{author}{recipient}{part}",
      "hostile",
    ],
    ["search", "--facets", "type,folder,tag,year,language,author", "hostile"],
    ["count", "--facets", "folder,tag,author", "hostile"], ["count", "--json", "EVIL"],
    ["list"], ["list", "--failed"], ["list", "--json"],
    ["list", "--format", "{title}{author}{tags}"],
    ["list", "ROOT"], ["list", "/EVIL"],
    ["status"], ["status", "--roots"], ["status", "--json"], ["changes"],
    ["changes", "--json", "--text"],
    ["explain", "FILE", "hostile"], ["explain", "FILE", "EVIL"],
    ["explain", "--json", "FILE", "hostile"],
    ["explain", "/EVIL", "hostile"],
    ["read", "FILE"], ["read", "--query", "hostile", "FILE"], ["read", "/EVIL"],
    ["read", "ROOT/a\(evil).zip!/folder\(evil)/hostile\(evil).txt"], ["read", "ROOT/page.html"],
    ["stats"], ["stats", "--json"], ["suggest", "hosti"], ["suggest", "EVIL"],
    ["open", "--print", "hostile"], ["open", "--file", "FILE", "--print", "hostile"],
    ["open", "hostile"], ["open", "--reveal", "hostile"], ["open", "EVIL"],
    ["add-root", "ROOT"], ["add-root", "/EVIL"], ["remove-root", "/EVIL"],
    ["forget", "/EVIL"], ["forget", "--undo", "/EVIL"], ["--host", "EVIL", "search", "x"],
    ["help", "EVIL"], ["EVIL"], ["integrate", "EVIL"], ["changes", "--consumer", "EVIL"],
    ["search", "--since", "EVIL:1", "hostile"], ["search", "--within", "ROOT", "hostile"],
    ["pause", "--until", "EVIL"], ["pause", "--for", "EVIL"],
  ]

  @Test func `No command prints anything that steers the terminal`() throws {
    var empty: [[String]] = []
    for call in Self.calls {
      let arguments = call.map { word in
        word.replacing(
          "FILE", with: "\(String(decoding: root.bytes, as: UTF8.self))/name\(Self.evil)\n.txt"
        )
        .replacing("ROOT", with: String(decoding: root.bytes, as: UTF8.self))
        .replacing("EVIL", with: Self.evil)
      }
      let text = try terminal(arguments).read()
      if text.isEmpty { empty.append(call) }
      expectHarmless(text, call)
    }
    // A command that printed nothing has shown nothing.
    #expect(empty.allSatisfy { $0 == ["suggest", "EVIL"] }, "\(empty)")
  }

  @Test func `Forgetting and remembering name the file and steer nothing`() throws {
    let file = String(decoding: root.bytes, as: UTF8.self) + "/m.eml"
    for call in [["forget", file], ["explain", file], ["forget", "--undo", file], ["status"]] {
      let text = try terminal(call).read()
      #expect(!text.isEmpty)
      expectHarmless(text, call)
    }
  }

  @Test func `Searches and a status that go on steer nothing`() throws {
    for call in [["search", "--watch", "hostile"], ["changes", "--follow"]] {
      let watching = try terminal(call)
      var text = try watching.read { $0.contains("m.eml") }
      try root.appending(Array("new\(call[0])\(Self.evil).txt".utf8)).write(
        "hostile \(Self.evil) again")
      text += try watching.read { $0.contains("new\(call[0])") }
      try watching.type("\u{3}")
      _ = try watching.read()
      expectHarmless(text, call)
    }
    let watching = try terminal(["status", "--watch"])
    let text = try watching.read { $0.contains("\u{1b}[J\u{1b}[?7h") }
    try watching.type("\u{3}")
    _ = try watching.read()
    // The frame is ours.
    expectHarmless(
      text.replacing(/\u{1b}\[(\?7[lh]|K|J|\d+A)/, with: "").replacing("\r", with: ""), ["status"])
  }

  @Test func `The daemon's messages steer nothing`() throws {
    _ = try daemon.sitta(["add-root", "/\(Self.evil)"])
    _ = try daemon.sitta(["remove-root", "/\(Self.evil)"])
    _ = try daemon.sitta(["reload"])
    _ = try daemon.terminate()
    var log: [UInt8] = []
    while try daemon.process.errors.read(into: &log, timeout: .seconds(60)) {}
    for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
      #expect(String(line) == String(line).escapingControls())
    }
  }
}
