import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

/// The output of `sitta search --passages`.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct PassagePrintingTests {
  private static func passage(_ marked: String, line: Int? = nil, page: Int? = nil)
    -> PassageMessage
  {
    let hit = HitMessage(DocumentMessage("/a"), marked)
    return PassageMessage(
      snippet: hit.snippet, matches: hit.matches, line: line,
      part: page.map { PartMessage(kind: .page, number: $0, label: "") }, page: page,
      link: page.map { "file:///a/b.pdf#page=\($0)" })
  }

  /// The output for a hit with some passages.
  private func printed(
    _ passages: [PassageMessage], _ options: String..., on terminal: Terminal? = nil
  ) async throws -> String {
    var hit = HitMessage(DocumentMessage("/a/b", title: "Nuthatch"))
    hit.passages = passages
    if let best = passages.first {
      (hit.snippet, hit.matches, hit.line) = (best.snippet, best.matches, best.line)
      (hit.part, hit.page, hit.link) = (best.part, best.page, best.link)
    }
    var interface = FakeSearch()
    interface.hits = [hit]
    let output = RecordingOutput(terminal)
    let arguments = ["search", "--passages", "3"] + options + ["seed"]
    #expect(try await FakeDaemon(interface).run(arguments, output: output) == .found)
    return output.text
  }

  @Test func `Each passage has its line`() async throws {
    let text = try await printed([
      Self.passage("hides [seeds]", line: 40), Self.passage("eats [seeds]", line: 3),
      Self.passage("no line for [seeds]"),
    ])
    #expect(
      text == """
        Nuthatch
          /a/b
          line 40: hides seeds
          line 3: eats seeds
          no line for seeds

        """)
  }

  @Test func `Each passage has its page, which is a link on a terminal`() async throws {
    let passages = [Self.passage("[seeds]", page: 12), Self.passage("[seeds]", line: 9, page: 14)]
    #expect(try await printed(passages) == "Nuthatch\n  /a/b\n  page 12: seeds\n  page 14: seeds\n")
    let text = try await printed(passages, on: .ordinary)
    let link = "\u{1b}]8;;file://nest/a/b.pdf#page=14\u{1b}\\"
    #expect(text.contains("\(link)\u{1b}[2mpage 14\u{1b}[0m\u{1b}]8;;\u{1b}\\: "))
  }

  @Test func `A template makes a line for each passage`() async throws {
    let passages = [Self.passage("[seeds]", page: 12), Self.passage("a [seed]", page: 14)]
    let text = try await printed(passages, "--format", "{page} {part} {snippet} {link}")
    #expect(
      text == """
        12 page 12 seeds file:///a/b.pdf#page=12
        14 page 14 a seed file:///a/b.pdf#page=14

        """)
    #expect(try await printed(passages, "-0") == "/a/b\0")
  }

  @Test func `JSON has all passages in one object`() async throws {
    let passages = [Self.passage("[a]", line: 2), Self.passage("[b]", line: 1)]
    let text = try await printed(passages, "--json")
    #expect(
      text.contains(
        #""passages":[{"line":2,"matches":[{"begin":0,"end":1}],"snippet":"a"},{"line":1,"#))
    #expect(text.contains(#""line":2,"modified""#))
  }

  @Test(arguments: ["0", "11", "x"])
  func `A number of passages out of range is wrong usage`(number: String) async throws {
    let output = RecordingOutput()
    let daemon = try await FakeDaemon()
    #expect(daemon.run("search", "--passages", number, "seed", output: output) == .usage)
    #expect(daemon.askedSearch == nil)
  }
}
