import IndexStorage
import LinuxSystem
import QueryLanguage
import SittaSQLite
import TestSupport
import Testing

@testable import SearchIndex

/// A query that stays, on an index that changes.
private final class Watched {
  let reader: IndexReader
  let text: String
  let query: Query
  var standing = StandingQuery()
  var options = SearchOptions()

  convenience init(_ index: TestIndex, _ query: String) throws {
    try self.init(index.store, query)
  }

  init(_ store: IndexStore, _ query: String) throws {
    reader = try IndexReader(store)
    text = query
    self.query = try Query(parsing: query)
  }

  /// The changes since the last call, with paths; nil if nothing was searched.
  func changes() throws -> [String]? {
    let observation = try reader.observation(
      of: query, since: standing.clock, options, deadline: .now + .seconds(60))
    guard let observation else { return nil }
    let changes = standing.update(observation)
    let hits = try reader.hits(
      of: query, among: changes.numbers, options, deadline: .now + .seconds(60))
    func path(_ number: DocumentID) -> String { hits[number].map { "\($0.document.path)" } ?? "?" }
    return changes.gone.map { "-\($0)" }
      + changes.changed.map { "~\(path($0.number))" + ($0.former.map { " was \($0)" } ?? "") }
      + changes.appeared.map { "+\(path($0))" }
  }
}

struct StandingReaderTests {
  let index: TestIndex

  init() throws {
    index = try TestIndex()
    for name in ["a", "b", "sub/c"] { try index.put("/root/\(name)", "seed \(name)") }
    try index.put("/root/d", "nut")
    try index.writer.commit()
  }

  @Test func `Hits that appear, change and vanish are reported once each`() throws {
    let watched = try Watched(index, "seed")
    #expect(try watched.changes() == ["+/root/a", "+/root/b", "+/root/sub/c"])
    #expect(try watched.changes() == nil)
    try index.put("/root/e", "a new seed")
    try index.writer.commit()
    #expect(try watched.changes() == ["+/root/e"])
    try index.put("/root/d", "a seed now")
    try index.put("/root/a", "another seed")
    try index.put("/root/b", "none any more")
    _ = try index.writer.remove(FilePath("/root/e"))
    try index.writer.commit()
    #expect(try watched.changes() == ["-/root/b", "-/root/e", "~/root/a", "+/root/d"])
    #expect(try watched.changes() == nil)
  }

  @Test func `Several commits are reported together`() throws {
    let watched = try Watched(index, "seed")
    _ = try watched.changes()
    for size in 1..<5 {
      try index.put("/root/e", "seed number \(size)")
      try index.put("/root/f", "seed number \(size)")
      try index.writer.commit()
      _ = try index.writer.remove(FilePath("/root/f"))
      try index.writer.commit()
    }
    #expect(try watched.changes() == ["+/root/e"])
  }

