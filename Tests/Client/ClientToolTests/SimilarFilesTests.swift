import SearchInterface
import TestSupport
import Testing

@testable import ClientTool

/// `sitta search --like`: what is asked for, and what is printed.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SimilarFilesTests {
  private let output = RecordingOutput()

  private func daemon(_ hits: [HitMessage] = []) async throws -> FakeDaemon {
    var interface = FakeSearch()
    interface.hits = hits
    return try await FakeDaemon(interface)
  }

  @Test func `A file, a query and the options of both reach the daemon`() async throws {
    let daemon = try await daemon()
    let options = ["-n", "3", "--all-copies", "--away", "--within", "/w", "--sync"]
    #expect(
      daemon.run(["search", "--like", "/a b.txt", "type:pdf", "x"] + options, output: output)
        == .notFound)
    let asked = try #require(daemon.askedSimilar)
    #expect(asked.uri == "file:///a%20b.txt" && asked.query == "type:pdf x" && asked.limit == 3)
    #expect(asked.copies == true && asked.away == true && asked.within == ["file:///w"])
    #expect(asked.deadline == nil)
    #expect(daemon.run("search", "--like", "/a", "--json", output: output) == .notFound)
    let forPrograms = try #require(daemon.askedSimilar)
    #expect(forPrograms.query == nil && forPrograms.copies == nil)
    #expect(forPrograms.deadline == 60_000)
    #expect(output.text.isEmpty && output.notes.isEmpty)
  }

  @Test func `The words that make files alike are printed, and equal ones once`() async throws {
    var hit = HitMessage(DocumentMessage("/b.txt"))
    hit.similar = [
      WordPairMessage(query: "car", document: "auto\u{1b}"),
      WordPairMessage(query: "bill", document: "bill"),
    ]
    let daemon = try await daemon([hit])
    #expect(daemon.run("search", "--like", "/a", output: output) == .found)
    #expect(
      output.text == "b.txt\n  /b.txt\n  similar in meaning: car ~ auto\\u{1b}, bill\n",
      "\(output.text)")
  }

  @Test func `On a terminal it is said that nothing was found`() async throws {
    let output = RecordingOutput(Terminal(rows: 24, columns: 80, isPlain: true))
    let daemon = try await daemon()
    #expect(daemon.run("search", "--like", "/a", output: output) == .notFound)
    #expect(output.notes == ["Nothing found that is about the same."])
  }
}
