import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Which formats are read, and how a person sees it.
@Suite(.timeLimit(.minutes(15)))
struct FormatTests {
  let home: TemporaryDirectory
  private var configuration: FilePath { home[".config/sitta/sittad.conf.d/zz.conf"] }
  private var page: FilePath { home["files/page.html"] }
  private var letter: FilePath { home["files/letter.rtf"] }

  init() throws {
    home = try TemporaryDirectory()
    try page.write("<title>Orchard</title><p>quince")
    try letter.write("{\\rtf1\\ansi quince\\par}")
    try home["files/notes.txt"].write("quince")
    try home["files/program.bin"].write([0, 1, 2, 3])
  }

  private func count(_ format: String, _ status: StatusMethod.Reply) -> FormatCountMessage? {
    status.formats.first { $0.format == format }
  }

  @Test func `The status counts formats, and says how the program is confined`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("quince").count == 3)
    let status = try daemon.connect().status()
    #expect(status.formats.map(\.format).sorted() == ["html", "none", "rtf", "text"])
    #expect(status.formats.allSatisfy { $0.documents == 1 && $0.waiting == 0 })
    let program = try #require(status.programs.first { $0.name == "sitta-extract" })
    #expect(!program.missing)
    #expect(program.filtered == true)
    #expect(program.landlock != nil)
    let text = try daemon.sitta(["status"]).outputText
    #expect(text.contains("\nformats    HTML 1, names only 1, RTF 1, plain text 1\n"), "\(text)")
    #expect(!text.contains("\nwaiting"))
    #expect(try daemon.sitta(["list", "--reader", "rtf"]).outputText == "\(letter)\n")
    #expect(try daemon.sitta(["list", "--reader", "word"]).ending != .exited(0))
  }

  @Test func `Formats= takes texts out of the index, and brings them back`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("quince").count == 3)
    try configuration.write("[Extract]\nFormats=-html\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    try daemon.wait { try !daemon.found("quince").contains(page) }
    #expect(try daemon.found("quince") == [letter, home["files/notes.txt"]])
    #expect(try daemon.found("name:page") == [page])
    let status = try daemon.waitForStatus { $0.state == .idle }
    #expect(count("html", status)?.leftOut == 1)
    // It is no failure.
    #expect(try daemon.sitta(["list", "--failed"]).outputText == "")
    let explanation = try daemon.sitta(["explain", "\(page)"]).outputText
    #expect(explanation.contains("Formats= in sittad.conf leaves out the format HTML"))
    #expect(explanation.contains("remove '-html' from Formats="))
    try configuration.write("[Extract]\nFormats=\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    try daemon.wait { try daemon.found("quince orchard").contains(page) }
    #expect(try daemon.sitta(["list", "--failed"]).outputText == "")
  }
}
