import SearchInterface
import Synchronization
import TestSupport
import Testing

@testable import ClientTool

/// `sitta list --left-out`.
struct LeftOutTests {
  let search: FakeSearch = {
    var search = FakeSearch()
    search.excluded.entries = [
      ExcludedMessage(uri: "file:///a/.b", path: "/a/.b", folder: true, rule: .hidden),
      ExcludedMessage(uri: "file:///a/k%0A.pem", path: "/a/k\n.pem", folder: false, rule: .secret),
    ]
    return search
  }()

  @Test(
    arguments: [
      ("all", nil, "/a/.b/  (hidden)\n/a/k\\n.pem  (possibly secret)\n"),
      ("secret", .secret, "/a/.b/\n/a/k\\n.pem\n"), ("tools", .toolFolder, "/a/.b/\n/a/k\\n.pem\n"),
    ] as [(String, ExclusionRule?, String)])
  func `It lists what a rule leaves out`(
    word: String, rule: ExclusionRule?, text: String
  ) async throws {
    let output = RecordingOutput()
    let arguments = ["list", "--left-out", word, "/a"]
    #expect(try await FakeDaemon(search).run(arguments, output: output) == .found)
    #expect(output.text == text)
    let expected = ListExcludedMethod.Parameters(rule: rule, folder: "file:///a")
    #expect(search.asked.excluded.withLock { $0 } == expected)
  }

  @Test func `Scripts get the bytes of the paths, or JSON`() async throws {
    var output = RecordingOutput()
    _ = try await FakeDaemon(search).run(["list", "--left-out", "all", "-0"], output: output)
    #expect(output.text == "/a/.b\0/a/k\n.pem\0")
    output = RecordingOutput()
    _ = try await FakeDaemon(search).run(["list", "--left-out", "all", "--json"], output: output)
    #expect(output.text.split(separator: "\n").count == 2)
    #expect(output.text.contains(#""rule":"secret""#))
  }

  @Test func `Nothing is 1, and folders that could not be read are told`() async throws {
    let output = RecordingOutput()
    var search = FakeSearch()
    search.excluded.unread = 2
    let code = try await FakeDaemon(search).run(["list", "--left-out", "all"], output: output)
    #expect(code == .notFound)
    #expect(output.notes == ["2 folders could not be looked at."])
  }

  @Test(arguments: [["--failed"], ["--away"], ["--within", "/a"], ["--format", "{path}"]])
  func `Options about the index are refused`(options: [String]) async throws {
    let output = RecordingOutput()
    let arguments = ["list", "--left-out", "all"] + options
    #expect(try await FakeDaemon(search).run(arguments, output: output) == .usage)
  }
}
