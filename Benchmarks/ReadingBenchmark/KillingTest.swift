import DaemonMeasuring
import Glibc
import LinuxSystem
import SearchInterface
import TestSupport

/// A daemon and its processes that read are killed at random while it makes a first index.
///
/// Each round makes a new index of the same documents, with a few kills at random moments; then the
/// index is compared with one that was made without. More kills in a minute would be the fault of the
/// reader, and it would rest. A document whose process was killed twice is given up; it is read again
/// after it was changed. Each third kill hits the daemon, which then starts again.
struct KillingTest {
  private let options: Options
  private let place: Workplace
  private let files: FilePath
  private var state: FilePath { place.path.appending("state") }
  private static let killsEachRound = 9
  private static let standardCount = 1_000
  /// The time after which a kill is given up that finds no process.
  private static let longestWait = Duration.seconds(60)

  init(_ options: Options, in place: Workplace) throws {
    (self.options, self.place) = (options, place)
    files = try place.folder("files")
  }

  func run(_ verdict: inout Verdict) throws {
    let count = try copyDocuments()
    let start = ContinuousClock.now
    try index { _ in }
    let time = start.duration(to: .now)
    let expected = try IndexContents(state: state, root: files)
    var random = SplitMix(seed: options.seed)
    let wanted = options.rounds ?? Self.standardCount
    var (kills, rounds, givenUp) = (0, 0, 0)
    var different: [String] = []
    // Each index has a kill at least, unless all its documents are read before it comes.
    while kills < wanted, rounds <= wanted {
      place.remove(state)
      rounds += 1
      let planned = min(Self.killsEachRound, wanted - kills)
      let moments = (0..<planned).map { _ in
        time * Double.random(in: 0...0.9, using: &random)
      }.sorted()
      try index { daemon in kills += try kill(&daemon, at: moments, &random) }
      var contents = try IndexContents(state: state, root: files)
      let again = expected.differences(from: contents).filter { path in
        contents.documents[path]?.metadata.contains("Given up") ?? false
      }
      if !again.isEmpty {
        givenUp += again.count
        try readAgain(again)
        contents = try IndexContents(state: state, root: files)
      }
      different += expected.differences(from: contents)
      different += contents.differences(from: expected)
    }
    verdict.add(
      "kills",
      """
      \(kills) in \(rounds) indexes of \(count) files; \(expected.documents.count) documents, \
      \(different.count) differ from the index without kills; \(givenUp) were given up after two \
      kills and read after a change
      """, isGood: different.isEmpty && kills >= wanted)
    for path in Set(different).sorted().prefix(10) { say("    differs: \(path)") }
  }

  /// Copies documents of the corpus: small ones of each format, spread over all.
  private func copyDocuments() throws -> Int {
    let limits = ["pdf": 60, "html": 300, "docx": 60, "odt": 60, "epub": 60, "gz": 60, "svg": 30]
    let all = try DocumentFolder.files(below: options.corpus)
    var count = 0
    for (suffix, limit) in limits.sorted(by: { $0.key < $1.key }) {
      let found = try all.filter { file in
        guard file.name.ends(with: Array(".\(suffix)".utf8)) else { return false }
        return try FileStatus(of: file).size < 1 << 20
      }
      for number in 0..<min(limit, found.count) {
        let file = found[number * found.count / min(limit, found.count)]
        let name = Array("\(number)-".utf8) + file.name
        try files.appending(suffix).appending(name).write(try file.contents())
        count += 1
      }
    }
    return count
  }

  /// Makes an index, and does something meanwhile.
  private func index(_ body: (inout ServedDaemon) throws -> Void) throws {
    var daemon = try start()
    try body(&daemon)
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    try daemon.terminate()
  }

  private func start() throws -> ServedDaemon {
    try ServedDaemon(
      in: place, roots: [files], configuration: "[Extract]\nReaders=\(options.readers)\n")
  }

  /// - Returns: the number of processes that were killed.
  private func kill(
    _ daemon: inout ServedDaemon, at moments: [Duration], _ random: inout SplitMix
  ) throws -> Int {
    var kills = 0
    let start = daemon.start
    for (number, moment) in moments.enumerated() {
      let now = start.duration(to: .now)
      if moment > now { wait(moment - now) }
      if number % 3 == 2 {
        try daemon.process.send(signal: SIGKILL)
        _ = try daemon.process.wait(until: .now + .seconds(60))
        daemon = try self.start()
        kills += 1
        continue
      }
      // A program that was killed starts again with the next document.
      let deadline = ContinuousClock.now + Self.longestWait
      while try ContinuousClock.now < deadline
        && (daemon.client.status().state != .idle || kills == 0)
      {
        let victims = ProcessTree.descendants(of: daemon.process.number)
        guard let victim = victims.randomElement(using: &random) else {
          wait(.milliseconds(1))
          continue
        }
        ProcessKiller.kill(victim)
        kills += 1
        break
      }
    }
    return kills
  }

  /// Changes the times of files that were given up, and has them read.
  private func readAgain(_ paths: [String]) throws {
    try index { _ in
      for path in paths {
        let file = path.split(separator: "/").reduce(files) { $0.appending(String($1)) }
        try file.write(try file.contents())
      }
    }
  }
}