  @Test func `New metadata and a move are changes`() throws {
    let watched = try Watched(index, "seed")
    _ = try watched.changes()
    try index.put("/root/a", "seed a", size: 7)
    try index.writer.move(FilePath("/root/b"), to: FilePath("/root/sub/b"))
    try index.writer.move(FilePath("/root/sub/c"), to: FilePath("/root/sub/e"))
    try index.writer.commit()
    #expect(
      try watched.changes() == [
        "~/root/a", "~/root/sub/b was /root/b", "~/root/sub/e was /root/sub/c",
      ])
  }

  @Test(arguments: ["seed", "s*", "seed size:>=0", "size:<1 -nut", "in:/root/sub OR seed"])
  func `A folder's new name changes the hits below it`(query: String) throws {
    let watched = try Watched(index, query)
    _ = try watched.changes()
    try index.writer.move(FilePath("/root/sub"), to: FilePath("/root/new"))
    try index.writer.commit()
    let told = try #require(try watched.changes())
    // A document that is found by its folder is no hit any more once the folder has another name.
    #expect(told == ["~/root/new/c was /root/sub/c"])
    try index.writer.move(FilePath("/root"), to: FilePath("/other"))
    try index.writer.commit()
    #expect(
      try watched.changes() == [
        "~/other/a was /root/a", "~/other/b was /root/b", "~/other/new/c was /root/new/c",
      ])
  }

  @Test func `A query for a folder reports moves into it and out of it`() throws {
    let watched = try Watched(index, "seed in:/root/sub")
    #expect(try watched.changes() == ["+/root/sub/c"])
    try index.writer.move(FilePath("/root/a"), to: FilePath("/root/sub/a"))
    try index.writer.commit()
    #expect(try watched.changes() == ["+/root/sub/a"])
    try index.writer.move(FilePath("/root/sub"), to: FilePath("/root/new"))
    try index.writer.commit()
    #expect(try watched.changes() == ["-/root/sub/a", "-/root/sub/c"])
    try index.writer.move(FilePath("/root/new"), to: FilePath("/root/sub"))
    try index.writer.commit()
    #expect(try watched.changes() == ["+/root/sub/c", "+/root/sub/a"].sorted(by: <))
  }

  @Test func `Hits vanish with a root that goes away, and return with it`() throws {
    let watched = try Watched(index, "seed")
    let all = try Watched(index, "seed")
    all.options.includesAway = true
    try index.writer.recordFolder(FilePath("/root"), inode: 2, device: 7)
    try index.writer.commit()
    _ = try watched.changes()
    _ = try all.changes()
    try index.writer.markAway(FilePath("/root"))
    try index.writer.commit()
    #expect(try watched.changes() == ["-/root/a", "-/root/b", "-/root/sub/c"])
    #expect(try all.changes() == [])
    try index.writer.recordFolder(FilePath("/root"), inode: 2, device: 7)
    try index.writer.commit()
    #expect(try watched.changes() == ["+/root/a", "+/root/b", "+/root/sub/c"])
  }

  @Test func `Recording a folder changes no hits`() throws {
    let watched = try Watched(index, "seed")
    _ = try watched.changes()
    try index.writer.recordFolder(FilePath("/root"), inode: 2)
    try index.writer.recordFolder(FilePath("/root/new"), inode: 3)
    try index.writer.commit()
    #expect(try watched.changes() == [])
  }

  @Test func `Differences are complete also if not all commits are logged`() throws {
    let watched = try Watched(index, "seed")
    _ = try watched.changes()
    try index.put("/root/b", "nothing")
    try index.put("/root/a", "seed a", size: 3)
    try index.put("/root/e", "seed e")
    try index.writer.commit()
    try index.writer.advanceClock()
    let before = try #require(watched.standing.clock)
    #expect(index.store.log.changes(from: before, to: index.writer.clock) == nil)
    #expect(try watched.changes() == ["-/root/b", "~/root/a", "+/root/e"])
  }

  @Test func `Thousands of changes at once are all reported`() throws {
    let watched = try Watched(index, "seed")
    _ = try watched.changes()
    for number in 0..<6_000 { try index.put("/root/many/\(number)", number % 2 == 0 ? "seed" : "") }
    try index.writer.commit()
    #expect(try watched.changes()?.count == 3_000)
    try index.writer.move(FilePath("/root/many"), to: FilePath("/root/moved"))
    try index.writer.commit()
    #expect(try watched.changes()?.allSatisfy { $0.hasPrefix("~/root/moved/") } == true)
    #expect(watched.standing.count == 3_003)
  }

  @Test func `A commit is searched once it is published`() throws {
    // To the readers of this store, the writer of the other one publishes nothing.
    let store = IndexStore(in: index.folder.path)
    let watched = try Watched(store, "seed")
    _ = try watched.changes()
    try index.put("/root/e", "seed")
    try index.writer.commit()
    #expect(try watched.changes() == nil)
    try index.writer.setCleanShutdown(true)
    let writer = try store.open(now: .now).writer
    #expect(writer.clock == index.writer.clock)
    #expect(try watched.changes() == ["+/root/e"])
  }

  @Test func `Differences to a rebuilt index are found by path`() throws {
    let watched = try Watched(index, "seed")
    _ = try watched.changes()
    let store = index.store
    try store.removeOld()
    let opened = try store.open(now: .now)
    var document = Document(status: FileStatus(), type: "text/plain")
    document.text = Array("seed".utf8)
    for path in ["/root/f", "/root/sub/c", "/root/a"] {
      try opened.writer.replace(document, at: FilePath(path))
    }
    try opened.writer.commit()
    let later = try Watched(index, "seed")
    later.standing = watched.standing
    #expect(try later.changes() == ["-/root/b", "+/root/f"])
    #expect(later.standing.clock == opened.writer.clock)
  }

  @Test func `More hits than are kept are not all read`() throws {
    let watched = try Watched(index, "size:>=0")
    let plan = try SearchPlan(
      watched.query, watched.options, in: Snapshot(of: watched.reader))
    let membership = plan.membership(
      selecting: "1", among: nil, lookingUp: false, limit: StandingQuery.capacity + 1)
    #expect(membership.sql.hasSuffix(" LIMIT \(StandingQuery.capacity + 1)"))
  }
}

