import LinuxSystem
import PostgreSQL
import SearchInterface
import Synchronization
import TestSupport
import Testing

@testable import SharedIndex

/// The comparison of a real database with an index.
@Suite(.timeLimit(.minutes(5)))
struct FeedComparisonTests {
  let server: PostgreSQLServer
  let tasks: LoopTaskExecutor
  let index = FakeIndex()
  private final class ManualClock: Sendable {
    let time = Mutex<UnixTime>(100_000)
  }

  private static let open = "0:0:u::--x,g::---,o::--x"
  private static let readable = "0:0:u::r--,g::---,o::r--"
  private static let closed = "0:0:u::r--,g::---,o::---"
  private static let numbers = [1, 2, 3, 4_095, 4_096, 8_000, 20_000, 9_000_000_000]

  init() async throws {
    (server, tasks) = (try PostgreSQLServer(), try LoopTaskExecutor(name: "sitta-test"))
    _ = try await SharedSchema.setUp(connect())
    try server.run("INSERT INTO sitta.login(name) VALUES ('nobody')")
    index.folders = [
      2: Self.folder(2, "/d", in: 1), 3: Self.folder(3, "/e", in: 2),
      5_000: Self.folder(5_000, "/f", in: 3),
    ]
    for (place, number) in Self.numbers.enumerated() {
      index.put(
        FakeIndex.document(
          number, at: place, "n\(number)", number == 3 ? nil : "text \(number)",
          folder: [1, 3, 5_000][place % 3], access: place % 2 == 0 ? Self.readable : Self.closed))
    }
  }

  private static func folder(_ id: Int, _ suffix: String, in parent: Int) -> ChangedFolderMessage {
    ChangedFolderMessage(
      id: id, sequence: 1, parent: parent, suffix: suffix, uri: "", access: open)
  }

  private func connect() async throws -> PostgreSQLConnection {
    try await PostgreSQLConnection.open(
      server.connection(), on: tasks.loop, within: .seconds(60), timeout: .seconds(60))
  }

  private func open(
    now: @escaping @Sendable () -> UnixTime = { 100_000 }
  ) async throws -> FeedStore { try await FeedStore.open("nas", over: connect(), now: now) }

  /// A store that has everything.
  private func filled() async throws -> FeedStore {
    let store = try await open()
    try await store.apply(index.everything)
    return store
  }

  /// All that a feed writes, but for the generations.
  private func stored() throws -> String {
    try server.run(
      """
      SELECT id, parent, suffix, away, rule, passage FROM sitta.folder ORDER BY id;
      SELECT d.id, folder, suffix, name, size, modified, digest, message, d.rule, r.rules, words, body
      FROM sitta.document d LEFT JOIN sitta.content USING (source, id) LEFT JOIN sitta.readers r ON r.id = d.readers
      ORDER BY d.id
      """)
  }

  @Test func `A database that is as the index gets nothing`() async throws {
    let store = try await filled()
    let before = try stored()
    #expect(before.split(separator: "\n").count == 11)
    #expect(try await index.compare(store) == FeedComparison.Tally())
    #expect(index.sent == [])
    #expect(try stored() == before)
  }

  @Test(
    arguments: [
      ("DELETE FROM sitta.document WHERE id = 2", [2], 0, 0),
      ("DELETE FROM sitta.content WHERE id = 8000", [8_000], 0, 0),
      ("UPDATE sitta.content SET signature = '7 x', body = 'no' WHERE id = 1", [1], 0, 0),
      ("UPDATE sitta.document SET digest = 'wrong' WHERE id = 4095", [4_095], 0, 0),
      ("UPDATE sitta.document SET digest = 'new' WHERE id = 3", [3], 0, 0),
      ("UPDATE sitta.document SET rule = 0 WHERE id = 4096", [4_096], 0, 0),
      ("UPDATE sitta.document SET readers = NULL WHERE id = 1", [1], 0, 0),
      ("UPDATE sitta.document SET modified = modified + interval '1 s' WHERE id = 1", [1], 0, 0),
      (
        "UPDATE sitta.document SET message = replace(message, 'plain', 'html'), commit_number = 99 WHERE id = 20000",
        [20_000], 0, 0
      ),
      ("UPDATE sitta.document SET folder = 2 WHERE id = 9000000000", [9_000_000_000], 0, 0),
      ("UPDATE sitta.folder SET suffix = '/else' WHERE id = 3", [], 1, 0),
      ("UPDATE sitta.folder SET passage = '{}' WHERE id = 5000", [], 1, 0),
      ("UPDATE sitta.folder SET away = true, commit_number = 99 WHERE id = 2", [], 1, 0),
      (
        """
        INSERT INTO sitta.document SELECT (jsonb_populate_record(d, '{"id": 77}')).* FROM sitta.document d WHERE id = 1;
        INSERT INTO sitta.document SELECT (jsonb_populate_record(d, '{"id": 9223372036854775807}')).*
        FROM sitta.document d WHERE id = 1;
        INSERT INTO sitta.folder SELECT (jsonb_populate_record(d, '{"id": -5}')).* FROM sitta.folder d WHERE id = 2
        """, [], 0, 3
      ),
    ] as [(String, [Int], Int, Int)])
  func `A damaged database is mended, with just the rows that differ`(
    damage: String, sent: [Int], folders: Int, removed: Int
  ) async throws {
    let store = try await filled()
    let before = try stored()
    try server.run(damage)
    #expect(try stored() != before)
    let tally = try await index.compare(store)
    #expect(index.sent == sent)
    #expect(tally == .init(folders: folders, documents: sent.count, removed: removed))
    #expect(try stored() == before)
    #expect(try await index.compare(store) == .init())
  }

