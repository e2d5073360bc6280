import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport
import Testing

/// Faults of the index that must not be blamed on documents, and files of it by other names.
@Suite(.timeLimit(.minutes(15)))
struct BlamelessDocumentTests {
  let home: TemporaryDirectory
  private var database: FilePath { home["state/index.sqlite"] }

  init() throws {
    home = try TemporaryDirectory()
    for number in 0..<60 {
      try home["files/\(number).txt"].write("# Nut \(number)\n\nacorn word\(number)\n")
    }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn").count == 60)
    #expect(try daemon.terminate().ending == .exited(0))
  }

  @Test(arguments: [
    "DROP TABLE stem", "DROP VIEW searchable", "DROP TABLE body",
    "DROP TABLE language",
  ])
  func `An index that misses a table is built anew, and no document is failed`(sql: String) throws {
    try Database(path: database.bytes).execute(sql)
    let daemon = try RunningDaemon(in: home)
    for number in 0..<60 where number.isMultiple(of: 2) {
      try home["files/\(number).txt"].write("# Nut \(number)\n\nacorn changed\(number)\n")
    }
    #expect(try daemon.found("acorn").count == 60)
    #expect(try daemon.found("changed8") == [home["files/8.txt"]])
    let status = try daemon.connect().status()
    #expect(status.failed == 0)
    #expect(status.documents == 60)
    #expect(status.warnings == [])
    #expect(status.recoveries.map(\.action) == [.file])
  }

  /// SQLite waits for the lock, twice 5 s, which other tests use.
  @BlockingThread @Test func `An index that another program has open is waited for`() throws {
    let other = try Database(path: database.bytes, access: .readOnly)
    try other.execute("BEGIN; SELECT count(*) FROM document")
    let daemon = try RunningDaemon(in: home)
    let sentence = "another program has '\(database)' open"
    try daemon.waitForStatus { $0.warnings.contains { $0.contains(sentence) } }
    try other.execute("ROLLBACK; PRAGMA journal_mode")
    _ = consume other
    // That the configuration is read again ends the pause after the error.
    _ = try daemon.connect().reload()
    #expect(try daemon.found("acorn").count == 60)
  }

  @Test func `The status is told though no reader can be opened`() throws {
    let daemon = try RunningDaemon(in: home)
    try database.removeFile()
    let status = try daemon.connect().status()
    #expect(status.process == daemon.process.number)
    #expect(status.warnings.contains { $0.contains("could not be counted") }, "\(status.warnings)")
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/sqlite3")))
  func `Other names of the index's files are no documents and let no lock go`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("acorn").count == 60)
    for name in ["index.sqlite", "index.sqlite-wal", "lock"] {
      try home["files/\(name).txt"].makeHardLink(to: home["state/\(name)"])
    }
    #expect(try daemon.listed().count == 60)
    let report = try ChildProcess.run(
      ChildProcess.Command(
        try #require(FilePath(absolute: "/usr/bin/sqlite3")),
        ["\(database)", "SELECT count(*) FROM document"].map { Array($0.utf8) }),
      until: .now + .seconds(20))
    #expect(report.errorText.contains("locked"), "\(report.outputText)\(report.errorText)")
    let second = try RunningDaemon.run(
      in: home,
      ["--state", "\(home["state"])", "--socket", "\(home["run/2"])", "--root", "\(daemon.files)"])
    #expect(second.errorText.contains("already running"))
    let explained = try daemon.sitta(["explain", "\(home["files/lock.txt"])"])
    #expect(explained.outputText.contains("a hard link to a file of the index"))
  }
}
