import LinuxSystem
import PostgreSQL
import TestSupport
import Testing

/// The connection to a real server.
@Suite(.timeLimit(.minutes(5)))
struct PostgreSQLConnectionTests {
  let server: PostgreSQLServer
  let tasks: LoopTaskExecutor

  init() throws {
    (server, tasks) = (try PostgreSQLServer(), try LoopTaskExecutor(name: "sitta-test"))
  }

  private func open(
    _ parameters: String? = nil, timeout: Duration = .seconds(60)
  ) async throws -> PostgreSQLConnection {
    try await PostgreSQLConnection.open(
      parameters ?? server.connection(), on: tasks.loop, within: .seconds(60), timeout: timeout)
  }

  @Test func `Values come back as they were sent, also by COPY`() async throws {
    let connection = try await open()
    #expect(connection.serverVersion >= 150_000)
    let texts: [PostgreSQLValue] = [
      .text("a\tb\nc\\d\r'é"), .null, .text(""), .text("\\N"),
    ]
    let sent = try await connection.run("SELECT $1::text, $2::text, $3::text, $4::text", texts)
    #expect((0..<4).map { sent.text(0, $0) } == ["a\tb\nc\\d\r'é", nil, "", "\\N"])
    try await connection.runScript("CREATE TABLE a(n int, t text, b bytea, v tsvector)")
    var rows = CopyRows()
    for number in 0..<20_000 {
      rows.add([
        .integer(Int64(number)), texts[number % 4], .blob([0, 9, 10, 92, 255]),
        .text("'it''s \\\\':1A,2 'b':3"),
      ])
    }
    try await connection.copy(rows, into: "a(n, t, b, v)")
    let found = try await connection.run(
      "SELECT count(*), count(t), sum(n), min(encode(b, 'hex')), min(v::text) FROM a")
    #expect(found.integer(0, 0) == 20_000 && found.integer(0, 1) == 15_000)
    #expect(found.integer(0, 2) == 199_990_000 && found.text(0, 3) == "00090a5cff")
    #expect(found.text(0, 4) == "'b':3 'it''s \\\\':1A,2")
    let updated = try await connection.run("UPDATE a SET n = 1 WHERE n < $1", [.integer(7)])
    #expect(updated.affected == 7 && updated.count == 0)
  }

  @Test func `An error has its code, says what to do, and leaves the connection`() async throws {
    let connection = try await open()
    func error(_ body: () async throws -> Void) async -> PostgreSQLError? {
      do {
        try await body()
        return nil
      } catch { return error as? PostgreSQLError }
    }
    let missing = await error { try await connection.run("SELECT secret FROM nothing") }
    #expect(missing?.state == "42P01" && missing?.isBroken == false && missing?.isPassing == false)
    var rows = CopyRows()
    rows.add([.text("a letter to Ann")])
    try await connection.runScript("CREATE TABLE b(n int)")
    let wrong = await error { try await connection.copy(rows, into: "b(n)") }
    #expect(wrong?.isRefusal == true)
    let none = await error { try await connection.copy(rows, into: "nothing(n)") }
    #expect(none?.state == "42P01")
    #expect(try await connection.run("SELECT 1").integer(0, 0) == 1)
    let database = await error { _ = try await open(server.connection(to: "nowhere")) }
    #expect(database?.state == "3D000" && database?.remedy != nil, "\(database as Any)")
    let away = await error { _ = try await open("host=/nowhere user=root") }
    #expect(away?.state == nil && away?.isPassing == true, "\(away as Any)")
  }

  @Test func `A password that is wrong is said to be so`() async throws {
    try server.run("CREATE ROLE ann LOGIN PASSWORD 'right'")
    let rules = server.folder.appending("data").appending("pg_hba.conf")
    try rules.write("local all ann scram-sha-256\nlocal all all trust\n")
    try server.run("SELECT pg_reload_conf()")
    let parameters = "host=\(server.folder) user=ann dbname=postgres"
    do {
      _ = try await open("\(parameters) password=wrong")
      Issue.record("It is accepted.")
    } catch let error as PostgreSQLError {
      #expect(error.state == "28P01" && "\(error)".contains("~/.pgpass"), "\(error)")
    }
    _ = try await open("\(parameters) password=right")
  }

  @Test func `A server that does not answer is given up`() async throws {
    let connection = try await open(timeout: .milliseconds(200))
    await #expect(throws: PostgreSQLError(message: "It did not answer in time.")) {
      try await connection.run("SELECT pg_sleep(600)")
    }
    let other = try await open()
    try server.kill()
    // The processes of a server that was killed live on for a moment.
    await #expect(throws: PostgreSQLError.self) {
      while true { try await other.run("SELECT 1") }
    }
  }
}
