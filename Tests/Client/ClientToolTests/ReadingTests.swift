import ClientTool
import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `sitta read`, and `--within`.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ReadingTests {
  let output = RecordingOutput()

  private func reply(
    _ text: String, line: Int = 1, next: Int? = nil, lines: Int = 9, cut: Bool? = nil
  ) -> ReadMethod.Reply {
    ReadMethod.Reply(
      text: text, line: line, next: next, lines: lines, cut: cut, document: DocumentMessage("/a"),
      clock: FakeSearch.clock, pending: 0)
  }

  private func daemon(_ excerpts: ReadMethod.Reply...) async throws -> FakeDaemon {
    var interface = FakeSearch()
    interface.excerpts = excerpts
    return try await FakeDaemon(interface)
  }

  @Test func `Lines are printed until the end, with escapes but for tabs`() async throws {
    let daemon = try await daemon(
      reply("a\tb\r\n\u{1b}[2J\n\nä\u{202e}\n", next: 5), reply("last", line: 5))
    #expect(daemon.run("read", "--query", "x", "/a", output: output) == .found)
    #expect(output.text == "a\tb\n\\u{1b}[2J\n\nä\\u{202e}\nlast\n")
    #expect(output.notes == [])
    #expect(daemon.askedReads.map(\.query) == ["x", nil])
    #expect(daemon.askedReads.map(\.line) == [nil, 5])
    #expect(daemon.askedReads.map(\.lines) == [nil, nil])
  }

  @Test func `The text of a mail comes after its header, unless a line is wanted`() async throws {
    var mail = reply("Dear Ann\n")
    mail.document = .mail()
    mail.document.recipients = ["ann@example.org", "Bo\u{1b} <bo@example.org>"]
    mail.document.title = "The lease\u{202e}"
    var last = reply("bye\n", line: 2)
    (mail.next, last.document) = (2, mail.document)
    #expect(try await daemon(mail, last).run("read", "-n", "5", "/a", output: output) == .found)
    let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "From: Jakob Brandt <jakob@example.org>")
    #expect(lines[1] == "To: ann@example.org, Bo\\u{1b} <bo@example.org>")
    #expect(lines[2].hasPrefix("Date: 1") && lines[2].contains(" Nov 2026, "))
    #expect(lines[3] == "Subject: The lease\\u{202e}")
    #expect(lines[4...] == ["", "Dear Ann", "bye", ""])
    let part = RecordingOutput()
    #expect(try await daemon(mail, last).run("read", "/a:1", output: part) == .found)
    #expect(part.text == "Dear Ann\nbye\n")
    let json = RecordingOutput()
    #expect(try await daemon(mail, last).run("read", "--json", "/a", output: json) == .found)
    #expect(!json.text.contains("From: "))
  }

  @Test func `No more lines are asked for than are wanted`() async throws {
    let daemon = try await daemon(
      reply("a\n", line: 7, next: 407), reply("b\n", line: 407, next: 457))
    #expect(daemon.run("read", "-n", "450", "/a:7", output: output) == .found)
    #expect(daemon.askedReads.map(\.lines) == [400, 50])
    #expect(daemon.askedReads.map(\.line) == [7, 407])
  }

  @Test func `An operand is a path, a member or a URI, with a line or without`() async throws {
    let folder = try TemporaryDirectory()
    for name in ["a.txt", "b:3"] { try folder[name].write("") }
    let path = "\(folder.path)"
    for (operand, uri, line) in [
      ("\(path)/a.txt", "file://\(path)/a.txt", nil),
      ("\(path)/a.txt:12", "file://\(path)/a.txt", 12),
      ("\(path)/a.txt:0", "file://\(path)/a.txt:0", nil),
      ("\(path)/a.txt:x", "file://\(path)/a.txt:x", nil),
      ("\(path)/b:3", "file://\(path)/b:3", nil), ("\(path)/b:3:4", "file://\(path)/b:3", 4),
      ("\(path)/c.zip!/d.txt:5", "file://\(path)/c.zip#!/d.txt", 5),
      ("file://\(path)/a.txt:6", "file://\(path)/a.txt", 6),
      ("file:///c.zip#!/d.txt", "file:///c.zip#!/d.txt", nil),
    ] as [(String, String, Int?)] {
      let daemon = try await daemon(reply("a\n"))
      #expect(daemon.run("read", operand) == .found)
      let asked = daemon.askedReads.first
      let location = asked.flatMap { DocumentLocation(uri: $0.uri) }
      #expect(location == DocumentLocation(uri: uri), "\(operand)")
      #expect(asked?.line == line, "\(operand)")
    }
  }

  @Test func `What is not in the index is not found, and what is missing is said`() async throws {
    let nothing = try await daemon()
    #expect(nothing.run("read", "/a", output: output) == .notFound)
    #expect(output.text == "")
    #expect(output.notes == ["'/a' is not in the index. 'sitta explain' says why."])
    for (reply, operand, note) in [
      (reply("", lines: 0), "/a", "The index has no text of this file, only its name."),
      (reply("", line: 99), "/a:99", "The text has only 9 lines."),
      (reply("a", line: 3, cut: true), "/a:3", "Line 3 is too long; only a part of it is shown."),
    ] {
      let output = RecordingOutput()
      #expect(try await daemon(reply).run("read", operand, output: output) == .found)
      #expect(output.notes == [note])
    }
    #expect(nothing.run("read", "--query", "x", "/a:3") == .usage)
    #expect(nothing.run("read", "-n", "0", "/a") == .usage)
  }

  @Test func `JSON has the text itself`() async throws {
    let daemon = try await daemon(reply("a\u{1b}\n"))
    #expect(daemon.run("read", "--json", "/a", output: output) == .found)
    #expect(output.text.contains(#""text":"a\u001b\n""#) && output.text.hasSuffix("}\n"))
  }

  @Test func `The folders of within are sent by every command that has it`() async throws {
    let daemon = try await daemon(reply("a\n"))
    let options = ["--within", "/a b", "--within=/c"]
    let uris = ["file:///a%20b", "file:///c"]
    for command in [
      ["search", "x"], ["count", "x"], ["list"], ["suggest", "x"], ["read", "/a"],
    ] {
      _ = daemon.run(command + options, output: output)
    }
    _ = daemon.run(["search", "--watch", "x"] + options, output: output)
    #expect(daemon.askedSearch?.within == uris)
    #expect(daemon.askedCount?.within == uris)
    #expect(daemon.askedList?.within == uris)
    #expect(daemon.askedSuggest?.within == uris)
    #expect(daemon.askedReads.last?.within == uris)
    #expect(daemon.askedSubscribe?.within == uris)
    _ = daemon.run("search", "x")
    #expect(daemon.askedSearch?.within == nil)
  }
}
