import DaemonMeasuring
import IndexStorage
import Indexing
import LinuxSystem
import SittaSQLite
import Synchronization
import TestSupport

/// Documents that are taken away from a running index, swapped and aged in it, while others are not.
struct AlteredDocuments: Sendable {
  /// What was found.
  struct Report: Sendable {
    var faults = 0
    /// The faults that were found with the right reason.
    var found = 0
    /// The files without a fault that were found.
    var falseAlarms = 0
    var time = Duration.zero
    var failures: [String] = []
  }

  private let place: FilePath
  private let files: FilePath
  private let count: Int

  /// - Parameters:
  ///   - place: where the index lies.
  ///   - files: the root, which does not exist.
  ///   - count: the number of faults of each of five kinds, and of documents without a fault.
  init(in place: FilePath, files: FilePath, count: Int) {
    (self.place, self.files, self.count) = (place, files, count)
  }

  /// Does it, and blocks this thread until it is done.
  func run() throws -> Report {
    try blocking { try await self.report() }
  }

  private func name(_ kind: String, _ number: Int) -> String {
    "\(number % 40)/\(kind)\(number).txt"
  }

  private func text(_ kind: String, _ number: Int, _ version: Int) -> String {
    "\(kind)\(number) version\(version) filler\(number % 700) word\(number * 31 % 900)\n"
  }

  private func report() async throws -> Report {
    let outside = place.appending("outside")
    try write(outside)
    let index = try await AlteredIndex(in: place, over: files)
    try await index.synchronize()
    try await alter(index, outside)
    let expected = self.expected
    var report = Report()
    let begin = ContinuousClock.now
    let found = try await index.verify()
    report.time = begin.duration(to: .now)
    report.faults = expected.count
    report.found = expected.count { found.differences[$0.key] == $0.value }
    report.falseAlarms = found.differences.count { expected[$0.key] == nil }
    if report.falseAlarms > 0 {
      report.failures.append("\(report.falseAlarms) files differ that do not.")
    }
    if found.tally.agreeing != count {
      report.failures.append("\(found.tally.agreeing) of \(count) files agree.")
    }
    let repaired = try await index.verify(repairing: true)
    if !repaired.tally.isProven || repaired.unrepaired > 0 {
      report.failures.append("Not everything was repaired: \(repaired.tally)")
    }
    if try await !index.verify().tally.isProven {
      report.failures.append("After the repair the index is not proven.")
    }
    await index.stop()
    let store = IndexStore(in: index.state)
    let opened = try store.open(now: .now)
    let finding = try IndexChecker(store, stoppedBy: Interruption()).check()
    if finding != .sound {
      report.failures.append("After the repair the index does not agree with itself: \(finding).")
    }
    try opened.writer.setCleanShutdown(true)
    return report
  }

  private var expected: [FilePath: Difference.Reason] {
    let reasons: [(String, Difference.Reason)] = [
      ("taken", .missing), ("swapped", .content), ("old", .content), ("aged", .content),
      ("ghost", .gone),
    ]
    var expected: [FilePath: Difference.Reason] = [:]
    for (kind, reason) in reasons {
      for number in 0..<count { expected[files.appending(name(kind, number))] = reason }
    }
    return expected
  }

  /// Writes all documents; those that age on the disk have a second name that is not watched.
  private func write(_ outside: FilePath) throws {
    for kind in ["taken", "swapped", "old", "still"] {
      for number in 0..<count {
        try files.appending(name(kind, number)).write(text(kind, number, 1))
      }
    }
    for number in 0..<count {
      let other = outside.appending(name("aged", number))
      try other.write(text("aged", number, 1))
      try files.appending(name("aged", number)).makeHardLink(to: other)
    }
  }

  private func alter(_ index: AlteredIndex, _ outside: FilePath) async throws {
    try index.alter(
      """
      CREATE TABLE kept AS SELECT document.id, digest, text FROM document JOIN body USING(id)
        WHERE CAST(name AS TEXT) LIKE 'old%';
      """)
    for number in 0..<count {
      try files.appending(name("old", number)).write(text("old", number, 2))
    }
    try await index.synchronize()
    try index.alter(
      """
      CREATE TEMP TABLE pair AS
        SELECT document.id, digest, text, row_number() OVER (ORDER BY document.id) AS number
        FROM document JOIN body USING(id) WHERE CAST(name AS TEXT) LIKE 'swapped%';
      CREATE INDEX temp.pair_number ON pair(number);
      CREATE TEMP TABLE swapped AS
        SELECT one.id, other.digest, other.text FROM pair AS one JOIN pair AS other
        ON other.number = one.number + CASE one.number % 2 WHEN 1 THEN 1 ELSE -1 END;
      INSERT INTO temp.swapped SELECT id, digest, text FROM main.kept;
      DROP TABLE main.kept;
      UPDATE document SET digest = swapped.digest FROM temp.swapped WHERE swapped.id = document.id;
      UPDATE body SET text = swapped.text FROM temp.swapped WHERE swapped.id = body.id;
      INSERT INTO document(directory, name, size, modified, changed, device, inode, type, tags, state)
        SELECT directory, CAST(replace(CAST(name AS TEXT), 'taken', 'ghost') AS BLOB), size,
          modified, changed, device, inode, type, tags, 1
        FROM document WHERE CAST(name AS TEXT) LIKE 'taken%';
      DELETE FROM document WHERE CAST(name AS TEXT) LIKE 'taken%';
      """)
    for number in 0..<count {
      let file = outside.appending(name("aged", number))
      let time = try FileStatus(of: file).modified
      try file.write(text("aged", number, 2))
      try file.setModified(time)
    }
  }
}

/// Runs `body`, and blocks this thread until it has ended.
///
/// - Throws: the error of `body`.
private func blocking<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let answer = Answer<Value>()
  Task.detached {
    do {
      let value = try await body()
      answer.result.withLock { $0 = .success(value) }
    } catch {
      answer.result.withLock { $0 = .failure(error) }
    }
  }
  while true {
    if let result = answer.result.withLock(\.self) { return try result.get() }
    wait(.milliseconds(20))
  }
}

private final class Answer<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
}
