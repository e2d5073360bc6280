import IndexStorage
import LinuxSystem
import Meaning
import SearchInterface
import TestSupport
import Testing

@testable import SearchServing

/// `Similar`, from the call to the reply.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SimilarTests {
  private let text: TextSettings

  init() throws {
    let folder = try TemporaryDirectory()
    try folder["table"].write(VectorTableFile.household)
    text = try TextSettings(meaning: VectorTable(folder["table"]))
  }

  @Test func `A document that is about the same is found`() async throws {
    try await LiveService.run(text: text) { service, client in
      try service.write("a.txt", "invoice for the service of the automobile")
      try service.write("b.txt", "zebras, and the bill for the repair of a car")
      _ = try client.sync(.init())
      let uri = service.files.appending("a.txt").uri
      let reply = try client.similar(.init(uri: uri))
      #expect(reply.hits.map(\.document.name) == ["b.txt"])
      #expect(reply.clock == (try client.sync(.init()).clock))
      let hit = try #require(reply.hits.first)
      #expect((0.5...1).contains(try #require(hit.score)))
      #expect(hit.similar?.count == 3 && hit.snippet.isEmpty && hit.missing == nil)
      let limited = try client.similar(.init(uri: uri, query: "zebras"))
      #expect(limited.hits.first?.snippet.contains("zebras") == true)
      #expect(try client.similar(.init(uri: uri, query: "lions")).hits.isEmpty)
      #expect(throws: SearchFailure.self) { try client.similar(.init(uri: uri, query: "")) }
    }
  }

  @Test func `A file that is removed is no hit any more`() async throws {
    try await LiveService.run(text: text) { service, client in
      try service.write("a.txt", "invoice for the service of the automobile")
      try service.write("b.txt", "the bill for the repair of a car")
      _ = try client.sync(.init())
      try service.files.appending("b.txt").removeFile()
      let uri = service.files.appending("a.txt").uri
      #expect(try client.similar(.init(uri: uri)).hits.isEmpty)
    }
  }

  @Test func `A document outside of the folders fails as if it were not indexed`() async throws {
    try await LiveService.run(text: text) { service, client in
      for folder in ["in", "out"] { try service.files.appending(folder).makeDirectory() }
      try service.write("in/a.txt", "invoice for the service of the automobile")
      try service.write("out/a.txt", "the bill for the repair of a car")
      try service.files.appending("in/link").makeSymbolicLink(
        to: service.files.appending("out/a.txt"))
      _ = try client.sync(.init())
      let within = ["\(service.files)/in"]
      for name in ["out/a.txt", "in/none", "in", "in/link", "in/../out/a.txt"] {
        let path = "\(service.files)/\(name)"
        let shown = FilePath(absolute: path)?.description ?? ""
        #expect(throws: SearchFailure.noSuchDocument(path: shown), "\(name)") {
          try client.similar(.init(uri: path, within: within))
        }
      }
      let reply = try client.similar(.init(uri: "\(service.files)/in/a.txt", within: within))
      #expect(reply.hits.isEmpty)
    }
  }
}
