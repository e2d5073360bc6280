import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Several readers at once: time, memory and content of a first index, and what is saved meanwhile.
///
/// The parts of it that `--only` names: `index` compares one reader with two and with four by turns; `saved` saves
/// notes and small documents at random moments of a first index; `damaged` saves them while 500 damaged documents
/// that were copied in are read.
struct PoolTest {
  private let options: Options
  private let place: Workplace
  private static let standardRounds = 3
  private static let damagedCount = 500

  init(_ options: Options, in place: Workplace) {
    (self.options, self.place) = (options, place)
  }

  func run(_ verdict: inout Verdict) throws {
    if options.wants("index") { try compareReaders(&verdict) }
    if options.wants("saved") { try measureSaves(&verdict) }
    if options.wants("damaged") { try measureDamage(&verdict) }
  }

  // MARK: One reader and several

  /// The cost of a first index.
  private struct Cost {
    let wall: Double
    let cpu: Double
    let peak: Int
    let contents: IndexContents
  }

  private func compareReaders(_ verdict: inout Verdict) throws {
    var costs: [Int: [Cost]] = [:]
    for _ in 0..<(options.rounds ?? Self.standardRounds) {
      for readers in [1, 2, 4] { costs[readers, default: []].append(try index(readers: readers)) }
    }
    func median(_ readers: Int, _ value: (Cost) -> Double) -> Double {
      let values = costs[readers, default: []].map(value).sorted()
      return values.isEmpty ? 0 : values[values.count / 2]
    }
    let (wall, cpu) = (median(1, \.wall), median(1, \.cpu))
    for readers in [1, 2, 4] {
      let peak = costs[readers, default: []].map(\.peak).max() ?? 0
      let (ownWall, ownCPU) = (median(readers, \.wall), median(readers, \.cpu))
      let bound = 200 + 96 * readers
      verdict.add(
        "\(readers) readers",
        """
        \(rounded(ownWall)) s (\(rounded(ownWall / wall)) of one reader), \(rounded(ownCPU)) CPU s \
        (\(rounded(ownCPU / cpu))), peak of daemon and readers \(peak) MB, at most \(bound)
        """, isGood: peak <= bound)
    }
    verdict.add(
      "two readers", "at most 0.60 of the time, and 1.03 of the CPU time, of one reader",
      isGood: median(2, \.wall) <= 0.6 * wall && median(2, \.cpu) <= 1.03 * cpu)
    let all = costs.values.flatMap(\.self)
    let expected = all.first?.contents
    let differ = all.flatMap { cost in
      expected.map { cost.contents.differences(from: $0) + $0.differences(from: cost.contents) }
        ?? []
    }
    verdict.add(
      "content", "\(expected?.documents.count ?? 0) documents, \(differ.count) differ",
      isGood: differ.isEmpty)
    for path in Set(differ).sorted().prefix(10) { say("    differs: \(path)") }
  }

  private func index(readers: Int) throws -> Cost {
    let state = place.path.appending("state")
    place.remove(state)
    let corpus = try options.corpus
    let daemon = try ServedDaemon(
      in: place, roots: [corpus], configuration: "[Extract]\nReaders=\(readers)\n")
    var peak = 0
    while try daemon.client.status().state != .idle {
      peak = max(peak, ProcessTree.memory(of: daemon.process.number))
      wait(.milliseconds(200))
    }
    let wall = daemon.start.duration(to: .now) / .seconds(1)
    let cpu = ProcessTree.cpuSeconds(of: daemon.process.number)
    try daemon.terminate()
    return Cost(
      wall: wall, cpu: cpu, peak: peak, contents: try IndexContents(state: state, root: corpus))
  }

  // MARK: What is saved meanwhile