  @Test func `A folder that is missing is back, and what is in it is readable again`() async throws
  {
    let store = try await filled()
    let before = try stored()
    try server.run("DELETE FROM sitta.folder WHERE id IN (2, 5000)")
    let tally = try await index.compare(store)
    // The way to the folder between them is not known meanwhile.
    #expect(tally.folders == 3 && index.sent == [])
    #expect(try stored() == before)
  }

  @Test func `After a clock that is too old, only the difference is sent`() async throws {
    let store = try await filled()
    index.documents[1] = nil
    index.folders[5_000] = nil
    for id in index.documents.keys where index.documents[id]?.folder == 5_000 {
      index.documents[id] = nil
    }
    index.put(FakeIndex.document(3, at: 40, "n3", "three", access: Self.closed))
    index.put(FakeIndex.document(9_999, at: 41, "new", "new"))
    // The database has a commit that the daemon has lost.
    try server.run(
      "UPDATE sitta.document SET commit_number = 60, digest = 'lost' WHERE id = 20000")
    let gone = Self.numbers.count + 1 - index.documents.count
    index.clock.sequence = 50
    try await store.beginAgain(at: index.clock)
    #expect(store.position.clock == index.clock && store.isComparisonDue && store.isIncomplete)
    let tally = try await index.compare(store)
    #expect(index.sent == [3, 9_999, 20_000])
    #expect(tally == .init(folders: 0, documents: 3, removed: gone + 1))
    #expect(!store.isComparisonDue && !store.isIncomplete)
    #expect(try server.run("SELECT count(*) FROM sitta.document") == "\(index.documents.count)\n")
    #expect(try await index.compare(store) == .init())
  }

