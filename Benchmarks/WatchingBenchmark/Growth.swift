import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Work that could grow with the known files: each operation takes at most a millisecond, for any
/// number of files.
struct Growth {
  private let place: Workplace
  private let files: FilePath
  private let program: FilePath?

  /// How long a part waits at most for the end of its operations.
  private static let longest = Duration.seconds(120)

  /// - Parameters:
  ///   - place: where files and state lie.
  ///   - program: another `sittad` than the one that was built together with this program.
  /// - Throws: the error of making a folder.
  init(in place: Workplace, program: FilePath?) throws {
    (self.place, self.program) = (place, program)
    files = try place.folder("files")
  }

  /// 10,000 files are renamed while 100,000 others wait to be indexed.
  func measureRenames(_ verdict: inout Verdict) throws {
    let count = 10_000
    for file in 0..<count { try FileDescriptor.makeFile(at: files.appending("file\(file)")) }
    let first = try ServedDaemon(in: place, roots: [files], program: program)
    try first.synchronize()
    try first.terminate()
    try Tree.makeEmptyFiles(at: files.appending("others"), folders: 1, filesInEach: 100_000)
    let daemon = try ServedDaemon(in: place, roots: [files], program: program)
    let limit = ContinuousClock.now + Self.longest
    while try daemon.client.status().pending < 90_000, .now < limit { wait(.milliseconds(20)) }
    let begin = ContinuousClock.now
    for file in 0..<count {
      try files.appending("file\(file)").rename(to: files.appending("photo\(file)"))
      // The kernel's queue has room for 16,384 events.
      if file.isMultiple(of: 500) { wait(.milliseconds(20)) }
    }
    let end = begin + Self.longest
    while try daemon.count("name:photo\(count - 1)") != 1, .now < end { wait(.milliseconds(20)) }
    let status = try daemon.client.status()
    try note(
      "\(count) renames while 100,000 items wait", begin.duration(to: .now), count,
      "\(status.pending) items wait at the end", status.pending > 50_000, daemon, &verdict)
  }

  /// 30,000 folders with a file each are removed, beside 10,000 others.
  func measureRemoval(_ verdict: inout Verdict) throws {
    let count = 30_000
    let gone = files.appending("gone")
    try Tree.makeEmptyFiles(at: gone, folders: count, filesInEach: 1)
    try Tree.makeEmptyFiles(at: files.appending("kept"), folders: 10_000, filesInEach: 1)
    let daemon = try ServedDaemon(in: place, roots: [files], program: program)
    try daemon.synchronize()
    let begin = ContinuousClock.now
    place.remove(gone)
    let end = begin + Self.longest
    while try daemon.client.status().documents != 10_000, .now < end { wait(.milliseconds(50)) }
    let status = try daemon.client.status()
    try note(
      "\(count) folders removed", begin.duration(to: .now), count,
      "\(status.documents) documents left", status.documents == 10_000, daemon, &verdict)
  }

  /// 30,000 folders are made beside 2,000 repositories.
  func measureRules(_ verdict: inout Verdict) throws {
    let count = 30_000
    for number in 0..<2_000 {
      let top = files.appending("group\(number / 100)").appending("repository\(number)")
      try top.appending(".git").appending("info").makeDirectory()
      try FileDescriptor.makeFile(at: top.appending(".git").appending("config"))
      try FileDescriptor.makeFile(at: top.appending(".gitignore"))
    }
    let new = files.appending("new")
    try new.makeDirectory()
    let daemon = try ServedDaemon(in: place, roots: [files], program: program)
    try daemon.synchronize()
    let begin = ContinuousClock.now
    for number in 0..<count {
      try new.appending("folder\(number)").createDirectory()
      if number.isMultiple(of: 1_000) { wait(.milliseconds(20)) }
    }
    try daemon.synchronize()
    let overflows = try daemon.client.status().overflows
    try note(
      "\(count) folders made beside 2,000 repositories", begin.duration(to: .now), count,
      "\(overflows) overflows", overflows == 0, daemon, &verdict)
  }

  /// 150,000 folders are known, and four readers search at once.
  func measureFolders(_ verdict: inout Verdict) throws {
    let count = 150_000
    try Tree.makeEmptyFiles(at: files, folders: count, filesInEach: 0)
    try files.appending("note.txt").write("acorn\n")
    let daemon = try ServedDaemon(in: place, roots: [files], program: program)
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    let before = try daemon.cost
    let sitta = try Program.sibling("sitta")
    var hasFound = true
    let arguments = ["--socket", "\(daemon.socket)", "search", "acorn folder77"]
    for _ in 0..<10 {
      let searches = try (0..<8).map { _ in
        try Search(ChildProcess.Command(sitta, arguments.map { Array($0.utf8) }))
      }
      for search in searches { hasFound = try search.hasFound() && hasFound }
    }
    let cost = try daemon.cost
    let limit = 200 * 1_000_000 / 1_024
    verdict.note(
      "\(count) folders, searched by four readers",
      """
      resident \(before.residentKiB >> 10) MiB before, \(cost.residentKiB >> 10) MiB after, \
      peak \(cost.peakKiB >> 10) MiB; at most 200 MB
      """, isGood: hasFound && cost.peakKiB <= limit)
    try daemon.terminate()
  }

  /// A search by another process.
  private final class Search {
    private let process: ChildProcess

    init(_ command: ChildProcess.Command) throws {
      process = try ChildProcess(command)
    }

    /// Waits for its end.
    func hasFound() throws -> Bool {
      try process.wait(until: .now + .seconds(60)) == .exited(0)
    }
  }

  private func note(
    _ name: String, _ time: Duration, _ count: Int, _ text: String, _ isRight: Bool,
    _ daemon: ServedDaemon, _ verdict: inout Verdict
  ) throws {
    let each = time / count
    verdict.note(
      name,
      """
      \(rounded(time / .seconds(1))) s, \(milliseconds(each)) ms each; at most 1 ms; \(text); \
      peak \(try daemon.cost.peakKiB >> 10) MiB
      """, isGood: isRight && each <= .milliseconds(1))
    try daemon.terminate()
  }
}
