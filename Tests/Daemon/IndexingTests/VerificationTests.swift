import LinuxSystem
import SittaSQLite
import TestSupport
import Testing
import TextExtraction

@testable import Indexing

/// `Verify` over a real index and real files.
@Suite(.timeLimit(.minutes(10)))
struct VerificationTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  struct Result {
    var differences: [FilePath: Difference.Reason] = [:]
    var unrepaired: [Difference] = []
    var tally = VerificationTally()
  }

  private func write(_ count: Int) throws {
    for number in 0..<count {
      try file(number).write("pear\(number) " + String(repeating: "word\(number) ", count: 9))
    }
  }

  private func file(_ number: Int) -> FilePath { home["files/\(number % 3)/\(number).txt"] }

  private func verify(
    _ live: LiveIndexer, in folder: FilePath = .root, repairing: Bool = false
  ) async throws -> Result {
    var result = Result()
    var verification = try Verification(of: live.indexer, in: folder, repairing: repairing)
    while true {
      let page = try await verification.next()
      for difference in page.differences { result.differences[difference.path] = difference.reason }
      result.unrepaired += page.unrepaired
      result.tally = page.tally
      if page.isDone { return result }
    }
  }

  /// Changes the index behind the daemon's back.
  private func alter(_ sql: String) throws {
    try Database(path: home["state/index.sqlite"].bytes, sharing: .thisProcess).execute(sql)
  }

  private func id(_ number: Int) -> String { id(named: "\(number).txt") }

  private func id(named name: String) -> String {
    "(SELECT id FROM document WHERE name = CAST('\(name)' AS BLOB))"
  }

  /// SQL that exchanges the values of two rows.
  private func swapping(
    _ column: String, of table: String, _ one: String, _ other: String
  ) -> String {
    """
    CREATE TEMP TABLE kept AS SELECT id, \(column) AS value FROM \(table)
      WHERE id IN (\(one), \(other));
    UPDATE \(table) SET \(column) = (SELECT value FROM temp.kept WHERE kept.id <> \(table).id)
      WHERE id IN (SELECT id FROM temp.kept);
    DROP TABLE temp.kept;
    """
  }

  @Test func `A complete index is proven, and nothing is changed`() async throws {
    try write(200)
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    let result = try await verify(live, repairing: true)
    #expect(result.differences == [:] && result.tally.isProven)
    #expect(result.tally.agreeing == 200)
    let folder = try await verify(live, in: home["files/1"])
    #expect(folder.differences == [:] && folder.tally.agreeing == 67)
    await live.stop()
  }

  @Test func `What was taken away, swapped or aged in the index is found and repaired`()
    async throws
  {
    try write(60)
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    try alter(
      """
      DELETE FROM document WHERE id = \(id(10));
      \(swapping("text", of: "body", id(11), id(12)))
      \(swapping("text", of: "body", id(13), id(14)))
      \(swapping("digest", of: "document", id(13), id(14)))
      UPDATE document SET size = 1 WHERE id = \(id(15));
      UPDATE document SET modified = 1 WHERE id = \(id(16));
      DELETE FROM body WHERE id = \(id(18));
      INSERT INTO document(directory, name, size, modified, changed, device, inode, type, tags, state)
        SELECT directory, CAST('ghost.txt' AS BLOB), 1, 1, 1, 1, 1, 'text/plain', '', 0
        FROM document WHERE id = \(id(19));
      """)
    let expected: [FilePath: Difference.Reason] = [
      file(10): .missing, file(11): .text, file(12): .text, file(13): .content, file(14): .content,
      file(15): .status, file(16): .status, file(18): .text,
      file(19).parent.appending("ghost.txt"): .gone,
    ]
    let result = try await verify(live)
    #expect(result.differences == expected)
    #expect(!result.tally.isProven && result.tally.agreeing == 52)

    let repaired = try await verify(live, repairing: true)
    #expect(repaired.differences == expected && repaired.unrepaired == [])
    #expect(repaired.tally.repaired == expected.count && repaired.tally.isProven)
    let after = try await verify(live)
    #expect(after.differences == [:] && after.tally.agreeing == 60)
    await live.stop()
  }

  @Test func `A file that was written behind the daemon's back, with its old times, is found`()
    async throws
  {
    try write(3)
    let (inside, outside) = (home["files/a.txt"], home["outside.txt"])
    try outside.write("before 1234")
    try inside.makeHardLink(to: outside)
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    let time = try FileStatus(of: outside).modified
    // inotify reports the name by which a file was changed.
    try outside.write("after 12345")
    try outside.setModified(time)
    #expect(try await live.sync())
    let result = try await verify(live)
    #expect(result.differences == [inside: .content])
    let repaired = try await verify(live, repairing: true)
    #expect(repaired.tally.repaired == 1 && repaired.tally.isProven)
    #expect(try await verify(live).differences == [:])
    await live.stop()
  }

  @Test func `Words that searches do not find are found, and repaired in the full-text index`()
    async throws
  {
    try write(3)
    let texts = ["a": "apple aaa", "b": "grape bbb"]
    for (name, text) in texts {
      try home["\(name).out"].write(text)
      try home["files/\(name).txt"].makeHardLink(to: home["\(name).out"])
    }
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    let times = try ["a", "b"].map { try FileStatus(of: home["\($0).out"]).modified }
    try home["a.out"].write("grape bbb")
    try home["b.out"].write("apple aaa")
    for (name, time) in zip(["a", "b"], times) { try home["\(name).out"].setModified(time) }
    let (one, other) = (id(named: "a.txt"), id(named: "b.txt"))
    try alter(
      swapping("text", of: "body", one, other) + swapping("digest", of: "document", one, other))
    let expected: [FilePath: Difference.Reason] = [
      home["files/a.txt"]: .words, home["files/b.txt"]: .words,
    ]
    #expect(try await verify(live).differences == expected)
    let repaired = try await verify(live, repairing: true)
    #expect(repaired.differences == expected && repaired.unrepaired == [])
    #expect(repaired.tally.repaired == 2 && repaired.tally.isProven)
    #expect(try await verify(live).differences == [:])
    await live.stop()
  }

  @Test func `Members of an archive are compared, and repaired with it`() async throws {
    var zip = ZipBuilder()
    for number in 0..<5 { zip.add("m\(number).txt", "member\(number) words") }
    try home["files/all.zip"].write(zip.file)
    let programs = try Self.programs()
    let live = try await LiveIndexer(
      in: home, extraction: ExtractionSettings(programs: programs))
    #expect(try await live.sync())
    #expect(try await verify(live).differences == [:])
    try alter("DELETE FROM document WHERE id = \(id(named: "m3.txt"))")
    #expect(try await verify(live).differences == [home["files/all.zip"]: .members])
    let repaired = try await verify(live, repairing: true)
    #expect(repaired.tally.isProven && repaired.unrepaired == [])
    #expect(try await verify(live).differences == [:])
    await live.stop()
  }

  @Test func `Files that change all the time are no differences`() async throws {
    try write(300)
    let live = try await LiveIndexer(in: home)
    #expect(try await live.sync())
    let files = home["files"]
    let storm = Task.detached {
      var storm = Storm(in: files.appending("storm"), seed: 5)
      while !Task.isCancelled { try storm.step() }
    }
    for _ in 0..<4 {
      let result = try await verify(live)
      #expect(result.differences == [:])
      #expect(result.tally.agreeing >= 300)
    }
    storm.cancel()
    _ = await storm.result
    // A busy machine may have much left to do.
    while try await !live.sync() {}
    let result = try await verify(live)
    #expect(result.differences == [:] && result.tally.isProven)
    await live.stop()
  }

  private static func programs() throws -> FilePath {
    try FilePath.root.appending("proc").appending("self").appending("exe").resolvingSymbolicLinks()
      .parent
  }
}
