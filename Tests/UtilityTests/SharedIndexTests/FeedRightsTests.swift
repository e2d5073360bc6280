import LinuxSystem
import PostgreSQL
import SearchInterface
import SharedIndex
import TestSupport
import Testing

/// Who finds a document, as the rules of a source say.
///
/// The reader is the user `nobody`, whom each machine has.
@Suite(.timeLimit(.minutes(5)))
struct FeedRightsTests {
  let server: PostgreSQLServer
  let tasks: LoopTaskExecutor
  let store: FeedStore
  private static let reader = "nobody"
  private static let open = "0:0:u::--x,g::--x,o::--x"
  private static let closed = "0:0:u::--x,g::---,o::---"
  private static let readable = "0:0:u::r--,g::---,o::r--"
  private static let unreadable = "0:0:u::r--,g::---,o::---"

  init() async throws {
    (server, tasks) = (try PostgreSQLServer(), try LoopTaskExecutor(name: "sitta-test"))
    let (server, tasks) = (server, tasks)
    func connect() async throws -> PostgreSQLConnection {
      try await PostgreSQLConnection.open(
        server.connection(), on: tasks.loop, within: .seconds(60), timeout: .seconds(60))
    }
    _ = try await SharedSchema.setUp(connect())
    try server.run("INSERT INTO sitta.login(name) VALUES ('\(Self.reader)')")
    store = try await FeedStore.open("nas", over: connect())
  }

  private static func folder(
    _ id: Int, _ access: String?, in parent: Int = 1, at sequence: Int = 1, suffix: String? = nil
  ) -> ChangedFolderMessage {
    ChangedFolderMessage(
      id: id, sequence: sequence, parent: parent, suffix: suffix ?? "/\(id)", uri: "",
      access: access)
  }

  private static func document(
    _ name: String, _ access: String?, in folder: Int = 2, at sequence: Int = 1
  ) -> ChangedDocumentMessage {
    let message = DocumentMessage(
      uri: "file:///\(name)", name: name, modified: "2026-01-01T00:00:00Z", size: 1,
      type: "text/plain", tags: [], state: .complete)
    return ChangedDocumentMessage(
      id: name.utf8.reduce(0) { $0 * 256 + Int($1) }, sequence: sequence, folder: folder,
      suffix: "/\(name)", document: message, text: "heron", access: access)
  }

  private func apply(
    _ folders: [ChangedFolderMessage], _ documents: [ChangedDocumentMessage] = [],
    upTo sequence: Int = 1
  ) async throws {
    try await store.apply(
      ChangesMethod.Reply(
        removed: [], removedFolders: [], folders: folders, documents: documents,
        clock: ClockMessage(index: "one", sequence: sequence), more: false, current: true))
  }

  /// The names of the documents that the reader finds.
  private func found(
    by login: String = reader, meeting condition: String = #"{"all":[]}"#
  ) throws -> String {
    let request = #"{"condition":\#(condition),"order":"name","most":9,"keep":9}"#
    return try server.run(
      """
      SELECT string_agg(d.name, ' ' ORDER BY d.name) FROM sitta.find('\(login)', '\(request)') f
      JOIN sitta.document d USING (source, id)
      """
    ).filter { $0 != "\n" }
  }

  @Test(
    arguments: [
      (open, readable, true), (open, unreadable, false), (closed, readable, false),
      (open, nil, false), (nil, readable, false), ("nonsense", readable, false),
      (open, "nonsense", false), (open, "inherited", true), (unreadable, "inherited", false),
      (readable, "inherited", true), ("inherited", readable, true),
    ] as [(String?, String?, Bool)])
  func `A document is found if its rule and those of its folders let the reader`(
    _ folder: String?, _ document: String?, _ isFound: Bool
  ) async throws {
    try await apply([Self.folder(2, folder)], [Self.document("a", document)])
    #expect(try found() == (isFound ? "a" : ""))
    #expect(try found(by: "a-login-that-nobody-has") == "")
  }

  @Test func `Folders can come after what is in them`() async throws {
    try await apply([], [Self.document("a", Self.readable, in: 3)])
    try await apply([Self.folder(3, Self.open, in: 2)])
    #expect(try found() == "")
    try await apply([Self.folder(2, Self.open)])
    #expect(try found() == "a")
  }

  @Test func `A folder that changes, or moves, changes what is below it`() async throws {
    try await apply(
      [Self.folder(2, Self.open), Self.folder(3, Self.open, in: 2), Self.folder(4, Self.closed)],
      [Self.document("a", Self.readable, in: 3), Self.document("b", Self.readable, in: 2)])
    #expect(try found() == "a b")
    try await apply([Self.folder(2, Self.closed, at: 2)], upTo: 2)
    #expect(try found() == "")
    // Both at once, the inner one first.
    try await apply(
      [Self.folder(3, Self.closed, in: 2, at: 3), Self.folder(2, Self.open, at: 3)], upTo: 3)
    #expect(try found() == "b")
    try await apply([Self.folder(3, Self.open, in: 2, at: 4)], upTo: 4)
    #expect(try found() == "a b")
    try await apply([Self.folder(3, Self.open, in: 4, at: 5)], upTo: 5)
    #expect(try found() == "b")
    // An older row does not bring a right back.
    try await apply([Self.folder(3, Self.open, in: 2, at: 4)], upTo: 5)
    #expect(try found() == "b")
  }

