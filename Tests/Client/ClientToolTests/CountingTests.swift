import ClientTool
import LinuxSystem
import SearchInterface
import Synchronization
import TestSupport
import Testing
import Varlink

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct CountingTests {
  let output = RecordingOutput()
  var interface = FakeSearch()

  private static let facets = [
    FacetMessage(
      field: .type,
      values: [
        FacetValueMessage(value: "text/plain", filter: "type:text/plain", count: 1_200),
        FacetValueMessage(value: "a\u{1b}b", filter: nil, count: 7),
      ], others: 3),
    FacetMessage(field: .tag, values: [], others: 0),
    FacetMessage(
      field: .year, values: [FacetValueMessage(value: "2026", filter: "modified:2026", count: 7)],
      others: 0),
  ]

  @Test func `A count is a number, and what the files have in common`() async throws {
    var interface = interface
    interface.hits = [HitMessage(DocumentMessage("/a")), HitMessage(DocumentMessage("/b"))]
    #expect(try await FakeDaemon(interface).run("count", "a", "b", output: output) == .found)
    #expect(output.text == "2\n")
    var expected = CountMethod.Parameters(query: "a b")
    expected.folder = try FilePath.workingDirectory().utf8
    #expect(interface.asked.count.withLock { $0 } == expected)
    interface.facets = Self.facets
    let counted = RecordingOutput()
    #expect(
      try await FakeDaemon(interface).run(
        "count", "--facets", "type,year", "--since", "abc:5", "seed", output: counted) == .found)
    #expect(
      counted.text == """
        2
        type
          1200  text/plain
             7  a\\u{1b}b
                and 3 more
        year
          7  2026

        """)
    let asked = interface.asked.count.withLock { $0 }
    #expect(asked?.facets == [.type, .year])
    #expect(asked?.since == ClockMessage(index: "abc", sequence: 5))
    #expect(output.notes.isEmpty && counted.notes.isEmpty)
  }

  @Test func `Nothing counted is 1, and a count that is none of all is said to be so`() async throws
  {
    var interface = interface
    interface.isComplete = false
    interface.reset = true
    #expect(try await FakeDaemon(interface).run("count", "a", output: output) == .notFound)
    #expect(output.text == "0\n")
    #expect(output.notes.count == 2)
    #expect(output.notes.contains { $0.contains("there are more") })
    #expect(output.notes.contains { $0.contains("another index") })
  }

  @Test func `A search shows facets below its hits, or as one more object`() async throws {
    var interface = interface
    interface.hits = [HitMessage(DocumentMessage("/a"))]
    interface.facets = Self.facets
    #expect(
      try await FakeDaemon(interface).run("search", "--facets", "type", "a", output: output)
        == .found)
    #expect(output.text.contains("\n\ntype\n  1200  text/plain\n"))
    let json = RecordingOutput()
    _ = try await FakeDaemon(interface).run(
      "search", "--json", "--facets", "type", "a", output: json)
    let lines = json.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("{\"facets\":[{\"field\":\"type\"") == true)
    let paths = RecordingOutput()
    _ = try await FakeDaemon(interface).run("search", "-0", "--facets", "type", "a", output: paths)
    #expect(paths.text == "/a\0")
  }

  @Test func `What was found before the time was over is printed, with a note`() async throws {
    var interface = interface
    let failure = SearchFailure.deadlineExceeded(
      milliseconds: 5, partial: [HitMessage(DocumentMessage("/a"))])
    interface.error = failure.wire
    #expect(try await FakeDaemon(interface).run("search", "-0", "a", output: output) == .found)
    #expect(output.text == "/a\0")
    #expect(output.notes == [failure.description])
    #expect(failure.description.contains("5 ms"))
  }

  @Test(
    arguments: [
      (["count"], "QUERY"), (["count", "--facets", "size", "a"], "type, folder, tag, year"),
      (["count", "--facets", "", "a"], "--facets"), (["search", "--since", "5", "a"], "--since"),
      (["list", "--since", "a:b"], "--since"), (["count", "--since", "a:1:2", "a"], "--since"),
    ])
  func `A wrong call says what is wrong`(arguments: [String], part: String) async throws {
    #expect(try await FakeDaemon().run(arguments, output: output) == .usage)
    #expect((output.notes + [output.text]).contains { $0.contains(part) })
  }

  @Test func `A list since a clock asks for it`() async throws {
    var interface = interface
    interface.pages = [[DocumentMessage("/a")]]
    interface.reset = true
    #expect(try await FakeDaemon(interface).run("list", "--since", "x:9", output: output) == .found)
    #expect(interface.asked.list.withLock { $0?.since } == ClockMessage(index: "x", sequence: 9))
    #expect(output.notes.count == 1)
  }
}
