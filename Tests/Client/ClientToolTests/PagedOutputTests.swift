import LinuxSystem
import Testing

@testable import ClientTool

@Suite(.timeLimit(.minutes(15)))
struct PagedOutputTests {
  private let base = RecordingOutput(.ordinary)

  @Test func `What fits on the screen is written at the end, before the messages`() throws {
    let output = PagedOutput(base)
    try output.write("a\nb\n")
    output.note("note")
    #expect(base.bytes.isEmpty && base.notes.isEmpty)
    output.finish()
    #expect(base.text == "a\nb\n")
    #expect(base.notes == ["note"])
  }

  @Test func `A message before any result is shown at once`() {
    PagedOutput(base).note("note")
    #expect(base.notes == ["note"])
  }

  @Test func `A command that goes on shows everything at once`() throws {
    let output = PagedOutput(base)
    try output.write("a\n")
    output.showAtOnce()
    #expect(base.text == "a\n")
    try output.write("b\n")
    #expect(base.text == "a\nb\n")
  }

  @Test(arguments: [nil, Terminal(rows: 24, columns: 80, isPlain: true)])
  func `A pipe and a plain terminal have no pager`(terminal: Terminal?) throws {
    let base = RecordingOutput(terminal)
    try PagedOutput(base).write("a\n")
    #expect(base.text == "a\n")
  }

  @Test func `A terminal without colours has a pager, too`() throws {
    let base = RecordingOutput(
      Terminal(rows: 24, columns: 80, isPlain: false, wantsColors: false))
    let output = PagedOutput(base)
    try output.write("a\n")
    #expect(base.text.isEmpty)
    output.finish()
    #expect(base.text == "a\n")
  }
}
