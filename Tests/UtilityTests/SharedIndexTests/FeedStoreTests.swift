import LinuxSystem
import PostgreSQL
import SearchInterface
import SharedIndex
import TestSupport
import Testing

/// The copy of a source in a real database.
@Suite(.timeLimit(.minutes(5)))
struct FeedStoreTests {
  let server: PostgreSQLServer
  let tasks: LoopTaskExecutor

  init() throws {
    (server, tasks) = (try PostgreSQLServer(), try LoopTaskExecutor(name: "sitta-test"))
  }

  private func connect() async throws -> PostgreSQLConnection {
    try await PostgreSQLConnection.open(
      server.connection(), on: tasks.loop, within: .seconds(60), timeout: .seconds(60))
  }

  /// A store of a source in a database with tables.
  private func open(_ name: String = "nas") async throws -> FeedStore {
    _ = try await SharedSchema.setUp(connect())
    return try await FeedStore.open(name, over: connect())
  }

  private static func changes(
    _ documents: [ChangedDocumentMessage] = [], upTo sequence: Int, index: String = "one",
    isCurrent: Bool = true, _ edit: (inout ChangesMethod.Reply) -> Void = { _ in }
  ) -> ChangesMethod.Reply {
    var reply = ChangesMethod.Reply(
      removed: [], removedFolders: [], folders: [], documents: documents,
      clock: ClockMessage(index: index, sequence: sequence), more: false, current: isCurrent)
    edit(&reply)
    return reply
  }

  /// The names and texts of all documents, with a line for each.
  private func stored() throws -> String {
    try server.run(
      """
      SELECT d.name, c.body FROM sitta.document d JOIN sitta.content c USING (source, id) ORDER BY d.source, d.id
      """)
  }

  @Test func `A page is written with its clock, and twice without harm`() async throws {
    let store = try await open()
    #expect(store.position.clock == nil)
    let page = Self.changes(
      [FakeIndex.document(1, at: 1, "a", "heron"), FakeIndex.document(2, at: 1, "b", nil)], upTo: 1
    ) { $0.folders = [ChangedFolderMessage(id: 2, sequence: 1, parent: 1, suffix: "/x", uri: "")] }
    for _ in 0..<2 {
      try await store.apply(page)
      #expect(try stored() == "a|heron\nb|\n")
    }
    #expect(store.position.clock == ClockMessage(index: "one", sequence: 1))
    #expect(try server.run("SELECT id, parent, suffix FROM sitta.folder") == "2|1|/x\n")
    let found = "SELECT count(*) FROM sitta.content WHERE words @@ '''heron'''::tsquery"
    #expect(try server.run(found) == "1\n")
  }

  @Test func `What is older changes nothing, and a number is used again`() async throws {
    let store = try await open()
    try await store.apply(Self.changes([FakeIndex.document(1, at: 5, "new", "five")], upTo: 5))
    try await store.apply(Self.changes([FakeIndex.document(1, at: 3, "old", "three")], upTo: 5))
    #expect(try stored() == "new|five\n")
    // A removal before the document was written, and one after it.
    try await store.apply(
      Self.changes(upTo: 6) { $0.removed = [RemovalMessage(id: 1, sequence: 4)] })
    #expect(try stored() == "new|five\n")
    try await store.apply(
      Self.changes(upTo: 7) { $0.removed = [RemovalMessage(id: 1, sequence: 7)] })
    #expect(try stored() == "")
    #expect(try server.run("SELECT count(*) FROM sitta.content") == "0\n")
  }

  @Test func `Two feeds of one source exclude each other, and others do not`() async throws {
    let first = try await open()
    await #expect(throws: FeedStore.Refusal.otherFeed(source: "nas")) {
      _ = try await FeedStore.open("nas", over: connect())
    }
    let other = try await FeedStore.open("desk", over: connect())
    try await other.apply(Self.changes([FakeIndex.document(1, at: 1, "o", "other")], upTo: 1))
    try await first.apply(Self.changes([FakeIndex.document(1, at: 1, "f", "first")], upTo: 1))
    #expect(try stored() == "f|first\no|other\n")
  }

  @Test func `A database that was restored is noticed`() async throws {
    let store = try await open()
    try await store.apply(Self.changes([FakeIndex.document(1, at: 1, "a", "x")], upTo: 1))
    try server.run("UPDATE sitta.source SET commit_number = 0")
    await #expect(throws: FeedStore.Refusal.changed(source: "nas")) {
      try await store.checkPosition()
    }
    await #expect(throws: FeedStore.Refusal.changed(source: "nas")) {
      try await store.apply(Self.changes([FakeIndex.document(2, at: 2, "b", "y")], upTo: 2))
    }
    #expect(try stored() == "a|x\n")
  }

  @Test func `A document that the server refuses stops no other`() async throws {
    let store = try await open()
    try server.run("ALTER TABLE sitta.content ADD CONSTRAINT refused CHECK (body <> 'bad')")
    try await store.apply(
      Self.changes(
        [FakeIndex.document(1, at: 1, "a", "bad"), FakeIndex.document(2, at: 1, "b", "good")],
        upTo: 1))
    #expect(try stored() == "a|\nb|good\n")
  }

  @Test func `Tables of another version are named`() async throws {
    await #expect(throws: SharedSchema.Mismatch.older(missing: "copies of sources")) {
      _ = try await FeedStore.open("nas", over: connect())
    }
    _ = try await open()
    #expect(try await SharedSchema.setUp(connect()) == [])
    try server.run("INSERT INTO sitta.migration(name) VALUES ('of tomorrow')")
    await #expect(throws: SharedSchema.Mismatch.newer(unknown: "of tomorrow")) {
      _ = try await FeedStore.open("other", over: connect())
    }
    await #expect(throws: SharedSchema.Mismatch.newer(unknown: "of tomorrow")) {
      _ = try await SharedSchema.setUp(connect())
    }
  }

  @Test func `The role of feeds suffices, and no other role reads anything`() async throws {
    _ = try await open()
    try server.run(
      "CREATE ROLE feeder LOGIN IN ROLE sitta_feed; CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA sitta TO guest"
    )
    let parameters = "host=\(server.folder) dbname=postgres"
    let connection = try await PostgreSQLConnection.open(
      "\(parameters) user=feeder", on: tasks.loop, within: .seconds(60), timeout: .seconds(60))
    let store = try await FeedStore.open("desk", over: connection)
    try await store.apply(Self.changes([FakeIndex.document(1, at: 1, "a", "x")], upTo: 1))
    #expect(try stored() == "a|x\n")
    let guest = try await PostgreSQLConnection.open(
      "\(parameters) user=guest", on: tasks.loop, within: .seconds(60), timeout: .seconds(60))
    for table in ["source", "folder", "document", "content"] {
      await #expect(throws: PostgreSQLError.self) {
        try await guest.run("SELECT * FROM sitta.\(table)")
      }
    }
  }
}
