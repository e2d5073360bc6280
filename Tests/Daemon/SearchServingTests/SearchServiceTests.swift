import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import SearchServing

/// Each method of the interface, from the call to the reply.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct SearchServiceTests {
  /// Ends a call that has further replies.
  private struct Enough: Error {}

  @Test func `A written file is found, counted and listed after a sync`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple pear")
      try service.write("b.txt", "pear")
      let synced = try client.sync(.init())
      let found = try client.search(.init(query: "apple"))
      #expect(found.hits.map(\.document.name) == ["a.txt"])
      #expect(found.reading == "apple")
      #expect(found.suggestions == nil)
      #expect(found.clock == synced.clock)
      let counted = try client.count(.init(query: "pear", facets: [.type]))
      #expect(counted.count == 2)
      #expect(counted.facets?.flatMap(\.values).map(\.count) == [2])
      let page = try client.list(.init(limit: 1))
      #expect(page.documents.count == 1)
      var names: [String] = []
      try client.list(.init(limit: 1)) { names += $0.documents.map(\.name) }
      #expect(names.sorted() == ["a.txt", "b.txt"])
    }
  }

  @Test func `A hit has the line of its snippet, and several passages if they are wanted`()
    async throws
  {
    try await LiveService.run { service, client in
      let days = String(repeating: "Nothing happened.\n", count: 50)
      try service.write(
        "a.md", "---\ntags: [b]\n---\n\(days)An apple fell.\n\(days)An apple and a pear.\n")
      _ = try client.sync(.init())
      let alone = try #require(try client.search(.init(query: "apple pear")).hits.first)
      #expect(alone.line == 105)
      #expect(alone.passages == nil)
      #expect(try client.search(.init(query: "apple pear", passages: 1)).hits == [alone])
      var several = try #require(
        try client.search(.init(query: "apple pear", passages: 2)).hits.first)
      let passages = try #require(several.passages)
      #expect(passages.map(\.line) == [105, 54])
      #expect(passages[0].snippet == alone.snippet && passages[0].matches == alone.matches)
      several.passages = nil
      #expect(several == alone)
      let marked = try client.search(
        .init(query: "apple pear", markers: .init(open: "<", close: ">"), passages: 2)
      ).hits.first?.passages
      #expect(marked?.map(\.matches) == [[], []])
      #expect(marked?.last?.snippet.contains("An <apple> fell.") == true)
    }
  }

  @Test func `The word for a format is the same in counts, documents and lists`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      try service.write("b.bin", "\0\u{1}\u{2}")
      _ = try client.sync(.init())
      let counts = try client.status().formats
      #expect(Set(counts.map(\.format)) == ["text", "none"])
      for (word, name) in [("text", "a.txt"), ("none", "b.bin")] {
        #expect(counts.first { $0.format == word }?.documents == 1)
        let listed = try client.list(.init(format: word)).documents
        #expect(listed.map(\.name) == [name])
        #expect(listed.map(\.format) == [word])
      }
      let failure = #expect(throws: SearchClient.ConnectionFailure.self) {
        try client.list(.init(format: "names only"))
      }
      #expect(failure?.description.contains("InvalidParameter") == true)
    }
  }

  @Test func `A query without a word is refused, and so is each value out of range`() async throws {
    try await LiveService.run { _, client in
      #expect(throws: SearchFailure.self) { try client.search(.init(query: "-")) }
      let calls: [() throws -> Void] = [
        { _ = try client.search(.init(query: "a", limit: 0)) },
        { _ = try client.search(.init(query: "a", offset: -1)) },
        { _ = try client.search(.init(query: "a", snippetWords: 65)) },
        { _ = try client.search(.init(query: "a", deadline: 0)) },
        { _ = try client.search(.init(query: "a", passages: 0)) },
        { _ = try client.search(.init(query: "a", passages: 11)) },
        { _ = try client.count(.init(query: "a", facets: [.type], facetValues: 0)) },
        { _ = try client.list(.init(limit: 1_001)) },
        { _ = try client.list(.init(folder: "relative")) },
        { _ = try client.suggest(.init(text: "a", limit: 21)) },
        { _ = try client.sync(.init(timeout: 0)) },
        { _ = try client.pause(.init(until: "yesterday")) },
        { _ = try client.forget(.init(path: "/")) },
        { _ = try client.opened(.init(query: "a", uri: "https://example.org")) },
        { _ = try client.queryStatistics(.init(limit: 0)) },
      ]
      for (number, call) in calls.enumerated() {
        let failure = #expect(throws: SearchClient.ConnectionFailure.self) { try call() }
        let name = "org.varlink.service.InvalidParameter"
        #expect(failure?.description.contains(name) == true, "call \(number)")
      }
    }
  }

  @Test func `Words are completed, and corrected if a search finds nothing`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "memory barrier")
      _ = try client.sync(.init())
      // The words are read in the background; each call waits for them for a while.
      var completions: [String] = []
      while completions.isEmpty {
        completions = try client.suggest(.init(text: "memo")).completions.map(\.text)
      }
      #expect(completions == ["memory"])
      #expect(
        try client.suggest(.init(text: "memroy barrier")).corrections.map(\.text)
          == ["memory barrier"])
    }
  }

  @Test func `A path is explained, with a query or without`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      _ = try client.sync(.init())
      let path = "\(service.files)/a.txt"
      let hit = try client.explain(.init(path: path, query: "apple"))
      #expect(hit.found)
      #expect(hit.steps.allSatisfy { $0.passed }, "\(hit.steps)")
      #expect(hit.match?.position == 1)
      let miss = try client.explain(.init(path: path, query: "pear"))
      #expect(!miss.found)
      #expect(miss.match?.terms.first?.missing.map(\.word) == ["pear"])
      let gone = try client.explain(.init(path: "\(service.files)/gone"))
      #expect(gone.kind == .missing)
      #expect(gone.root == service.files.uri)
    }
  }

  @Test func `The status has the documents, and follows changes until the client leaves`()
    async throws
  {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      _ = try client.sync(.init())
      let status = try client.status()
      #expect(status.version == "9.9")
      #expect(status.documents == 1)
      #expect(status.roots.map(\.uri) == [service.files.uri])
      #expect(status.warnings == [])
      var isWritten = false
      #expect(throws: Enough.self) {
        try client.status { reply in
          if reply.documents == 2 { throw Enough() }
          if !isWritten { try service.write("b.txt", "pear") }
          isWritten = true
        }
      }
    }
  }

  @Test func `Bulk work is paused until a time, or as long as a client holds it`() async throws {
    try await LiveService.run { service, client in
      let paused = try client.pause(.init(until: "2999-01-01T00:00:00Z"))
      #expect(paused.pauses.map(\.reason) == [.request])
      #expect(try client.status().pauses == paused.pauses)
      #expect(try client.resume(ResumeMethod.Parameters()).pauses == [])
      #expect(throws: SearchFailure.notOnBattery) { try client.pause(.init(untilPower: true)) }
      try withExtendedLifetime(service.client()) { holder in
        #expect(throws: Enough.self) {
          try holder.pause(.init()) { reply in
            #expect(reply.pauses.map(\.reason) == [.held])
            throw Enough()
          }
        }
        let pauses = try client.status().pauses
        #expect(pauses.map(\.reason) == [.held])
      }
      #expect(throws: Enough.self) {
        try client.status { if $0.pauses.isEmpty { throw Enough() } }
      }
    }
  }

  @Test func `A forgotten file is gone and kept out, and a root is never forgotten`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      _ = try client.sync(.init())
      let reply = try client.forget(.init(path: "\(service.files)/a.txt"))
      #expect(reply.documents == 1)
      #expect(reply.excluded)
      try service.write("a.txt", "apple again")
      _ = try client.sync(.init())
      #expect(try client.search(.init(query: "apple")).hits == [])
      #expect(throws: SearchFailure.isRoot(path: "\(service.files)")) {
        try client.forget(.init(path: "\(service.files)"))
      }
    }
  }

  @Test func `Replies about roots have the warnings and errors of the configuration`() async throws
  {
    try await LiveService.run { service, client in
      let reply = try client.addRoot(.init(folder: "/b"))
      #expect(reply.warnings == ["Added '/b'."])
      #expect(reply.roots.map(\.uri) == [service.files.uri])
      #expect(try client.reload().warnings == ["Reloaded."])
      #expect(throws: SearchFailure.noSuchFolder(folder: "/nowhere")) {
        try client.addRoot(.init(folder: "/nowhere"))
      }
      #expect(throws: SearchFailure.lastRoot) { try client.removeRoot(.init(folder: "/b")) }
    }
  }

  @Test func `Searches and opened hits are recorded, and forgotten`() async throws {
    try await LiveService.run { service, client in
      _ = try client.search(.init(query: "burrow"))
      try client.opened(.init(query: "burrow", uri: "\(service.files.uri)/a.txt"))
      let statistics = try client.queryStatistics(.init())
      #expect(statistics.logging)
      #expect(statistics.failing.map(\.query) == ["burrow"])
      #expect(statistics.failing.map(\.opened) == [1])
      #expect(try client.forgetQueries().forgotten == 1)
      #expect(try client.queryStatistics(.init()).searches == 0)
    }
  }

  @Test func `What was opened before comes first among equals until it is forgotten`() async throws
  {
    try await LiveService.run { service, client in
      for name in ["hare", "hawk"] { try service.write("\(name).txt", "burrow \(name)") }
      _ = try client.sync(.init())
      func names(strict: Bool = false) throws -> [String] {
        try client.search(.init(query: "burrow", strict: strict)).hits.map(\.document.name)
      }
      func part(of name: String) throws -> RankPartMessage? {
        let match = try client.explain(
          .init(path: "\(service.files.appending(name))", query: "burrow")
        ).match
        let hits = try client.search(.init(query: "burrow")).hits
        #expect(match?.score == hits.first { $0.document.name == name }?.score)
        return match?.parts.first { $0.kind == .opened }
      }
      let before = try names()
      let last = try #require(before.last)
      #expect(before.count == 2)
      #expect(try part(of: last) == nil)
      try client.opened(.init(query: "other", uri: service.files.appending(last).uri))
      #expect(try names() == before.reversed())
      #expect(try names(strict: true) == before)
      let other = try #require(try part(of: last)?.score)
      try client.opened(.init(query: " Burrow", uri: service.files.appending(last).uri))
      let same = try #require(try part(of: last)?.score)
      #expect(other > 0 && abs(same - 2 * other) < 1e-9)
      _ = try client.forgetQueries()
      #expect(try names() == before)
      #expect(try part(of: last) == nil)
    }
  }

  @Test func `A subscriber gets the hits, and then each change`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      _ = try client.sync(.init())
      var replies: [[String]] = []
      #expect(throws: Enough.self) {
        try client.subscribe(.init(query: "apple")) { reply in
          replies.append(
            reply.appeared.map(\.document.name) + reply.gone.map { "-" + ($0.path ?? "") })
          if replies.count == 1 { try service.write("b.txt", "apple") }
          if replies.count == 2 { try service.files.appending("a.txt").removeFile() }
          if replies.count == 3 { throw Enough() }
        }
      }
      #expect(replies == [["a.txt"], ["b.txt"], ["-\(service.files)/a.txt"]])
    }
  }

  @Test func `A rebuild on request gives another index with the same documents`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      let index = try client.sync(.init()).clock.index
      try client.rebuild()
      #expect(throws: Enough.self) {
        try client.status { if $0.clock.index != index, $0.rebuild == nil { throw Enough() } }
      }
      let other = try service.client()
      #expect(try other.search(.init(query: "apple")).hits.map(\.document.name) == ["a.txt"])
    }
  }
}
