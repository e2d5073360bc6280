import IndexStorage
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

  @Test func `Rows come by their numbers, as they are now`() async throws {
    try await LiveService.run { service, client in
      for name in ["a", "b", "c"] { try service.write("\(name).txt", name) }
      let clock = try client.sync(.init()).clock
      let all = try client.changes(.init())
      let ids = all.documents.map(\.id).sorted()
      func names(_ parameters: ChangesMethod.Parameters) throws -> [[String]] {
        var pages: [[String]] = []
        try client.changes(parameters) { reply in
          #expect(reply.clock == clock && reply.reset == nil && reply.removed.isEmpty)
          pages.append(reply.folders.map(\.suffix) + reply.documents.map(\.suffix))
          if !reply.documents.isEmpty, parameters.text == true {
            #expect(reply.documents.allSatisfy { $0.text == String($0.document.name.first ?? " ") })
          }
        }
        return pages
      }
      func range(_ first: Int, _ last: Int) -> NumberRangeMessage {
        .init(first: first, last: last)
      }
      let everything = range(.min, .max)
      #expect(try names(.init(documents: [everything])) == [["/a.txt", "/b.txt", "/c.txt"]])
      #expect(
        try names(.init(text: true, documents: [range(ids[2], ids[2]), range(ids[0], ids[0])]))
          == [["/c.txt", "/a.txt"]])
      let pages = try names(.init(limit: 2, folders: [everything], documents: [everything]))
      #expect(pages.flatMap(\.self) == all.folders.map(\.suffix) + ["/a.txt", "/b.txt", "/c.txt"])
      #expect(pages.count > 1 && pages.dropLast().allSatisfy { $0.count <= 2 })
      #expect(try names(.init(folders: [])) == [[]])
      for wrong in [
        ChangesMethod.Parameters(since: clock, documents: [everything]),
        .init(consumer: "c", documents: []), .init(documents: [range(2, 1)]),
        .init(folders: [NumberRangeMessage](repeating: everything, count: 1_001)),
      ] {
        #expect(throws: (any Error).self, "\(wrong)") { try client.changes(wrong) }
      }
    }
  }

  @Test func `The lag of a consumer is told in commits and seconds`() {
    func message(_ missing: Int64, _ times: (UnixTime?, UnixTime?)) -> ConsumerMessage {
      var consumer = FeedConsumer(name: "c", confirmed: 4, day: 86_400)
      (consumer.missing, consumer.missingSince) = (missing, times.0)
      return ConsumerMessage(consumer, missingSince: times.1, now: 200_000)
    }
    #expect(
      message(3, (nil, 199_990))
        == .init(name: "c", confirmed: 4, day: "1970-01-02", commits: 3, lag: 10))
    // The day says that it is older than the log, and a clock that was set back does not make it negative.
    #expect(message(3, (172_800, 199_990)).lag == 27_200)
    #expect(message(3, (nil, 200_001)).lag == 0)
    #expect(message(3, (nil, nil)).lag == 0)
    #expect(message(0, (nil, 199_990)).lag == 0)
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