  @Test func `What is below a folder that is away is found only if it is wanted`() async throws {
    var away = Self.folder(2, Self.open)
    away.away = true
    try await apply(
      [away, Self.folder(3, Self.open, in: 2), Self.folder(4, Self.open)],
      [Self.document("a", Self.readable, in: 3), Self.document("b", Self.readable, in: 4)])
    #expect(try found() == "a b")
    #expect(try found(meeting: #"{"not":{"away":true}}"#) == "b")
    #expect(try found(meeting: #"{"away":true}"#) == "a")
    try await apply([Self.folder(2, Self.open, at: 2)], upTo: 2)
    #expect(try found(meeting: #"{"not":{"away":true}}"#) == "a b")
    #expect(try found(meeting: #"{"away":true}"#) == "")
  }

  @Test func `A new login finds what it may read once its readers are computed`() async throws {
    try server.run("DELETE FROM sitta.login")
    try await apply([Self.folder(2, Self.open)], [Self.document("a", Self.readable)])
    #expect(try found() == "")
    #expect(try server.run("SELECT sitta.introduce('\(Self.reader)')") == "f\n")
    try await store.updateReaders()
    #expect(try found() == "a")
    #expect(try server.run("SELECT sitta.introduce('\(Self.reader)')") == "t\n")
  }

  @Test func `A rule of any length is kept`() async throws {
    let users = (1...2_000).map { "u:\($0):r--" }.joined(separator: ",")
    let rule = "0:0:u::r--,\(users),g::---,m::r--,o::r--"
    try await apply([Self.folder(2, Self.open)], [Self.document("a", rule)])
    #expect(try found() == "a")
  }

  @Test func `A reader who connects to the database gets nothing else`() async throws {
    try await apply(
      [Self.folder(2, Self.open)],
      [Self.document("a", Self.readable), Self.document("b", Self.unreadable)])
    try server.run("CREATE ROLE \(Self.reader) LOGIN IN ROLE sitta_reader")
    let reader = try await PostgreSQLConnection.open(
      "host=\(server.folder) user=\(Self.reader) dbname=postgres", on: tasks.loop,
      within: .seconds(60), timeout: .seconds(60))
    #expect(try await reader.run("SELECT name FROM sitta.document").text(0, 0) == "a")
    #expect(try await reader.run("SELECT count(*) FROM sitta.content").integer(0, 0) == 1)
    let request = #"{"condition":{"words":"'heron'"},"order":"name","most":9,"keep":9}"#
    let find = "SELECT count(*) FROM sitta.find($1, $2)"
    let own = try await reader.run(find, [.text(Self.reader), .text(request)])
    #expect(own.integer(0, 0) == 1)
    for refused in [
      "SELECT * FROM sitta.find('root', '\(request.replacing("'", with: "''"))')",
      "SELECT * FROM sitta.documents('root', '{1}', '{97}', 99, 9, '{}')",
      "SELECT * FROM sitta.folder", "SELECT * FROM sitta.word", "SELECT * FROM sitta.reader",
      "SELECT sitta.frequencies('{heron}')", "SELECT * FROM sitta.words_after(0, 9)",
      "SELECT * FROM sitta.parents('{1}', '{2}')", "UPDATE sitta.document SET readers = 1",
      "SELECT * FROM sitta.below('[[null]]')",
    ] {
      do {
        try await reader.run(refused)
        Issue.record("\(refused)")
      } catch {
        #expect(error.state == "42501", "\(refused): \(error)")
      }
    }
  }

  @Test func `No text of a request becomes a part of a statement`() async throws {
    try await apply([Self.folder(2, Self.open)], [Self.document("b", Self.unreadable)])
    let injection = "x') OR true) --"
    for condition in [
      #"{"name":"\#(injection)"}"#, #"{"type":"\#(injection)"}"#, #"{"language":"\#(injection)"}"#,
      #"{"path":"\#(injection)"}"#, #"{"below":[["\#(injection)"]]}"#, #"{"\#(injection)":1}"#,
      #"{"at":[null,"\#(injection)"]}"#, #"{"any":[{"not":{"all":[]}},{"all":[]}]}"#,
    ] {
      let request = #"{"condition":\#(condition),"order":"name","most":9,"keep":9}"#
        .replacing("'", with: "''")
      let sql = "SELECT count(*) FROM sitta.find('\(Self.reader)', '\(request)')"
      // A regular expression that is none is an error.
      let count = try? server.run(sql)
      #expect(count == nil || count == "0\n", "\(condition)")
    }
    for value in ["1) OR (true", "1; DROP TABLE sitta.word"] {
      let request = #"{"condition":{"size":["\#(value)",null]},"order":"name","most":9,"keep":9}"#
      #expect(throws: PostgreSQLServer.Failure.self) {
        try server.run("SELECT * FROM sitta.find('\(Self.reader)', '\(request)')")
      }
    }
    #expect(try server.run("SELECT count(*) FROM sitta.document") == "1\n")
  }
}
