import DaemonMeasuring
import IndexStorage
import LinuxSystem
import SittaSQLite
import SearchInterface
import TestSupport

/// A daemon with files whose words are known, for faults to be tried on.
final class TestBed {
  static let strace = "/usr/bin/strace"
  static let xfsIO = "/usr/sbin/xfs_io"
  static let makeExt4 = "/usr/sbin/mkfs.ext4"
  static let prlimit = "/usr/bin/prlimit"

  let place: Workplace
  let files: FilePath
  let state: FilePath
  /// How many faults of a sort are tried at most.
  let rounds: Int
  var random: SplitMix
  var tally = Tally()
  let witness: Witness
  /// Whether the index was checked so long ago that the daemon is to do it again by itself: damage
  /// that no query meets is found then.
  var awaitsCheck = false
  /// Whether the text of scanned pages is recognized.
  var recognizes = false
  /// How long files change while the index is compared with them.
  var stormTime: Duration
  /// When the index was checked last, in that case.
  static let longAgo = UnixTime(seconds: 1)
  private var storm: Storm
  private static let stillFiles = 40
  private static let patience = Duration.seconds(60)

  /// Makes the files: some that do not change, and a folder to work in.
  init(
    in place: Workplace, seed: UInt64, rounds: Int, work: Storm.Work = .plain
  ) throws {
    self.place = place
    self.rounds = rounds
    stormTime = rounds == .max ? .seconds(3_600) : .seconds(5 * rounds)
    random = SplitMix(seed: seed)
    files = try place.folder("files")
    state = place.path.appending("state")
    storm = Storm(in: files.appending("storm"), seed: seed, work)
    try Self.writeStillFiles(in: files)
    witness = Witness(
      at: place.path.appending("socket"), asking: "anchor0",
      expecting: files.appending("still").appending("0.txt"),
      every: .milliseconds(rounds == .max ? 2 : 10))
  }

  /// Writes the files that do not change.
  static func writeStillFiles(in files: FilePath) throws {
    for number in 0..<stillFiles {
      let words = (0..<150).map { "still\(number)x\($0 % 3) filler\((number * 31 + $0) % 700)" }
      try files.appending("still").appending("\(number).txt").write(
        "anchor\(number) \(words.joined(separator: " "))\n")
    }
  }

  /// Ends everything.
  func finish() -> Tally {
    witness.end()
    tally.longestSilence = witness.longestSilence
    let refusals = witness.refusals
    tally.refused = refusals.values.reduce(0, +)
    if tally.forbidsRefusals {
      tally.failures += refusals.map { "\($0.value) queries were refused: \($0.key)" }
    }
    return tally
  }

  /// Changes files at random.
  func work(steps: Int = 12) throws {
    for _ in 0..<steps { try storm.step() }
  }

  /// Goes on with other work, in another folder.
  func beginStorm(in folder: FilePath, round: Int) {
    storm = Storm(in: folder, seed: UInt64(round) + 1_000, .documents)
  }

  /// Lets a fault last; not as long where only some faults of each sort are tried.
  func holdOn(for time: Duration) {
    wait(rounds == .max ? time : time * 0.6)
  }

  /// A moment within a time.
  func moment(upTo time: Duration) -> Duration {
    time * Double.random(in: 0...1, using: &random)
  }

  /// Some of the numbers, spread over all: as many as rounds are wanted.
  func spread(_ numbers: [Int]) -> [Int] {
    if numbers.count <= rounds { return numbers }
    return (0..<rounds).map { numbers[$0 * numbers.count / rounds] }
  }
}

// MARK: - The daemon

extension TestBed {
  /// Starts a daemon; nil if it did not come to answer.
  func start(prefix: [String] = []) -> ServedDaemon? {
    witness.expectAnswers()
    return try? ServedDaemon(
      in: place, roots: [files], configuration: recognizes ? "[Extract]\nOCR=pdf\n" : "",
      prefix: prefix)
  }

  /// Ends a daemon in order.
  func stop(_ daemon: ServedDaemon) {
    witness.expectSilence()
    do {
      try daemon.process.send(signal: SignalDescriptor.terminate)
      if try daemon.process.wait(until: .now + Self.patience) != nil { return }
      tally.failures.append("A daemon did not end on SIGTERM.")
      try kill(daemon)
    } catch {
      tally.failures.append("A daemon could not be ended: \(error)")
    }
  }

