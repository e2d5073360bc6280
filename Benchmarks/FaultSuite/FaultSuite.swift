import DaemonMeasuring
import LinuxSystem
import TestSupport

/// Tries faults on a real `sittad`, and holds the index against the disk after each.
///
/// `FaultSuite [--seed N] [--rounds N] [--minutes N] [--only CASE]…` works below `$TMPDIR`, tries every fault of
/// the cases (or as many of each as `--rounds` says, spread over them), prints a table, and ends
/// with 1 where a document was lost, somebody had to intervene, or an index did not agree with
/// itself. A failure is printed with the options that repeat it. `--minutes` says how long files change while
/// the index is compared with them: an hour without it, or a few seconds with `--rounds`.
///
/// The longest time without an answer is counted while a daemon runs or ought to: a client asks at
/// intervals of 2 ms (10 ms with `--rounds`) for a word that one file has all the time, and the time is
/// that between two right answers, or from the start of a daemon to its first; it includes the time
/// that a dead daemon needs to be started again, which is done at once.
@main
struct FaultSuite {
  static func main() throws {
    var options = Options(ProcessEnvironment.arguments.map { String(decoding: $0, as: UTF8.self) })
    if let unknown = options.cases.first(where: { FaultCase(rawValue: $0) == nil }) {
      let known = FaultCase.allCases.map(\.rawValue).joined(separator: ", ")
      say("There is no case '\(unknown)'; there are \(known).")
      ProcessEnvironment.exit(2)
    }
    if !options.isInside, options.mountsDisks, ProcessEnvironment.user == 0 {
      ProcessEnvironment.exit(try runInside(options))
    }
    // Connections to daemons that die are a matter of course here.
    SignalDescriptor.ignoreBrokenPipes()
    options.seed = options.seed ?? UInt64.random(in: 1...999_999)
    let seed = options.seed ?? 1
    say("seed \(seed)")
    var reports: [(name: String, tally: Tally)] = []
    for name in options.chosen {
      if let reason = name.hindrance(isInside: options.isInside) {
        say("\(name.rawValue): not tried, \(reason)")
        continue
      }
      let place = try Workplace()
      defer { place.remove() }
      let bed = try TestBed(
        in: place, seed: seed, rounds: options.rounds,
        work: name.writesDocuments ? .documents : .plain)
      if let minutes = options.minutes { bed.stormTime = .seconds(60 * minutes) }
      do {
        try name.run(on: bed)
      } catch {
        bed.tally.failures.append("The case could not go on: \(error)")
      }
      let tally = bed.finish()
      for failure in tally.failures.prefix(20) {
        say("FAILED --seed \(seed) --only \(name.rawValue): \(failure)")
      }
      reports.append((name.rawValue, tally))
      say("\(name.rawValue): \(tally.line)")
    }
    say(Tally.table(reports))
    ProcessEnvironment.exit(reports.contains { $0.tally.hasFailed } ? 1 : 0)
  }

  /// Runs itself in a namespace in which other processes see no mounts of it; see unshare(1).
  private static func runInside(_ options: Options) throws -> Int32 {
    guard let unshare = FilePath(absolute: "/usr/bin/unshare") else { return 1 }
    let words =
      ["--mount", "--propagation", "private", "\(try Program.sibling("FaultSuite"))", "--inside"]
      + options.words
    let child = try ChildProcess(
      ChildProcess.Command(unshare, words.map { Array($0.utf8) }), output: .descriptor(1),
      errors: .descriptor(2))
    let ending = try child.wait(until: .now + .seconds(24 * 3_600))
    return ending == .exited(0) ? 0 : 1
  }
}

/// The words of the command line.
struct Options {
  let words: [String]
  var seed: UInt64?
  var rounds = Int.max
  var minutes: Int?
  var cases: [String] = []
  var isInside = false

  init(_ words: [String]) {
    self.words = words
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = rest.popFirst().flatMap { UInt64($0) }
      case "--rounds": rounds = rest.popFirst().flatMap { Int($0) } ?? rounds
      case "--minutes": minutes = rest.popFirst().flatMap { Int($0) }
      case "--inside": isInside = true
      case "--only": cases.append(rest.popFirst() ?? "")
      default: cases.append(word)
      }
    }
  }

  var chosen: [FaultCase] {
    cases.isEmpty ? FaultCase.allCases : cases.compactMap(FaultCase.init)
  }

  var mountsDisks: Bool { chosen.contains(where: \.mountsDisk) }
}

/// Prints a line at once, also into a file.
func say(_ line: String) {
  try? FileDescriptor.writeToStandardOutput(Array("\(line)\n".utf8))
}
