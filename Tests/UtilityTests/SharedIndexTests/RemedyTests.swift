import LinuxSystem
import PostgreSQL
import SearchInterface
import SharedIndex
import TestSupport
import Testing

/// What a person reads when a database cannot be written: one sentence of the server, and what to do.
@Suite(.timeLimit(.minutes(5)))
struct RemedyTests {
  let server: PostgreSQLServer
  let tasks: LoopTaskExecutor

  init() throws {
    (server, tasks) = (try PostgreSQLServer(), try LoopTaskExecutor(name: "sitta-test"))
  }

  /// The sentence about the failure of a feed that opens its source, and writes.
  private func sentence(_ parameters: String? = nil) async -> String {
    do {
      let connection = try await PostgreSQLConnection.open(
        parameters ?? server.connection(), on: tasks.loop, within: .seconds(60),
        timeout: .seconds(60))
      let store = try await FeedStore.open("nas", over: connection)
      let index = FakeIndex()
      index.put(FakeIndex.document(1, at: 1, "a", "heron"))
      try await store.apply(index.everything)
      return "It works."
    } catch { return "\(error)" }
  }

  private func setUp() async throws {
    let connection = try await PostgreSQLConnection.open(
      server.connection(), on: tasks.loop, within: .seconds(60), timeout: .seconds(60))
    _ = try await SharedSchema.setUp(connection)
  }

  private var data: FilePath { server.folder.appending("data") }

  /// Lets the server ask a role for its password.
  private func askForPasswords() throws {
    try server.run("CREATE ROLE ann LOGIN PASSWORD 'right'")
    try data.appending("pg_hba.conf").write("local all ann scram-sha-256\nlocal all all trust\n")
    try server.run("SELECT pg_reload_conf()")
  }

  private func parameters(_ more: String) -> String {
    "host=\(server.folder) dbname=postgres \(more)"
  }

  @Test func `Passwords`() async throws {
    try askForPasswords()
    let none = await sentence(parameters("user=ann passfile=/nowhere"))
    #expect(none.contains("no password supplied"), "\(none)")
    #expect(
      none.hasSuffix(
        "Write the password into ~/.pgpass (mode 0600) of the user who runs this program."))
    let wrong = await sentence(parameters("user=ann password=wrong"))
    #expect(
      wrong.contains("password authentication failed")
        && wrong.contains("Check the user, and the password in"))
    #expect(!wrong.contains("wrong"))
    // A line that pg_hba.conf does not have, and a database that is not there.
    try data.appending("pg_hba.conf").write("local all root trust\n")
    try server.run("SELECT pg_reload_conf()")
    #expect(
      await sentence(parameters("user=ann")).contains("or the line of the server in pg_hba.conf."))
    let database = await sentence("host=\(server.folder) user=root dbname=nowhere")
    #expect(database.hasSuffix("Create the database, or name another one in Connection=."))
  }

  @Test func `Tables and rights`() async throws {
    #expect(await sentence().hasSuffix("Run 'sitta-feed --set-up' as the owner of the database."))
    try await setUp()
    try server.run("CREATE ROLE guest LOGIN")
    let guest = await sentence(parameters("user=guest"))
    #expect(guest.contains("sitta-feed needs the role sitta_feed"), "\(guest)")
    #expect(await sentence() == "It works.")
    try server.run("INSERT INTO sitta.migration(name) VALUES ('of tomorrow')")
    #expect(
      await sentence().hasSuffix("Install the version of Sitta that the database was set up with."))
  }

  @Test func `A full disk, a replica and a server that is away`() async throws {
    try await setUp()
    try server.run(
      """
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file "base/5/16384": No space left on device' USING ERRCODE = '53100';
      END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON sitta.content EXECUTE FUNCTION full_disk()
      """)
    let full = await sentence()
    #expect(full.hasSuffix("make room there. Nothing is lost, the feed goes on then."), "\(full)")
    try server.run("DROP TRIGGER full_disk ON sitta.content")
    #expect(await sentence() == "It works.")
    try server.run("ALTER ROLE root SET default_transaction_read_only = on")
    let replica = await sentence()
    #expect(
      replica.contains("This server is a replica: name the primary in Connection="), "\(replica)")
    try server.kill()
    let away = await sentence()
    #expect(
      away.hasSuffix("Start the server, or correct host= and port= in Connection=."), "\(away)")
    #expect(await sentence("host=nowhere.invalid").hasSuffix("Correct host= in Connection=."))
  }

  @Test func `Encryption`() async throws {
    try await setUp()
    let port = 20_000 + Int(ProcessEnvironment.processNumber) % 10_000
    func sentence(_ more: String) async -> String {
      await self.sentence(
        "hostaddr=127.0.0.1 port=\(port) user=root dbname=postgres sslmode=verify-full \(more)")
    }
    let end = "or set sslmode= if you trust the network."
    let certificate = data.appending("server.crt")
    try server.startListening(on: port, encrypted: false)
    let refused = await sentence("host=db.example sslrootcert=\(certificate)")
    #expect(refused.contains("does not support SSL") && refused.hasSuffix(end), "\(refused)")
    try server.startListening(on: port, encrypted: true)
    let unknown = await sentence("host=db.example sslrootcert=/etc/ssl/certs/ca-certificates.crt")
    #expect(unknown.contains("certificate verify failed") && unknown.hasSuffix(end), "\(unknown)")
    let other = await sentence("host=other.example sslrootcert=\(certificate)")
    #expect(other.contains("does not match host name") && other.hasSuffix(end), "\(other)")
    #expect(await sentence("host=db.example sslrootcert=\(certificate)") == "It works.")
    let missing = await sentence("host=db.example sslrootcert=/nowhere")
    #expect(missing.contains("certificate file") && missing.hasSuffix(end), "\(missing)")
  }
}
