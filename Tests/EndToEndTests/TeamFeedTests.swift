import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `sitta-feed` between a real daemon and a real server.
@Suite(.timeLimit(.minutes(15)))
final class TeamFeedTests {
  let daemon: RunningDaemon
  let server: PostgreSQLServer
  private var feed: ChildProcess?

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    server = try PostgreSQLServer()
    try daemon.home["feed.conf"].write(
      "[Feed]\nConnection=\(server.connection())\nSource=nas\nSocket=\(daemon.socket)\n")
    #expect(try run("--set-up").hasPrefix("Done: copies of sources.\n"))
  }

  private func command(_ words: [String]) throws -> ChildProcess.Command {
    ChildProcess.Command(
      try Binary.feed.path,
      (["--config", "\(daemon.home["feed.conf"])"] + words).map { Array($0.utf8) })
  }

  private func run(_ words: String...) throws -> String {
    let report = try ChildProcess.run(command(words), until: .now + .seconds(60))
    #expect(report.ending == .exited(0), "\(report.errorText)")
    return report.outputText
  }

  private func startFeed() throws { feed = try ChildProcess(command([])) }

  private func killFeed() throws {
    try feed?.send(signal: 9)
    _ = try feed?.wait(until: .now + .seconds(60))
  }

  /// The paths below the root and the texts of all documents, as the database has them.
  private func stored() throws -> Set<String> {
    let rows = try server.run(
      """
      WITH RECURSIVE place(id, path) AS (
        SELECT 1::bigint, ''
        UNION ALL SELECT f.id, p.path || f.suffix FROM sitta.folder f JOIN place p ON f.parent = p.id
      )
      SELECT p.path || d.suffix || ' ' || trim(c.body, E'\\n') FROM sitta.document d
      JOIN sitta.content c USING (source, id) JOIN place p ON p.id = d.folder
      """)
    return Set(rows.split(separator: "\n").map(String.init))
  }

  /// Waits until the database has just these files, and nothing else.
  private func waitFor(_ files: [String: String]) throws {
    let expected = Set(files.map { "\(daemon.files)/\($0.key) \($0.value)" })
    let end = ContinuousClock.now + .seconds(120)
    while try stored() != expected {
      guard .now < end else {
        #expect(try stored() == expected)
        return
      }
    }
  }

  @Test func `The database has what the disk has, whatever is killed`() throws {
    var files: [String: String] = [:]
    func write(_ name: String, _ text: String) throws {
      try daemon.files.appending(name).write("\(text)\n")
      files[name] = text
    }
    try write("a.txt", "heron")
    try startFeed()
    try waitFor(files)
    for round in 0..<6 {
      for number in 0..<20 { try write("\(number).txt", "round \(round) of \(number)") }
      // In the midst of it, one of both.
      if round % 2 == 0 { try killFeed() } else { try server.kill() }
      try write("after.txt", "after \(round)")
      try daemon.files.appending("\(round).txt").removeFile()
      files["\(round).txt"] = nil
      if round % 2 == 0 { try startFeed() } else { try server.start() }
      try waitFor(files)
    }
    try daemon.wait { try daemon.connect().status().consumers?.first?.commits == 0 }
    let status = try daemon.connect().status()
    #expect(status.consumers?.map(\.name) == ["feed nas"] && status.consumers?.first?.lag == 0)
    #expect(try run("--check").hasPrefix("nas\t\(status.clock.index):"))
    try killFeed()
    try write("later.txt", "later")
    _ = try daemon.listed()
    #expect((try daemon.connect().status().consumers?.first?.commits ?? 0) > 0)
    #expect(try daemon.sitta(["status"]).outputText.contains("and lacks"))
  }

  @Test func `A database that differs is mended by a comparison, with what differs`() throws {
    var files: [String: String] = [:]
    for number in 0..<60 {
      files["\(number).txt"] = "heron \(number)"
      try daemon.files.appending("\(number).txt").write("heron \(number)\n")
    }
    try startFeed()
    try waitFor(files)
    try server.run(
      """
      CREATE TABLE written(id bigint);
      GRANT ALL ON written TO PUBLIC;
      CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO public.written VALUES (NEW.id); RETURN NEW; END $$;
      CREATE TRIGGER note AFTER INSERT OR UPDATE ON sitta.content FOR EACH ROW EXECUTE FUNCTION public.note()
      """)
    // As a day later; the feed sees that the row was changed, and reads it again.
    let damage = """
      DELETE FROM sitta.document WHERE name = '7.txt';
      UPDATE sitta.document SET digest = 'wrong' WHERE name = '11.txt'
      """
    try server.run("\(damage); UPDATE sitta.source SET compared = now() - interval '25 hours'")
    try waitFor(files)
    try daemon.wait { try server.run("SELECT count(*) FROM written") == "2\n" }
    // A clock that the daemon has never had.
    try server.run("\(damage); UPDATE sitta.source SET commit_number = commit_number + 1000000000")
    try daemon.wait {
      try server.run("SELECT generation = complete AND generation = 2 FROM sitta.source") == "t\n"
    }
    #expect(try server.run("SELECT count(*) FROM written") == "4\n")
    #expect(try server.run("SELECT count(*) FROM sitta.document WHERE digest = 'wrong'") == "0\n")
    try waitFor(files)
    try killFeed()
  }

  @Test func `A restored database gets what it lacks, and a new index replaces the old one`() throws
  {
    try daemon.files.appending("d").makeDirectory()
    try daemon.files.appending("d").appending("a.txt").write("heron\n")
    try startFeed()
    try waitFor(["d/a.txt": "heron"])
    // The backup of before the next changes.
    try server.run("CREATE TABLE backup AS SELECT * FROM sitta.source")
    try daemon.files.appending("b.txt").write("bittern\n")
    try daemon.files.appending("d").rename(to: daemon.files.appending("e"))
    try waitFor(["e/a.txt": "heron", "b.txt": "bittern"])
    try server.run(
      """
      UPDATE sitta.source s SET commit_number = b.commit_number FROM backup b WHERE s.id = b.id;
      DELETE FROM sitta.document WHERE name = 'b.txt'
      """)
    try waitFor(["e/a.txt": "heron", "b.txt": "bittern"])
    #expect(try daemon.sitta(["rebuild"]).ending == .exited(0))
    try daemon.files.appending("c.txt").write("crane\n")
    try waitFor(["e/a.txt": "heron", "b.txt": "bittern", "c.txt": "crane"])
    try daemon.waitForStatus { $0.rebuild == nil && $0.state == .idle }
    try waitFor(["e/a.txt": "heron", "b.txt": "bittern", "c.txt": "crane"])
    try killFeed()
  }
}
