import LinuxSystem
import TestSupport
import Testing

@testable import ClientTool

struct AppearanceTests {
  private static let plain = Terminal(rows: 24, columns: 80, isPlain: true, host: "nest")
  private static let colorless = Terminal(
    rows: 24, columns: 80, isPlain: false, wantsColors: false, host: "nest")

  @Test(
    arguments: [
      (.auto, nil, "text"), (.auto, plain, "text"), (.auto, .ordinary, "link colour"),
      (.always, nil, "colour"), (.always, plain, "colour"), (.always, .ordinary, "link colour"),
      (.never, nil, "text"), (.never, plain, "text"), (.never, .ordinary, "text"),
      (.auto, colorless, "text"), (.always, colorless, "colour"), (.never, colorless, "text"),
    ] as [(Appearance.Choice, Terminal?, String)])
  func `Colours are for terminals or who asks for them, links for terminals alone`(
    choice: Appearance.Choice, terminal: Terminal?, expected: String
  ) {
    let appearance = Appearance(choice, on: terminal)
    let isColored = appearance.styled("x", .bold) == "\u{1b}[1mx\u{1b}[0m"
    let isLinked =
      appearance.linked("x", to: "file:///a%20b")
      == "\u{1b}]8;;file://nest/a%20b\u{1b}\\x\u{1b}]8;;\u{1b}\\"
    #expect(isColored == expected.contains("colour"))
    #expect(isLinked == expected.contains("link"))
    if !isColored { #expect(appearance.styled("x", .bold) == "x") }
    if !isLinked { #expect(appearance.linked("x", to: "file:///a%20b") == "x") }
  }

  @Test(
    arguments: [
      ("xterm-256color", false), ("linux", false), ("dumb", true), (nil, true),
    ] as [(String?, Bool)])
  func `A terminal is plain if it is dumb or unknown`(type: String?, expected: Bool) {
    #expect(Terminal.isPlain(type: type.map { Array($0.utf8) }) == expected)
  }

  @Test func `A path too long for terminals is no link`() {
    let appearance = Appearance(.auto, on: .ordinary)
    // A byte that is percent-encoded counts three times.
    let path = FilePath.root.appending(Array(repeating: 0xff, count: 690))
    #expect(appearance.linked("x", to: path.uri) != "x")
    let long = FilePath.root.appending(Array(repeating: 0xff, count: 700))
    #expect(appearance.linked("x", to: long.uri) == "x")
  }
}
