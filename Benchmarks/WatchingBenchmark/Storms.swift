import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Four processes work at random on one tree; afterwards disk and index have to be equal.
struct Storms {
  /// The trouble that the daemon has to cope with besides.
  enum Trouble: String, CaseIterable {
    case none = "nothing besides"
    case fewWatches = "40 watches"
    case overflow = "a full queue"
    case deaths = "sudden deaths"
  }

  private static let processes = 4
  private let place: Workplace
  private let seed: UInt64
  private let operations: Int
  private let trouble: Trouble

  init(in place: Workplace, seed: UInt64, operations: Int, _ trouble: Trouble) {
    self.place = place
    self.seed = seed
    self.operations = operations
    self.trouble = trouble
  }

  func run(_ verdict: inout Verdict) throws {
    let (name, figures, differences) = try compare()
    for difference in differences.prefix(10) { print("  \(difference)") }
    verdict.note(name, figures, isGood: differences.isEmpty)
  }

  /// Raises many storms, one after another, and says how many of them left disk and index different.
  static func run(
    _ count: Int, in place: Workplace, seed: UInt64, operations: Int, _ verdict: inout Verdict
  ) throws {
    var wrong: [UInt64] = []
    for seed in seed..<seed + UInt64(count) {
      let storms = Storms(in: place, seed: seed, operations: operations, .none)
      do {
        let (_, figures, differences) = try storms.compare()
        if differences.isEmpty { continue }
        print("  \(figures)")
        for difference in differences.prefix(10) { print("    \(difference)") }
      } catch {
        print("  seed \(seed): the daemon does not answer any more: \(error)")
      }
      wrong.append(seed)
    }
    verdict.note(
      "\(count) storms", "of \(operations) operations; wrong: \(wrong.count) \(wrong)",
      isGood: wrong.isEmpty)
  }

  /// Raises the storm and holds disk and index against each other.
  private func compare() throws -> (name: String, figures: String, differences: [String]) {
    let (top, outside) = (try place.folder("storm"), try place.folder("outside"))
    defer {
      for folder in [top, outside, place.path.appending("state")] { place.remove(folder) }
    }
    var daemon = try startDaemon(top)
    if trouble == .overflow { try stop(daemon, top) }
    let begin = ContinuousClock.now
    let workers = try (0..<UInt64(Self.processes)).map { number in
      try StormWorker.start(
        top, outside: outside, seed: seed * 10 + number, steps: operations / Self.processes)
    }
    if trouble == .deaths { daemon = try killing(daemon, top, while: workers) }
    let words = try workers.flatMap { try $0.words() }
    let worked = begin.duration(to: .now)
    if trouble == .overflow { try daemon.process.send(signal: 18) }
    let end = ContinuousClock.now
    try daemon.synchronize()
    let disk = try Disk(below: top)
    let differences = try settle(daemon, disk, words)
    let settled = end.duration(to: .now)
    let overflows = try daemon.client.status().overflows
    try daemon.terminate()
    let hasTrouble = trouble != .overflow || overflows > 0
    return (
      "storm with \(trouble.rawValue)",
      """
      seed \(seed), \(operations) operations in \(rounded(worked / .seconds(1))) s, \
      \(disk.files.count) files and \(words.count) words compared \
      \(rounded(settled / .seconds(1))) s later: \(differences.count) differences, \
      \(overflows) overflows
      """, hasTrouble ? differences : ["The queue never ran full."]
    )
  }

  private func startDaemon(_ top: FilePath) throws -> ServedDaemon {
    let limit = "echo 40 > /proc/sys/user/max_inotify_watches"
    return try ServedDaemon(
      in: place, roots: [top], configuration: "[Watch]\nPollInterval=5s\n",
      prefix: trouble == .fewWatches
        ? ["/usr/bin/unshare", "-Ur", "/bin/sh", "-c", #"\#(limit) && exec "$0" "$@""#] : [])
  }

  /// Stops the daemon and fills its queue, which holds 16,384 events unless `max_queued_events` says
  /// otherwise.
  private func stop(_ daemon: ServedDaemon, _ top: FilePath) throws {
    // Before the first comparison nothing is watched.
    try daemon.synchronize()
    try daemon.process.send(signal: 19)
    // Equal events in a row are one: hence two files in turn.
    for number in 0..<10_000 {
      for file in ["one.txt", "other.txt"] { try top.appending(file).write("flood\(number)\n") }
    }
  }

  /// Kills the daemon in the middle of its work, again and again, and starts it anew.
  private func killing(
    _ daemon: ServedDaemon, _ top: FilePath, while workers: [StormWorker.Running]
  ) throws -> ServedDaemon {
    var random = SplitMix(seed: seed)
    var daemon = daemon
    while try workers.contains(where: { try $0.process.ending() == nil }) {
      wait(.milliseconds(Int.random(in: 20...400, using: &random)))
      try daemon.process.send(signal: 9)
      _ = try daemon.process.wait(until: .now + .seconds(20))
      daemon = try startDaemon(top)
    }
    return daemon
  }

  /// Holds disk and index against each other; with few watches until a round of polls has passed.
  private func settle(
    _ daemon: ServedDaemon, _ disk: Disk, _ words: [String]
  ) throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(trouble == .fewWatches ? 60 : 0)
    while true {
      let found = try differences(daemon, disk, words)
      if found.isEmpty || deadline <= .now { return found }
      wait(.seconds(1))
    }
  }

  /// Names the symbolic link that a path leads through.
  private static func linkNote(_ path: FilePath) -> String {
    var folder = path
    while !folder.isRoot {
      if (try? FileStatus(of: folder))?.kind == .symbolicLink { return ", \(folder) is a link" }
      folder = folder.parent
    }
    return ""
  }

  private func differences(
    _ daemon: ServedDaemon, _ disk: Disk, _ words: [String]
  ) throws -> [String] {
    var listed: Set<FilePath> = []
    try daemon.client.list(ListMethod.Parameters()) { page in
      listed.formUnion(page.documents.compactMap { FilePath(uri: $0.uri) })
    }
    var differences = listed.subtracting(disk.files).sorted().map {
      "only in the index: \($0)\(Self.linkNote($0))"
    }
    differences += disk.files.subtracting(listed).sorted().map { "only on disk: \($0)" }
    for word in words where differences.isEmpty {
      var parameters = SearchMethod.Parameters(query: word, strict: true)
      parameters.limit = 1_000
      let hits = try daemon.client.search(parameters).hits
      let found = Set(hits.compactMap { FilePath(uri: $0.document.uri) })
      if found != disk.filesByWord[word, default: []] {
        differences.append("\(word) is found in \(found.sorted())")
      }
    }
    return differences
  }
}
