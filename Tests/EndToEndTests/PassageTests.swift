import LinuxSystem
import TestSupport
import Testing

/// Several passages of a long file, from the file to the output.
@Suite(.timeLimit(.minutes(15)))
struct PassageTests {
  @Test func `Passages of a long text name the lines of the file`() throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    var lines = (1...600).map { "Day \($0) of the journey was calm." }
    lines[41] = "On this day the mast broke."
    lines[399] = "The mast and the anchor were lost."
    lines[587] = "An anchor was bought in the next harbour."
    let file = daemon.files.appending("log.txt")
    // Lines end as on Windows, and the file begins with a byte order mark.
    try file.write("\u{feff}" + lines.map { $0 + "\r\n" }.joined())
    let text = try daemon.sitta(["search", "--sync", "--passages", "5", "mast anchor"]).outputText
    let shown = text.split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: ":")[0].trimmingPrefix("  ") }
    #expect(shown == ["line 400", "line 42", "line 588"], "\(text)")
    let positions = try daemon.sitta(["search", "--vimgrep", "--passages", "5", "mast anchor"])
      .outputText.split(separator: "\n").map { $0.split(separator: ":")[1] }
    #expect(positions == ["400", "42", "588"])
    let alone = try daemon.sitta(["search", "mast anchor"]).outputText
    #expect(alone.hasPrefix("log.txt\n  \(file)\n  ") && !alone.contains("line "), "\(alone)")
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test func `Passages of a PDF document name its pages`() throws {
    let daemon = try RunningDaemon(in: TemporaryDirectory())
    let calm = String(repeating: "This day of the journey was calm.\n", count: 20)
    let pages = [
      calm, "On this day the mast broke.\n\(calm)", calm,
      "\(calm)The mast and the anchor were lost.", calm, "An anchor was bought.\n\(calm)",
    ]
    let file = daemon.files.appending("log.pdf")
    try file.write(PortableDocument(pages).bytes)
    let arguments = ["search", "--sync", "--passages", "3", "mast anchor"]
    let text = try daemon.sitta(arguments).outputText
    let shown = text.split(separator: "\n").dropFirst(2)
      .map { $0.split(separator: ":")[0].trimmingPrefix("  ") }
    #expect(shown == ["page 4", "page 2", "page 6"], "\(text)")
    let json = try daemon.sitta(["search", "--json"] + arguments.dropFirst()).outputText
    #expect(json.contains(#""link":"\#(file.uri)#page=6""#))
    #expect(!json.contains(#""line""#))
    #expect(try daemon.terminate().ending == .exited(0))
  }
}