  @Test func `Another index never lends its folders' rights to the documents of the former one`()
    async throws
  {
    let private_ = "0:0:u::--x,g::---,o::---"
    index.folders[2]?.access = private_
    let store = try await filled()
    func found() throws -> String {
      try server.run(
        """
        SELECT string_agg(name, ' ' ORDER BY name) FROM sitta.document
        WHERE readers = ANY(SELECT unnest(readers) FROM sitta.reader)
        """
      ).filter { $0 != "\n" }
    }
    #expect(try found() == "n1 n20000")
    // The number of the private folder is now that of one that is open, and another folder is private.
    index.clock = ClockMessage(index: "two", sequence: 3)
    index.folders = [
      2: Self.folder(2, "/open", in: 1), 3: Self.folder(3, "/private", in: 1),
      4: Self.folder(4, "/late", in: 1),
    ]
    index.folders[3]?.access = private_
    index.documents = [
      1: FakeIndex.document(1, at: 1, "seen", "x", folder: 2, access: Self.readable),
      8_000: FakeIndex.document(8_000, at: 1, "hidden", "x", folder: 3, access: Self.readable),
      // As in the former index.
      20_000: try #require(index.documents[20_000]),
    ]
    try await store.beginAgain(at: index.clock)
    #expect(try found() == "")
    var comparison = FeedComparison()
    var steps = 0
    while try await comparison.step(store, index.ask) {
      steps += 1
      #expect(["", "seen", "n20000 seen"].contains(try found()), "step \(steps)")
      if steps == 3 {
        // A change of what was not compared yet.
        var page = index.everything
        (page.folders, page.documents) = ([try #require(index.folders[4])], [])
        try await store.apply(page)
      }
    }
    #expect(try found() == "n20000 seen")
    #expect(try server.run("SELECT count(*) FROM sitta.document") == "3\n")
    #expect(
      try server.run("SELECT string_agg(suffix, ' ' ORDER BY id) FROM sitta.folder")
        == "/open /private /late\n")
    #expect(try await index.compare(store) == .init())
  }

  @Test func `A comparison that was interrupted begins again`() async throws {
    var store: FeedStore? = try await filled()
    try await store?.beginAgain(at: index.clock)
    index.put(FakeIndex.document(9_999, at: 10, "new", "new"))
    if let store {
      var comparison = FeedComparison()
      for _ in 0..<2 { #expect(try await comparison.step(store, index.ask)) }
    }
    store = nil
    try server.kill()
    try server.start()
    let other = try await open()
    #expect(other.isComparisonDue && other.isIncomplete)
    #expect(try await index.compare(other).documents == 1)
    #expect(!other.isComparisonDue)
  }

  @Test func `Changes are written between the steps, and what they say stays`() async throws {
    let store = try await filled()
    try server.run("UPDATE sitta.document SET digest = 'wrong'")
    func found() throws -> String {
      try server.run(
        "SELECT count(*) FROM sitta.find('nobody', '{\"condition\":{\"all\":[]},\"order\":\"name\",\"most\":99,\"keep\":99}')"
      )
    }
    #expect(try found() == "4\n")
    var (comparison, sequence) = (FeedComparison(), 11)
    var isUnfinished = true
    while isUnfinished {
      isUnfinished = try await comparison.step(store, index.ask)
      // Each commit takes a right away, or gives it back.
      index.clock.sequence = sequence
      let access = sequence % 2 == 0 ? Self.readable : Self.closed
      var document = FakeIndex.document(1, at: sequence, "n1", "text 1", access: access)
      document.folder = 1
      index.put(document)
      var page = index.everything
      (page.folders, page.documents) = ([], [document])
      try await store.apply(page)
      let readable = try server.run(
        "SELECT count(*) FROM sitta.document WHERE id = 1 AND readers = ANY(SELECT unnest(readers) FROM sitta.reader)"
      )
      #expect(readable == (sequence % 2 == 0 ? "1\n" : "0\n"))
      sequence += 1
    }
    #expect(sequence > 15)
    #expect(try await index.compare(store) == .init())
  }

  @Test func `Each day the rows are compared`() async throws {
    let clock = ManualClock()
    let store = try await open { clock.time.withLock(\.self) }
    #expect(!store.isComparisonDue)
    var page = index.everything
    page.current = false
    try await store.apply(page)
    clock.time.withLock { $0 = 900_000 }
    // It is not complete, so there is nothing to compare yet.
    #expect(!store.isComparisonDue)
    try await store.apply(index.everything)
    clock.time.withLock { $0 = 986_399 }
    #expect(!store.isComparisonDue)
    clock.time.withLock { $0 = 986_400 }
    #expect(store.isComparisonDue && !store.isIncomplete)
    _ = try await index.compare(store)
    #expect(!store.isComparisonDue)
  }

  @Test func `Classes that no document has are removed, and come back when one has them`()
    async throws
  {
    let store = try await filled()
    let rare = "0:7:u::r--,g::---,o::r--"
    func classes() throws -> String { try server.run("SELECT count(*) FROM sitta.readers") }
    let before = try classes()
    index.put(FakeIndex.document(50, at: 10, "rare", "x", access: rare))
    try await store.apply(index.everything)
    #expect(try classes() != before)
    index.documents[50] = nil
    var page = index.everything
    (page.folders, page.documents) = ([], [])
    page.removed = [RemovalMessage(id: 50, sequence: 11)]
    try await store.apply(page)
    #expect(try classes() != before)
    #expect(try await index.compare(store) == .init())
    #expect(try classes() == before)
    index.put(FakeIndex.document(51, at: 10, "rare", "x", access: rare))
    try await store.apply(index.everything)
    #expect(try await index.compare(store) == .init())
    let readable =
      "SELECT count(*) FROM sitta.document WHERE id = 51 AND readers = ANY(SELECT unnest(readers) FROM sitta.reader)"
    #expect(try server.run(readable) == "1\n")
  }

  @Test func `Memory is that of a bucket`() async throws {
    for number in 100..<15_000 { index.put(FakeIndex.document(number, at: 1, "n\(number)", "x")) }
    let store = try await filled()
    try server.run("UPDATE sitta.document SET digest = 'wrong' WHERE id % 1000 = 500")
    _ = try await index.compare(store)
    #expect(index.sent == Array(stride(from: 500, to: 15_000, by: 1_000)))
    #expect((4_000...4_096).contains(index.largestAnswer))
  }

  @Test func `An answer of another index is not compared`() async throws {
    let store = try await filled()
    index.clock.index = "two"
    await #expect(throws: FeedComparison.OtherIndex.self) { try await index.compare(store) }
    index.clock = ClockMessage(index: "one", sequence: 9)
    await #expect(throws: FeedComparison.OtherIndex.self) { try await index.compare(store) }
  }
}
