import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Four processes work at random on one tree; afterwards disk and index have to be equal.
struct Storms {
  /// What the daemon has to cope with besides.
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
    let top = try place.folder("storm")
    defer {
      place.remove(top)
      place.remove(place.path.appending("state"))
    }
    var daemon = try startDaemon(top)
    if trouble == .overflow { try stop(daemon, top) }
    let begin = ContinuousClock.now
    let workers = try (0..<UInt64(Self.processes)).map { number in
      try StormWorker.start(top, seed: seed * 10 + number, steps: operations / Self.processes)
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
    for difference in differences.prefix(10) { print("  \(difference)") }
    try daemon.terminate()
    verdict.note(
      "storm with \(trouble.rawValue)",
      """
      seed \(seed), \(operations) operations in \(rounded(worked / .seconds(1))) s, \
      \(disk.files.count) files and \(words.count) words compared \
      \(rounded(settled / .seconds(1))) s later: \(differences.count) differences, \
      \(overflows) overflows
      """, isGood: differences.isEmpty && (trouble != .overflow || overflows > 0))
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

  private func differences(
    _ daemon: ServedDaemon, _ disk: Disk, _ words: [String]
  ) throws -> [String] {
    var listed: Set<FilePath> = []
    try daemon.client.list(ListMethod.Parameters()) { page in
      listed.formUnion(page.documents.compactMap { FilePath(uri: $0.uri) })
    }
    var differences = listed.subtracting(disk.files).sorted().map { "only in the index: \($0)" }
    differences += disk.files.subtracting(listed).sorted().map { "only on disk: \($0)" }
    for word in words where differences.isEmpty {
      let hits = try daemon.client.search(SearchMethod.Parameters(query: word)).hits
      let found = Set(hits.compactMap { FilePath(uri: $0.document.uri) })
      if found != disk.filesByWord[word, default: []] {
        differences.append("\(word) is found in \(found.sorted())")
      }
    }
    return differences
  }
}

/// One of the processes that work: this program itself, started with `--worker`.
struct StormWorker {
  /// A worker that has been started.
  final class Running {
    let process: ChildProcess
    private let seed: UInt64

    init(_ command: ChildProcess.Command, seed: UInt64) throws {
      process = try ChildProcess(command, output: .pipe)
      self.seed = seed
    }

    /// Waits for its end; the words that it has written at one time or another.
    func words() throws -> [String] {
      _ = try process.wait(until: .now + .seconds(3_600))
      var text: [UInt8] = []
      switch process.output {
      case .some(let output): _ = try output.readAvailable(upTo: 64, to: &text)
      case .none: break
      }
      let count = Int(String(decoding: text, as: UTF8.self)) ?? 0
      return (0..<count).map { Storm.word($0, seed: seed) }
    }
  }

  private let top: FilePath
  private let seed: UInt64
  private let steps: Int

  /// Takes the words of its command line: a folder, a seed, a number of steps.
  init(_ words: ArraySlice<String>) throws {
    let words = Array(words)
    guard words.count == 3, let top = FilePath(absolute: words[0]), let seed = UInt64(words[1]),
      let steps = Int(words[2])
    else { throw SystemError(code: 22, attempt: "A worker was started in a wrong way") }
    (self.top, self.seed, self.steps) = (top, seed, steps)
  }

  static func start(_ top: FilePath, seed: UInt64, steps: Int) throws -> Running {
    let program = try Program.sibling("WatchingBenchmark")
    let words = ["--worker", "\(top)", "\(seed)", "\(steps)"]
    return try Running(ChildProcess.Command(program, words.map { Array($0.utf8) }), seed: seed)
  }

  /// Works, and prints how many words it has written.
  func run() throws {
    var storm = Storm(in: top, seed: seed)
    for _ in 0..<steps { try storm.step() }
    try FileDescriptor.writeToStandardOutput(Array("\(storm.words.count)".utf8))
  }
}