  /// Ends a daemon at once.
  func kill(_ daemon: ServedDaemon) throws {
    try daemon.process.send(signal: 9)
    _ = try daemon.process.wait(until: .now + Self.patience)
  }

  /// Counts a fault that has happened, and holds the index of a daemon without faults against the
  /// disk.
  func expectHealed(after fault: String) throws {
    guard let daemon = start() else {
      tally.faults += 1
      tally.interventions += 1
      tally.failures.append("After \(fault) the daemon does not start.")
      witness.expectSilence()
      return place.remove(state)
    }
    try expectHealed(daemon, after: fault)
  }

  /// Counts a fault, and holds the index of a daemon that has lived through it against the disk; it
  /// is ended then and its closed index checked.
  func expectHealed(_ daemon: ServedDaemon, after fault: String) throws {
    tally.faults += 1
    let differences = settle(daemon)
    stop(daemon)
    let contradiction = contradictionInClosedIndex()
    if contradiction != nil { tally.failedChecks += 1 }
    tally.lost += differences.count
    let all = differences.prefix(5) + [contradiction].compactMap(\.self)
    if all.isEmpty { return }
    tally.failures.append("After \(fault): \(all.joined(separator: "; "))")
    place.remove(state)
  }

  /// Compares until nothing differs or the time is over.
  ///
  /// - Returns: the differences in the end.
  private func settle(_ daemon: ServedDaemon) -> [String] {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let found: [String]
      do {
        found = try differences(daemon)
      } catch {
        found = ["no answer: \(error)"]
      }
      if found.isEmpty || deadline <= .now { return found }
      wait(.milliseconds(100))
    }
  }

  private func differences(_ daemon: ServedDaemon) throws -> [String] {
    let client = try SearchClient(connectingTo: daemon.socket, timeout: Self.patience)
    var sync = SyncMethod.Parameters()
    sync.timeout = 30_000
    _ = try client.sync(sync)
    var listed: Set<FilePath> = []
    try client.list(ListMethod.Parameters()) { page in
      listed.formUnion(page.documents.compactMap { DocumentLocation(uri: $0.uri)?.file })
    }
    let disk = try Disk(below: files)
    var differences = listed.subtracting(disk.files).sorted().map { "only in the index: \($0)" }
    differences += disk.files.subtracting(listed).sorted().map { "only on disk: \($0)" }
    let status = try client.status()
    if status.rebuild != nil
      || awaitsCheck && status.checked == Self.longAgo.rfc3339 && status.recoveries.isEmpty
    {
      differences.append("a check or a rebuild has no end")
    }
    let gone = storm.words.suffix(30).filter { disk.filesByWord[$0] == nil }
    // The bytes of archives between two blanks are no words.
    let rare = disk.filesByWord.filter { word, files in
      files.count <= 2 && word.utf8.count > 3 && word.allSatisfy { $0.isLetter || $0.isNumber }
    }.keys.sorted()
    for word in rare + gone where differences.isEmpty {
      let hits = try client.search(SearchMethod.Parameters(query: word, strict: true)).hits
      let found = Set(hits.compactMap { DocumentLocation(uri: $0.document.uri)?.file })
      let files = disk.filesByWord[word, default: []]
      if found != files {
        differences.append("\(word) is found in \(found.sorted()), not in \(files.sorted())")
      }
    }
    return differences
  }

  /// The contradiction in the index while no daemon is at work; nil if there is none.
  private func contradictionInClosedIndex() -> String? {
    do {
      let opened = try IndexStore(in: state).open(now: .now)
      if let rebuild = opened.rebuild { return "The closed index: \(rebuild.reason)" }
      if opened.isNew { return "There is no closed index." }
      let finding = try IndexChecker(IndexStore(in: state), stoppedBy: Interruption()).check()
      if finding != .sound { return "The closed index does not agree with itself: \(finding)." }
      try opened.writer.setCleanShutdown(true)
      return nil
    } catch {
      return "The closed index cannot be opened: \(error)"
    }
  }
}