/// Standing queries against searches, under any operations.
struct StandingAgreementTests {
  static let queries = [
    "seed", "se*", "seed -nut", "seed OR size:>2", "size:>1", "in:/1 seed", "name:3",
    "\"seed nut\"",
    "path:*/2/*", "-seed",
  ]

  @Test(.timeLimit(.minutes(15)), arguments: [1, 2, 3] as [UInt64])
  func `The known hits are those that a search finds`(seed: UInt64) throws {
    let index = try TestIndex()
    try index.put("/first", "seed")
    try index.writer.recordFolder(FilePath("/1"), inode: 4, device: 7)
    try index.writer.commit()
    let all = try Self.queries.map { try Watched(index, $0) }
    var random = SplitMix(seed: seed)
    var shadows = try all.map { watched in
      _ = try watched.changes()
      return Set(try index.find(watched.text, order: .name))
    }
    for _ in 0..<120 {
      for _ in 0..<Int.random(in: 1..<8, using: &random) { try change(index, &random) }
      try index.writer.commit()
      for (number, watched) in all.enumerated() where Bool.random(using: &random) {
        let changes = (try watched.changes() ?? []).map { change in
          (change.first, change.dropFirst().split(separator: " was ").map(String.init))
        }
        // A moved document is removed first, and then added: two can change places.
        for (sign, paths) in changes where sign == "-" || paths.count > 1 {
          #expect(shadows[number].remove(paths[paths.count - 1]) != nil)
        }
        for (sign, paths) in changes where sign != "-" {
          let isNew = shadows[number].insert(paths[0]).inserted
          // A moved document can take the place of another hit.
          #expect(isNew == (sign == "+") || paths.count > 1)
        }
        #expect(shadows[number] == Set(try index.find(watched.text)), "\(watched.text)")
      }
    }
  }

  private func change(_ index: TestIndex, _ random: inout SplitMix) throws {
    let folders = (0..<2).map { _ in "/\(Int.random(in: 0..<4, using: &random))" }
    let files = folders.map { "\($0)/\(Int.random(in: 0..<6, using: &random))" }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<7:
      let words = ["seed", "nut", "seed nut", "seeds", ""]
      try index.put(
        files[0], words[Int.random(in: 0..<5, using: &random)],
        size: Int.random(in: 0..<5, using: &random))
    case 7: _ = try index.writer.remove(FilePath(files[0]))
    case 8: try index.writer.move(FilePath(files[0]), to: FilePath(files[1]))
    case 9: try index.writer.move(FilePath(folders[0]), to: FilePath(folders[1]))
    case 10: try index.writer.markAway(FilePath("/1"))
    default: try index.writer.recordFolder(FilePath("/1"), inode: 4, device: 7)
    }
  }
}
