import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct HitPagingTests {
  let output = RecordingOutput()

  /// A daemon with this number of hits.
  private func daemon(_ count: Int) -> FakeSearch {
    var interface = FakeSearch()
    interface.hits = (0..<count).map { HitMessage(DocumentMessage("/\($0)")) }
    interface.isPaged = true
    return interface
  }

  @Test(
    arguments: [
      ([], 2_345), (["-n", "1500"], 1_500), (["-n", "5000"], 2_345), (["-n", "1"], 1),
      (["--offset", "2000"], 345), (["--offset", "2345"], 0),
      (["--offset", "999", "-n", "1002"], 1_002),
    ])
  func `A program gets all hits, or as many as it asks for`(
    options: [String], count: Int
  ) async throws {
    let arguments = ["search", "--format", "{path}"] + options + ["seed"]
    _ = try await FakeDaemon(daemon(2_345)).run(arguments, output: output)
    let lines = output.text.split(separator: "\n").map(String.init)
    #expect(lines.count == count)
    #expect(Set(lines).count == count)
    #expect(output.notes.isEmpty)
  }

  @Test func `A person gets 20 hits, and learns how many there are`() async throws {
    _ = try await FakeDaemon(daemon(85)).run(["search", "seed"], output: output)
    #expect(output.text.split(separator: "\n").count == 40)
    #expect(output.notes == ["20 of 85 hits; -n N shows more."])
  }

  @Test func `A person gets more hits than fit into one reply`() async throws {
    _ = try await FakeDaemon(daemon(1_010)).run(["search", "-n", "1005", "seed"], output: output)
    #expect(output.text.split(separator: "\n").count == 2_010)
    #expect(output.notes == ["1005 of 1010 hits; -n N shows more."])
  }

  @Test func `A host that always promises more hits is not asked for ever`() {
    var paging = HitPaging(limit: nil, offset: 0)
    var pages = 0
    while paging.advance(by: paging.limit, hasMore: true) { pages += 1 }
    #expect(pages == 1_000)
  }
}
