import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `sitta-gateway` in front of several databases, and of replicas.
@Suite(.timeLimit(.minutes(15)))
final class TeamDatabasesTests {
  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home.path.setPermissions(0o711)
  }

  private func daemon(_ texts: [String: String]) throws -> RunningDaemon {
    let folder = try TemporaryDirectory()
    let day = Int64(86_400)
    for (name, text) in texts {
      let file = folder["files/\(name)"]
      try file.write(text)
      // The database has the times of files in whole seconds; newer ones come first among equals.
      try file.setModified(
        FileTime(
          UnixTime(seconds: 1_767_225_600 + day * Int64(name.utf8.reduce(0) { $0 + Int($1) }))))
    }
    let daemon = try RunningDaemon(in: folder, configuration: "[Index]\nAccess=yes\n")
    try folder.path.setPermissions(0o711)
    try daemon.files.setPermissions(0o755)
    return daemon
  }

  private func gateway(_ name: String, _ sections: String) throws -> TeamProcess {
    try TeamProcess(
      .gateway, home["\(name).conf"], "[Gateway]\nSocket=\(home["\(name)/socket"])\n\(sections)")
  }

  private func connect(_ name: String) throws -> SearchClient {
    try TeamProcess.connect(to: home["\(name)/socket"])
  }

  private static let letters = [
    "a.txt": "The grey heron stands at the lake.\n", "b.txt": "A heron and a duck.\n",
    "c.txt": "Nothing but water.\n", "sub/d.txt": "A lake without a bird, but with a heron.\n",
  ]
  private static let archive = [
    "e.txt": "Herons, herons, herons.\n", "f.txt": "The duck sleeps at the lake.\n",
    "g.md": "# Herons\n\nAll about a grey bird.\n", "sub/h.txt": "Der Reiher am See.\n",
  ]

  private func search(_ client: SearchClient, _ query: String) throws -> SearchMethod.Reply {
    var parameters = SearchMethod.Parameters(query: query)
    (parameters.limit, parameters.facets) = (50, [.type, .folder])
    return try client.search(parameters)
  }

  @Test func `Two databases are searched like one, and one of them without the other`() throws {
    let (near, far) = (try daemon(Self.letters), try daemon(Self.archive))
    let (first, second) = (try PostgreSQLServer(), try PostgreSQLServer())
    let both = try PostgreSQLServer()
    var feeds: [TeamProcess] = []
    for (name, daemon, server) in [
      ("near", near, first), ("far", far, second), ("near", near, both), ("far", far, both),
    ] {
      feeds.append(try TeamProcess.feed(name, of: daemon, into: server))
      try TeamProcess.wait(for: name, of: daemon, in: server)
    }
    let gateways = [
      try gateway(
        "two",
        """
        [Database letters]
        Connection=\(first.connection())
        [Database archive]
        Connection=\(second.connection())
        """), try gateway("one", "Connection=\(both.connection())\n"),
    ]
    let (two, one) = (try connect("two"), try connect("one"))
    let queries = [
      "heron", "grey heron lake", "duck", "her*", "Reiher", "in:sub", "ext:md", "-heron",
      "lake duck",
      "\"grey heron\"", "nothingatall",
    ]
    for query in queries {
      let (found, expected) = (try search(two, query), try search(one, query))
      #expect(found.hits.map(\.document.uri) == expected.hits.map(\.document.uri), "\(query)")
      #expect(found.hits.map(\.score) == expected.hits.map(\.score), "\(query)")
      #expect(found.count == expected.count && found.partial == expected.partial, "\(query)")
      #expect(found.facets == expected.facets, "\(query)")
      #expect(found.warnings == expected.warnings, "\(query)")
    }
    for order in ["name", "size", "modified"] {
      var parameters = SearchMethod.Parameters(query: "heron OR duck OR lake")
      parameters.order = SearchOrder(rawValue: order)
      let (found, expected) = (try two.search(parameters), try one.search(parameters))
      #expect(found.hits.count == 6)
      #expect(found.hits.map(\.document.uri) == expected.hits.map(\.document.uri), "\(order)")
    }
    var (list, listed) = (ListMethod.Parameters(), [String]())
    list.limit = 3
    while true {
      let page = try two.list(list)
      listed += page.documents.map(\.name)
      guard let next = page.next else { break }
      list.after = next
    }
    #expect(listed.count == 8 && Set(listed).count == 8)
    #expect(try two.suggest(SuggestMethod.Parameters(text: "her")).completions.count == 2)

    try second.kill()
    let left = try search(two, "heron OR duck")
    #expect(Set(left.hits.map(\.document.name)) == ["a.txt", "b.txt", "d.txt"])
    #expect(left.warnings.contains { $0.hasPrefix("The database 'archive' of the team does not") })
    #expect(try two.count(CountMethod.Parameters(query: "duck")).complete == false)
    #expect(try two.status().warnings.contains { $0.contains("'archive'") })
    #expect(throws: SearchFailure.self) { _ = try two.list(ListMethod.Parameters()) }
    let file = "\(far.files.appending("e.txt"))"
    #expect(throws: SearchFailure.self) { _ = try two.read(ReadMethod.Parameters(uri: file)) }
    try second.start()
    try TeamProcess.wait("The database does not come back.") {
      try search(two, "heron OR duck").hits.count == 6
    }
    #expect(try search(two, "heron").warnings.isEmpty)
    #expect(try two.read(ReadMethod.Parameters(uri: file)).text == "Herons, herons, herons.\n")
    withExtendedLifetime((feeds, gateways)) {}
  }

  @Test func `A database that hangs costs half of the time of a search, once`() throws {
    let near = try daemon(Self.letters)
    let server = try PostgreSQLServer()
    let feed = try TeamProcess.feed("near", of: near, into: server)
    try TeamProcess.wait(for: "near", of: near, in: server)
    // It takes connections, and never answers.
    let silent = home["silent"]
    try silent.makeDirectory()
    let listener = try UnixSocket.listen(at: silent.appending(".s.PGSQL.5432"))
    let gateway = try gateway(
      "hung",
      """
      [Database near]
      Connection=\(server.connection())
      [Database hung]
      Connection=host=\(silent) user=root dbname=postgres
      """)
    let client = try connect("hung")
    for _ in 0..<3 {
      let found = try search(client, "heron")
      #expect(found.hits.count == 3)
      #expect(found.warnings.contains { $0.contains("'hung'") })
    }
    withExtendedLifetime((feed, gateway)) {}
    withExtendedLifetime(listener) {}
  }

  @Test func `A replica is searched while it follows, and when the primary is gone`() throws {
    let near = try daemon(Self.letters)
    let primary = try PostgreSQLServer()
    let feed = try TeamProcess.feed("near", of: near, into: primary)
    try TeamProcess.wait(for: "near", of: near, in: primary)
    let replica = try PostgreSQLServer(replicaOf: primary)
    let gateway = try gateway(
      "replica",
      """
      Connection=\(primary.connection(options: "application_name=to-primary"))
      Replica=\(replica.connection(options: "application_name=to-replica"))
      LongestLag=1
      """)
    let client = try connect("replica")
    #expect(try search(client, "heron").hits.count == 3)
    // The last statement of each worker: of the primary, only its state is asked, and readers are told to it.
    func searches(_ server: PostgreSQLServer) throws -> Bool {
      let sql = """
        SELECT count(*) > 0 FROM pg_stat_activity
        WHERE application_name LIKE 'to-%' AND query !~ 'sources[(]|introduce|set_config'
        """
      return try server.run(sql) == "t\n"
    }
    #expect(try searches(replica) && !searches(primary))
    // A replica that stands still is given up, so a new file is found.
    try replica.run("SELECT pg_wal_replay_pause()")
    try near.home["files/new.txt"].write("A kingfisher.\n")
    try TeamProcess.wait("The new file is not found.") {
      try search(client, "kingfisher").hits.count == 1
    }
    #expect(try replica.run("SELECT count(*) FROM sitta.document WHERE name = 'new.txt'") == "0\n")
    try replica.run("SELECT pg_wal_replay_resume()")
    try TeamProcess.wait("The replica does not follow.") {
      try replica.run("SELECT count(*) FROM sitta.document WHERE name = 'new.txt'") == "1\n"
    }
    try primary.kill()
    try TeamProcess.wait("The replica does not answer.") {
      try search(client, "kingfisher").hits.count == 1
    }
    #expect(try search(client, "heron").hits.count == 3)
    withExtendedLifetime((feed, gateway)) {}
  }
}
