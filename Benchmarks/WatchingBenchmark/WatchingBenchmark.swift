import DaemonMeasuring
import LinuxSystem

/// Measures how fresh a real `sittad` stays, and whether it is right after a storm.
///
/// `WatchingBenchmark [--seed N] [--seeds N] [--operations N] [--program SITTAD] [PART…]` makes its
/// files below `$TMPDIR`, prints the figures of the parts beside their bounds, and ends with 1 if
/// one is missed. Without a part it does all of them: `storm` (four processes work at random, under
/// four sorts of trouble), `storms` (`--seeds` of them, without trouble), `fresh` (a closed file is
/// found), `large` (the same beside 32 MiB of different words), `copy` (`cp -r`), `rename` (a
/// folder of 10,000 files), `start` (on an unchanged tree), `memory` (a million files, for which
/// there must be as many free inodes), and four parts about growth: `renames` (while 100,000 items
/// wait), `removal` (of 30,000 folders), `rules` (new folders beside 2,000 repositories) and
/// `folders` (150,000 of them, in memory); these four measure another `sittad` with `--program`.
@main
struct WatchingBenchmark {
  private static let parts = [
    "storm", "storms", "fresh", "large", "copy", "rename", "start", "memory",
    "renames", "removal", "rules", "folders",
  ]

  static func main() throws {
    // A daemon that has ended is an error of the one storm.
    SignalDescriptor.ignoreBrokenPipes()
    var words = ProcessEnvironment.arguments.map { String(decoding: $0, as: UTF8.self) }[...]
    if words.first == "--worker" { return try StormWorker(words.dropFirst()).run() }
    var seed = UInt64.random(in: 1...999_999)
    var seeds = 5
    var operations = 20_000
    var program: FilePath?
    var asked: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? seed
      case "--seeds": seeds = words.popFirst().flatMap { Int($0) } ?? seeds
      case "--operations": operations = words.popFirst().flatMap { Int($0) } ?? operations
      case "--program": program = words.popFirst().flatMap { FilePath(absolute: $0) }
      default: asked.append(word)
      }
    }
    if let unknown = asked.first(where: { !parts.contains($0) }) {
      print("There is no part '\(unknown)'; there are \(parts.joined(separator: ", ")).")
      ProcessEnvironment.exit(1)
    }
    var verdict = Verdict()
    for part in asked.isEmpty ? parts : asked {
      try run(part, seed, seeds, operations, program, &verdict)
    }
    ProcessEnvironment.exit(verdict.hasFailed ? 1 : 0)
  }

  private static func run(
    _ part: String, _ seed: UInt64, _ seeds: Int, _ operations: Int, _ program: FilePath?,
    _ verdict: inout Verdict
  ) throws {
    let place = try Workplace()
    defer { place.remove() }
    switch part {
    case "storm":
      for trouble in Storms.Trouble.allCases {
        let storms = Storms(in: place, seed: seed, operations: operations, trouble)
        try storms.run(&verdict)
      }
    case "storms":
      try Storms.run(seeds, in: place, seed: seed, operations: operations, &verdict)
    case "fresh": try Freshness(in: place).measureClosedFiles(&verdict)
    case "large": try Freshness(in: place).measureBesideLargeFile(&verdict)
    case "copy": try Freshness(in: place).measureCopy(&verdict)
    case "rename": try Freshness(in: place).measureRename(&verdict)
    case "start": try LargeTree(in: place).measureStart(&verdict)
    case "renames": try Growth(in: place, program: program).measureRenames(&verdict)
    case "removal": try Growth(in: place, program: program).measureRemoval(&verdict)
    case "rules": try Growth(in: place, program: program).measureRules(&verdict)
    case "folders": try Growth(in: place, program: program).measureFolders(&verdict)
    default: try LargeTree(in: place).measureMemory(&verdict)
    }
  }
}

/// Whether every figure is within its bound.
struct Verdict {
  private(set) var hasFailed = false

  /// Prints a figure and whether it is good enough.
  mutating func note(_ name: String, _ text: String, isGood: Bool) {
    report(name, text + (isGood ? "" : " — MISSED"))
    if !isGood { hasFailed = true }
  }
}
