import LinuxSystem
import SearchInterface
import TestSupport
import Testing

@testable import SearchServing

/// `Changes` and `ConfirmChanges`, from the call to the reply.
@BlockingThread @Suite(.timeLimit(.minutes(15)))
struct ChangesTests {
  private struct Enough: Error {}

  @Test func `Everything comes first, and then what has changed`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      try service.write("b.txt", "pear")
      _ = try client.sync(.init())
      var replies: [ChangesMethod.Reply] = []
      try client.changes(.init(text: true)) { replies.append($0) }
      let all = try #require(replies.last)
      #expect(replies.count == 1 && all.current && all.reset == nil)
      #expect(all.documents.map(\.document.name).sorted() == ["a.txt", "b.txt"])
      #expect(all.documents.compactMap(\.text).sorted() == ["apple", "pear"])
      let folder = try #require(all.folders.last)
      #expect(all.documents.map { folder.uri + $0.suffix } == all.documents.map(\.document.uri))
      #expect(Set(all.documents.map(\.folder)) == [folder.id])
      try service.files.appending("b.txt").removeFile()
      try service.files.appending("a.txt").rename(to: service.files.appending("c.txt"))
      _ = try client.sync(.init())
      let news = try client.changes(.init(since: all.clock))
      #expect(news.documents.map(\.document.name) == ["c.txt"])
      #expect(
        news.documents.map(\.digest) == all.documents.filter { $0.suffix == "/a.txt" }.map(\.digest)
      )
      #expect(news.removed.map(\.id) == all.documents.filter { $0.suffix == "/b.txt" }.map(\.id))
      #expect(news.documents[0].text == nil)
    }
  }

  @Test func `A follower gets each commit as it comes`() async throws {
    try await LiveService.run { service, client in
      let follower = try service.client()
      var names: [String] = []
      #expect(throws: Enough.self) {
        try follower.changes(.init(limit: 1, follow: true, consumer: "copy")) { reply in
          names += reply.documents.map(\.document.name)
          if reply.current {
            if names.count == 3 { throw Enough() }
            try service.write("\(names.count).txt", "text \(names.count)")
          }
        }
      }
      #expect(names == ["0.txt", "1.txt", "2.txt"])
    }
  }

  @Test func `A rebuilt index begins again`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      _ = try client.sync(.init())
      var resets = 0
      var clock: ClockMessage?
      #expect(throws: Enough.self) {
        try service.client().changes(.init(follow: true)) { reply in
          if clock == nil { try client.rebuild() }
          clock = reply.clock
          if reply.reset == true {
            resets += 1
            #expect(reply.documents.map(\.document.name) == ["a.txt"])
          }
          if resets == 1, reply.current { throw Enough() }
        }
      }
      let now = try client.sync(.init()).clock
      #expect(clock?.index == now.index)
    }
  }

  @Test func `Confirmations are recorded, and wrong parameters are refused`() async throws {
    try await LiveService.run { service, client in
      try service.write("a.txt", "apple")
      let clock = try client.sync(.init()).clock
      try client.confirmChanges(.init(consumer: "copy", clock: clock))
      try client.confirmChanges(.init(consumer: "copy"))
      for parameters in [
        ChangesMethod.Parameters(limit: 0), .init(limit: 1_001), .init(follow: true),
        .init(consumer: ""), .init(consumer: String(repeating: "x", count: 65)),
        .init(consumer: "a\u{1b}"),
      ] {
        #expect(throws: (any Error).self, "\(parameters)") { try client.changes(parameters) }
      }
    }
  }
}
