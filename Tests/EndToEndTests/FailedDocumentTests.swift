import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// Documents that the index refuses, as it would one that is too long for SQLite.
@Suite(.timeLimit(.minutes(15)))
struct FailedDocumentTests {
  let home: TemporaryDirectory
  private var database: FilePath { home["state/index.sqlite"] }
  private var bad: FilePath { home["files/folder3/bad.md"] }

  init() throws {
    home = try TemporaryDirectory()
  }

  /// Makes an index without documents that refuses some of them, by a rule in the database itself.
  ///
  /// - Parameter condition: the refused rows, in SQL, by the row `NEW` of the table `document`.
  /// - Throws: where the daemon does not start, or the database cannot be written.
  func refuse(_ condition: String) throws {
    _ = try RunningDaemon(in: home).terminate()
    let refusal = "WHEN \(condition) BEGIN SELECT RAISE(ABORT, 'the nut is too big'); END"
    try Database(path: database.bytes).execute(
      """
      CREATE TRIGGER refused_new BEFORE INSERT ON document \(refusal);
      CREATE TRIGGER refused_old BEFORE UPDATE ON document \(refusal);
      """)
  }

  func allow() throws {
    try Database(path: database.bytes).execute("DROP TRIGGER refused_new; DROP TRIGGER refused_old")
  }

  func fill() throws -> Set<FilePath> {
    for number in 0..<300 { try home["files/folder\(number % 9)/\(number).txt"].write("acorn") }
    try bad.write("# Walnut Tree\n\nacorn kernel\n")
    return Set((0..<300).map { home["files/folder\($0 % 9)/\($0).txt"] })
  }

  private static let named = "NEW.name = CAST('bad.md' AS BLOB)"

  @Test func `One refused document keeps no other out, and is found by title and name`() throws {
    try refuse("\(Self.named) AND NEW.state = 0")
    let good = try fill()
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn") == good)
    #expect(try daemon.found("walnut") == [bad])
    #expect(try daemon.found("bad") == [bad])
    #expect(try daemon.found("kernel") == [])
    let status = try daemon.connect().status()
    #expect(status.failed == 1)
    #expect(status.documents == 301)
    #expect(status.warnings == [])
    let list = try daemon.sitta(["list", "--failed"])
    #expect(list.outputText == "\(bad)\n  Cannot be indexed: the nut is too big. (text 6)\n")
  }

  @Test func `A large document that is refused keeps no other out`() throws {
    try refuse("\(Self.named) AND NEW.state = 0")
    let good = try fill()
    try bad.append(String(repeating: "kernel acorn ", count: 60_000))
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn") == good)
    #expect(try daemon.found("walnut") == [bad])
    #expect(try daemon.found("kernel") == [])
    let status = try daemon.connect().status()
    #expect(status.failed == 1)
    #expect(status.warnings == [])
    try home["files/new.txt"].write("saved")
    #expect(try daemon.found("saved") == [home["files/new.txt"]])
  }

  @Test func `A document of which nothing but the name is taken is found by that`() throws {
    try refuse("\(Self.named) AND NEW.title IS NOT NULL")
    let good = try fill()
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn") == good)
    #expect(try daemon.found("bad") == [bad])
    #expect(try daemon.found("walnut") == [])
    #expect(try daemon.connect().status().failed == 1)
  }

  @Test func `It is tried again when it changes, and not before`() throws {
    try refuse("\(Self.named) AND NEW.state = 0")
    let good = try fill()
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn") == good)
    _ = try daemon.terminate()
    try allow()
    // Nothing keeps it out any more, but the daemon does not try.
    let next = try RunningDaemon(in: home)
    try bad.setPermissions(0o640)
    #expect(try next.found("acorn") == good)
    #expect(try next.connect().status().failed == 1)
    try bad.append("more\n")
    #expect(try next.found("acorn") == good.union([bad]))
    #expect(try next.connect().status().failed == 0)
  }

  @Test func `What a person saves meanwhile is found, though it is next to a refused one`() throws {
    try refuse("\(Self.named) AND NEW.state = 0")
    let daemon = try RunningDaemon(in: home)
    for round in 0..<5 {
      let good = home["files/good\(round).txt"]
      try bad.write("kernel\(round)")
      try good.write("saved\(round)")
      #expect(try daemon.found("saved\(round)") == [good])
      #expect(try daemon.found("bad") == [bad])
      #expect(try daemon.found("kernel\(round)") == [])
    }
    let old = home["files/old/a.txt"]
    try old.write("moved")
    #expect(try daemon.found("moved") == [old])
    // The rename is taken back with the refused document, and is not lost.
    try home["files/old"].rename(to: home["files/new"])
    try bad.write("kernel")
    #expect(try daemon.found("moved") == [home["files/new/a.txt"]])
  }

  @Test func `An index that refuses everything is tried again, and is right in the end`() throws {
    // Only the daemon can change its index; so files of another time are allowed: of 1999, not of
    // 2001.
    try refuse("NEW.modified > 1000000000000000000")
    let good = try fill()
    let daemon = try RunningDaemon(in: home)
    let warnings = try daemon.waitForStatus { !$0.warnings.isEmpty }.warnings
    #expect(
      warnings == [
        "The index cannot be written: constraint failed. Indexing pauses and is tried again; "
          + "searches go on."
      ])
    try Tool.run(
      "/usr/bin/find", "\(daemon.files)", "-type", "f", "-exec", "/usr/bin/touch", "-d",
      "1999-01-01",
      "{}", "+")
    // That the configuration is read again ends the pause after the error.
    _ = try daemon.connect().reload()
    #expect(try daemon.waitForStatus { $0.documents == 301 }.failed == 0)
    #expect(try daemon.found("acorn") == good.union([bad]))
    #expect(try daemon.connect().status().warnings == [])
  }

  @Test func `A document without text is found by its name until text arrives`() throws {
    let scan = home["files/scan.pdf"]
    try scan.write([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 3])
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("scan") == [scan])
    #expect(try daemon.connect().status().withoutText == 1)
    try scan.write("recognised letters")
    #expect(try daemon.found("recognised") == [scan])
    #expect(try daemon.connect().status().withoutText == 0)
  }

  @Test func `A document whose file was removed a moment ago is not shown`() throws {
    let good = try fill()
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn").isSuperset(of: good))
    let client = try daemon.connect()
    var parameters = SearchMethod.Parameters(query: "acorn")
    (parameters.limit, parameters.snippetWords) = (1_000, 0)
    for file in good.sorted().prefix(40) {
      try file.removeFile()
      let begin = ContinuousClock.now
      let hits = try client.search(parameters).hits
      // On a busy machine the file system may not answer in the time that the search waits for it.
      let isLate = begin.duration(to: .now) >= .milliseconds(100)
      #expect(isLate || !hits.contains { FilePath(uri: $0.document.uri) == file })
    }
  }
}
