import Foundation
import LinuxSystem
import SearchInterface
import Synchronization
import TestSupport
import Testing

@testable import SearchServing

/// Queries that find little: their corrections, offers and explanations.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct CorrectedSearchTests {
  /// Words that are frequent and like rare ones.
  @BlockingThread private func write(to service: LiveService, _ client: SearchClient) throws {
    for number in 0..<110 {
      try service.write("other \(number).txt", "puts policy refine was p pass port \(number)\n")
    }
    for (name, text) in [
      ("lease", "lease of the flat, pets after a talk"), ("burglary", "police attached a report"),
      ("trip", "the passport lies at home"), ("wasp", "a wasp in the shed"),
      ("kernel", "memory barrier"), ("typo", "polciy of the house"),
    ] { try service.write("\(name).txt", "\(text)\n") }
    _ = try client.sync(.init())
    // Nothing is corrected until the first index is complete.
    while try client.search(.init(query: "memroy", deadline: 60_000)).corrected == nil {}
  }

  @Test func `A word that occurs is searched as it is typed, and another one is only offered`()
    async throws
  {
    try await LiveService.run { service, client in
      try write(to: service, client)
      for (query, name) in [
        ("pets allowed flat", "lease"), ("attached police birthday", "burglary"),
        ("todo list passport", "trip"), ("wasp sting", "wasp"), ("police OR xyzzy", "burglary"),
      ] {
        let reply = try client.search(.init(query: query, deadline: 60_000))
        #expect(reply.corrected == nil, "\(query)")
        #expect(reply.hits.first?.document.name == "\(name).txt", "\(query)")
        for offer in reply.suggestions ?? [] {
          #expect(try !client.search(.init(query: offer, strict: true)).hits.isEmpty, "\(offer)")
        }
      }
      let offered = try client.search(.init(query: "polciy", deadline: 60_000))
      #expect(offered.hits.map(\.document.name) == ["typo.txt"])
      #expect(offered.suggestions == ["policy"])
      // Its neighbour is frequent, too, but the word is short.
      #expect(try client.search(.init(query: "pets", deadline: 60_000)).suggestions == nil)
      #expect(try client.search(.init(query: "passport", deadline: 60_000)).suggestions == nil)
    }
  }

  @Test func `A word that no document has is corrected, and the explanation says so`() async throws
  {
    try await LiveService.run { service, client in
      try write(to: service, client)
      let reply = try client.search(.init(query: "memroy barier", deadline: 60_000))
      #expect(reply.corrected == "memory barrier")
      #expect(reply.hits.map(\.document.name) == ["kernel.txt"])
      #expect(reply.suggestions == nil)
      // Full matches of the typed query are not mixed with others.
      let either = try client.search(.init(query: "memroy OR pets", deadline: 60_000))
      #expect(either.corrected == nil && either.suggestions == ["memory OR pets"])
      #expect(either.hits.map(\.document.name) == ["lease.txt"])
      // Beside a missing word, one that occurs stays.
      #expect(
        try client.search(.init(query: "memroy pets", deadline: 60_000)).corrected == "memory pets")
      for query in ["MEMROY", "memroy1", "=memroy", "+memroy", "zzzmemory"] {
        let reply = try client.search(.init(query: query, deadline: 60_000))
        #expect(reply.corrected == nil && reply.hits.isEmpty, "\(query)")
      }
      let path = "\(service.files)/kernel.txt"
      let explained = try client.explain(.init(path: path, query: "memroy barier"))
      #expect(explained.found && explained.corrected == "memory barrier")
      #expect(explained.match?.position == 1 && explained.match?.hits == 1)
      #expect(explained.steps.contains { $0.text.hasSuffix("the search is for: memory barrier") })
      let strict = try client.explain(.init(path: path, query: "memroy barier", strict: true))
      #expect(!strict.found && strict.corrected == nil)
    }
  }

  @Test func `If quotes find nothing the words are searched, and the reply says so`() async throws {
    try await LiveService.run { service, client in
      try write(to: service, client)
      let reply = try client.search(.init(query: "\"barrier memory\"", deadline: 60_000))
      #expect(reply.corrected == "barrier memory")
      #expect(reply.hits.map(\.document.name) == ["kernel.txt"])
      let found = try client.search(.init(query: "\"memory barrier\"", deadline: 60_000))
      #expect(found.corrected == nil && found.hits.count == 1)
      for query in ["\"barrier memory\"", "+\"barrier memory\""] {
        let strict = query.hasPrefix("\"")
        let reply = try client.search(.init(query: query, deadline: 60_000, strict: strict))
        #expect(reply.corrected == nil && reply.hits.isEmpty, "\(query)")
      }
      let path = "\(service.files)/kernel.txt"
      let explained = try client.explain(.init(path: path, query: "\"barrier memory\""))
      #expect(explained.found && explained.corrected == "barrier memory")
    }
  }

  @Test func `The replies of a busy machine are those of an idle one`() async throws {
    try await LiveService.run { service, client in
      try write(to: service, client)
      let queries = [
        "memroy barier", "polciy", "memroy pets", "memroy OR pets", "waspsting", "readnoly police",
        "polciy pasport", "kernl memroy attachd", "memry bar rier", "pets allowed flat",
      ]
      func replies() throws -> [String] {
        try queries.flatMap { query in
          var texts: [String] = []
          for strict in [false, true] {
            let reply = try client.search(.init(query: query, deadline: 60_000, strict: strict))
            texts.append(
              """
              \(query): \(reply.hits.map(\.document.name)), \(reply.corrected ?? "-"), \
              \(reply.suggestions ?? []), \(reply.warnings)
              """)
          }
          let suggested = try client.suggest(.init(text: query))
          return texts + (suggested.completions + suggested.corrections).map(\.text)
        }
      }
      let idle = try replies()
      #expect(idle.contains { $0.contains("memory barrier") })
      let load = BusyThreads(16)
      defer { load.end() }
      #expect(try replies() == idle)
    }
  }

  @Test func `Explanations agree with searches, corrected or not`() async throws {
    try await LiveService.run { service, client in
      try write(to: service, client)
      let names = ["lease", "burglary", "trip", "wasp", "kernel", "other 7"]
      for query in [
        "pets allowed flat", "+police attached birthday", "memroy", "memroy pets", "puts policy",
        "policy pets zebra", "+pets -flat", "PETS", "name:lease puts", "\"memory barrier\" pets",
        "xyzzy", "memroy OR pets",
      ] {
        for strict in [false, true] {
          let reply = try client.search(
            .init(query: query, limit: 1_000, deadline: 60_000, strict: strict))
          for name in names {
            let explained = try client.explain(
              .init(path: "\(service.files)/\(name).txt", query: query, strict: strict))
            let number = reply.hits.firstIndex {
              ([$0.document] + ($0.copies ?? [])).contains { $0.name == "\(name).txt" }
            }
            #expect(explained.found == (number != nil), "\(query): \(name)")
            #expect(explained.match?.position == number.map { $0 + 1 }, "\(query): \(name)")
            #expect(explained.corrected == reply.corrected, "\(query)")
            #expect(explained.match?.hits == reply.count + (reply.partial ?? 0), "\(query)")
          }
        }
      }
    }
  }

  @Test func `The words for a correction are those of documents inside`() async throws {
    try await LiveService.run { service, client in
      for folder in ["in", "out"] { try service.files.appending(folder).makeDirectory() }
      for number in 0..<5 { try service.write("out/\(number).txt", "zanzibarsecret \(number)\n") }
      try service.write("in/a.txt", "memory barrier\n")
      _ = try client.sync(.init())
      func words(_ query: String, within: [String]?) throws -> [String]? {
        try client.statistics(
          .init(query: query, deadline: 60_000, within: within, correction: true)
        ).words?.map { "\($0.word) \($0.documents)" }
      }
      while try words("memroy", within: nil) != ["memory 1"] {}
      let inside = ["\(service.files)/in"]
      #expect(try words("zanzibarsecert", within: nil) == ["zanzibarsecret 5"])
      #expect(try words("memroy", within: inside) == ["memory 1"])
      for query in [
        "zanzibarsecert", "zanzibarsecret", "zanzibar secret", "zanzibarsecre*", "zanzibarsecrett",
        "body:zanzibarsecert",
      ] {
        #expect(try words(query, within: inside) == [], "\(query)")
      }
    }
  }

  @Test func `A word of a forgotten document is named by nothing`() async throws {
    try await LiveService.run { service, client in
      // This many words are not read again after each change.
      let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
      for first in letters {
        let text = letters.flatMap { second in letters.map { "\(first)\(second)\($0)x" } }
        try service.write("\(first).txt", text.joined(separator: " "))
      }
      try service.write("secret.txt", "zanzibarsecret garden\n")
      try service.write("garden.txt", "a garden\n")
      _ = try client.sync(.init())
      func words(_ query: String) throws -> [String] {
        try client.statistics(.init(query: query, deadline: 60_000, correction: true)).words?
          .map(\.word) ?? []
      }
      while try words("zanzibarsecert") != ["zanzibarsecret"] {}
      _ = try client.forget(.init(path: "\(service.files)/secret.txt"))
      #expect(try words("zanzibarsecert") == [])
      #expect(try words("zanzibarsecret") == [])
      let suggested = try client.suggest(.init(text: "zanzibarse"))
      #expect(suggested.completions.isEmpty && suggested.corrections.isEmpty)
      for query in ["zanzibarsecert", "garden zanzibarsecert"] {
        let reply = try client.search(.init(query: query, deadline: 60_000))
        #expect(reply.corrected == nil && reply.suggestions == nil, "\(query)")
      }
      // The others are still known.
      while try words("gardne") != ["garden"] {}
    }
  }
}

/// Threads that keep all processors busy.
private final class BusyThreads: Sendable {
  private let isOver = Atomic(false)

  init(_ count: Int) {
    for _ in 0..<count {
      Thread { while !self.isOver.load(ordering: .relaxed) {} }.start()
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
