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
    let status = try daemon.connect().status()
    #expect(status.consumers?.map(\.name) == ["feed nas"])
    #expect(try run("--check").hasPrefix("nas\t\(status.clock.index):"))
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
