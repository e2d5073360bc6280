import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import SearchServing

/// The parameter `within` of each method that has it.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct WithinTests {
  /// Ends a call that has further replies.
  private struct Enough: Error {}

  @Test func `No method names a document outside the folders`() async throws {
    try await LiveService.run { service, client in
      for folder in ["in", "out"] { try service.files.appending(folder).makeDirectory() }
      try service.write("in/a.txt", "apple memory\n")
      try service.write("out/a.txt", "apple memory\n")
      try service.write("out/b.txt", "apple memorandum\n")
      try service.files.appending("link").makeSymbolicLink(to: service.files.appending("in"))
      _ = try client.sync(.init())
      let inside = "\(service.files)/in"
      for within in [[inside], [service.files.appending("in").uri], ["\(service.files)/link"]] {
        let query = "apple OR pear in:out"
        let found = try client.search(.init(query: query, facets: [.folder], within: within))
        #expect(found.hits.map(\.document.path) == ["\(inside)/a.txt"])
        #expect(found.hits.flatMap { $0.copies ?? [] }.isEmpty)
        #expect(found.count == 1)
        #expect(try client.count(.init(query: query, within: within)).count == 1)
        var listed: [String?] = []
        try client.list(.init(within: within)) { listed += $0.documents.map(\.path) }
        #expect(listed == ["\(inside)/a.txt"])
        #expect(throws: Enough.self) {
          try service.client().subscribe(.init(query: query, within: within)) { reply in
            #expect(reply.appeared.map(\.document.path) == ["\(inside)/a.txt"])
            throw Enough()
          }
        }
      }
      var completions: [SuggestionMessage] = []
      while completions.isEmpty {
        completions = try client.suggest(.init(text: "memor", within: [inside])).completions
      }
      #expect(completions.map(\.text) == ["memory"])
      #expect(completions.map(\.documents) == [1])
      let corrected = try client.search(.init(query: "apple memorandun", within: [inside]))
      #expect(corrected.corrected != "apple memorandum")
    }
  }

  @Test func `An explanation knows only the folders`() async throws {
    try await LiveService.run { service, client in
      for folder in ["in", "out"] { try service.files.appending(folder).makeDirectory() }
      try service.write("in/a.txt", "apple memory\n")
      try service.write("in/b.txt", "memory memory\n")
      for number in 0..<20 { try service.write("out/\(number).txt", "apple memory \(number)\n") }
      // So that both words say something.
      for number in 0..<60 { try service.write("out/pear \(number).txt", "pear\n") }
      try service.files.appending("in/link").makeSymbolicLink(to: service.files.appending("out"))
      _ = try client.sync(.init())
      let inside = "\(service.files)/in"
      func explain(_ path: String, _ query: String? = nil) throws -> ExplainMethod.Reply {
        try client.explain(.init(path: path, query: query, within: [inside]))
      }
      #expect(try explain("\(inside)/a.txt").found)
      let match = try #require(try explain("\(inside)/a.txt", "apple memory").match)
      #expect(match.position == 1)
      // With all folders there are enough full matches, so partial ones do not count.
      let partial = try explain("\(inside)/b.txt", "apple memory")
      #expect(partial.found)
      #expect(partial.match?.parts.allSatisfy { $0.documents == nil } == true)
      #expect(!partial.steps.contains { $0.text.contains("document") && $0.topic == .rank })
      for path in [
        "\(service.files)/out/1.txt", "\(service.files)/out", "\(service.files)",
        "\(inside)/link/1.txt", "\(inside)/../out/1.txt", "\(service.files)/nothing",
        "\(service.files)/inside",
      ] {
        #expect(throws: SearchFailure.self, "\(path)") { try explain(path, "apple") }
      }
      // A path inside that does not exist may be explained.
      #expect(try !explain("\(inside)/nothing.txt", "apple").found)
    }
  }

  @Test func `No folder, a relative one and too many are refused`() async throws {
    try await LiveService.run { _, client in
      let all = Array(repeating: "/a", count: 101)
      for within in [[], ["a"], ["/a", "~"], [""], ["file:a"], ["https://a/b"], ["/a\0b"], all] {
        let calls: [() throws -> Void] = [
          { _ = try client.search(.init(query: "a", within: within)) },
          { _ = try client.count(.init(query: "a", within: within)) },
          { _ = try client.list(.init(within: within)) },
          { _ = try client.explain(.init(path: "/a", within: within)) },
          { _ = try client.suggest(.init(text: "a", within: within)) },
          { try client.subscribe(.init(query: "a", within: within)) { _ in } },
        ]
        for (number, call) in calls.enumerated() {
          let failure = #expect(throws: SearchClient.ConnectionFailure.self) { try call() }
          #expect(
            failure?.description.contains("org.varlink.service.InvalidParameter") == true,
            "call \(number) \(within)")
        }
      }
    }
  }
}