  private func measureSaves(_ verdict: inout Verdict) throws {
    for readers in [1, 2] {
      place.remove(place.path.appending("state"))
      var saves = try Saves(options, in: place, "saved-\(readers)")
      let daemon = try ServedDaemon(
        in: place, roots: [options.corpus, saves.folder],
        configuration: "[Extract]\nReaders=\(readers)\n")
      try saves.save(to: daemon) { try daemon.client.status().state != .idle }
      try daemon.terminate()
      saves.report("saved during a first index, \(readers) readers", &verdict)
    }
  }

  private func measureDamage(_ verdict: inout Verdict) throws {
    let sound = try DocumentFolder.files(below: options.corpus, ".pdf")
    guard !sound.isEmpty else {
      return verdict.add("damaged documents", "no PDF in the corpus", isGood: false)
    }
    var saves = try Saves(options, in: place, "beside-damaged")
    var damage = DocumentDamage(seed: options.seed)
    let made = try place.folder("damaged")
    for number in 0..<Self.damagedCount {
      let bytes = damage.damage(
        try sound[number % sound.count].contents(), DocumentDamage.kind(number))
      try made.appending("\(number).pdf").write(bytes)
    }
    place.remove(place.path.appending("state"))
    let daemon = try ServedDaemon(
      in: place, roots: [saves.folder], configuration: "[Extract]\nReaders=1\n")
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    _ = try Program.run(
      "/bin/cp", "-r", "\(made)", "\(saves.folder.appending("books"))", within: .seconds(600))
    try saves.save(to: daemon) { try daemon.client.status().state != .idle }
    try daemon.terminate()
    saves.report("saved behind \(Self.damagedCount) damaged PDFs", &verdict)
  }
}

/// Notes and small documents that are saved at random moments, and the times until they are found.
private struct Saves {
  let folder: FilePath
  private let made: FilePath
  private var random: SplitMix
  private var notes: [Duration] = []
  private var documents: [Duration] = []
  private static let documentCount = 1_000

  init(_ options: Options, in place: Workplace, _ name: String) throws {
    folder = try place.folder(name)
    made = try place.folder("fresh")
    random = SplitMix(seed: options.seed)
    // Document N has the word "freshdocxNx".
    _ = try options.runScript(
      "generate.py", ["\(made)", "\(options.seed)", "fresh", "\(Self.documentCount)"])
  }

  /// Saves files until nothing is left to be read.
  mutating func save(to daemon: ServedDaemon, while isBusy: () throws -> Bool) throws {
    // The folder is watched once the first comparison has reached it.
    _ = try save(
      Array("A note with savedfirstx.\n".utf8), as: "first.txt", "savedfirstx", to: daemon)
    var number = 0
    while try isBusy(), number < Self.documentCount {
      wait(.milliseconds(Int.random(in: 100...600, using: &random)))
      if number.isMultiple(of: 3) {
        let file = made.appending("fresh").appending("\(number).docx")
        documents.append(
          try save(try file.contents(), as: "\(number).docx", "freshdocx\(number)x", to: daemon))
      } else {
        let word = "savednote\(number)x"
        notes.append(
          try save(Array("A note with \(word).\n".utf8), as: "\(number).txt", word, to: daemon))
      }
      number += 1
    }
  }

  private func save(
    _ bytes: [UInt8], as name: String, _ word: String, to daemon: ServedDaemon
  ) throws -> Duration {
    try folder.appending(name).write(bytes)
    let start = ContinuousClock.now
    while try daemon.count(word) == 0, start.duration(to: ContinuousClock.now) < .seconds(60) {
      wait(.milliseconds(2))
    }
    return start.duration(to: ContinuousClock.now)
  }

  func report(_ name: String, _ verdict: inout Verdict) {
    if let times = Quantiles(notes) {
      verdict.add(
        "note \(name)", "\(times); at most 40, 250 and 1,000 ms",
        isGood: times.median <= .milliseconds(40) && times.ninetyNinth <= .milliseconds(250)
          && times.largest <= .seconds(1))
    }
    if let times = Quantiles(documents) {
      verdict.add(
        "docx \(name)", "\(times); at most 500 ms for 99 of 100",
        isGood: times.ninetyNinth <= .milliseconds(500))
    }
  }
}
