import DaemonMeasuring
import LinuxSystem

/// Measures how documents are read: in the jail, and by a real `sittad`.
///
/// `ReadingBenchmark [OPTION…] PART…` prints the figures of the parts beside their bounds, and ends with 1
/// if a bound is missed. `Benchmarks/ReadingBenchmark/fetch-material.sh FOLDER` fetches the documents
/// and the reference readers. The parts:
///
/// - `words`: the words of our readers against the words of reference readers, by format.
/// - `speed`: CPU time and memory of the readers, beside `pdftotext` and `recollindex` in the same run.
/// - `found`: the time from a saved document to a hit.
/// - `damage`: damaged documents and bombs beside sound ones.
/// - `pool`: several readers at once: time, memory and content of a first index, and what is saved meanwhile.
/// - `kills`: the daemon and processes that read are killed at random; the index has to be the same as without.
/// - `idle`: processes and wake-ups after the last document.
///
/// `ReadingBenchmark text FILE…` prints the text of files.
///
/// Options: `--material FOLDER` is what the script has fetched, `--corpus FOLDER` any folder of
/// documents for `speed`, `pool` and `kills`, `--scripts FOLDER` the reference readers, `--seed N`, `--rounds N`
/// (files of each format for `words` and `damage`, runs for `found` and `pool`, kills for `kills`),
/// `--only NAME` (a format of `words` or `damage`, a part of `pool`, may be repeated), and `--readers N` for `kills`.
@main
struct ReadingBenchmark {
  static func main() {
    do {
      try run()
    } catch {
      say("\(error)")
      ProcessEnvironment.exit(1)
    }
  }

  private static func run() throws {
    // A daemon that has ended is an error of one part.
    SignalDescriptor.ignoreBrokenPipes()
    let words = ProcessEnvironment.arguments.map { String(decoding: $0, as: UTF8.self) }
    let options = try Options(words)
    if words.first == "text" {
      let reading = try JailedReading()
      for word in words.dropFirst() {
        let text = try reading.text(Options.path(word))
        say(String(decoding: text ?? Array("No text.".utf8), as: UTF8.self))
      }
      return
    }
    guard options.unknown.isEmpty, !options.parts.isEmpty else {
      let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
      say("Name one or more parts: \(known).")
      ProcessEnvironment.exit(2)
    }
    say("seed \(options.seed)")
    var verdict = Verdict()
    for part in options.parts {
      let place = try Workplace()
      defer { place.remove() }
      switch part {
      case .words: try WordComparison(options, in: place).run(&verdict)
      case .speed: try ReadingSpeed(options, in: place).run(&verdict)
      case .found: try ReadingFreshness(options, in: place).run(&verdict)
      case .damage: try DamageTest(options, in: place).run(&verdict)
      case .pool: try PoolTest(options, in: place).run(&verdict)
      case .kills: try KillingTest(options, in: place).run(&verdict)
      case .idle: try IdleTest(in: place).run(&verdict)
      }
    }
    ProcessEnvironment.exit(verdict.hasFailed ? 1 : 0)
  }
}

/// A part of the benchmark.
enum Part: String, CaseIterable {
  case words, speed, found, damage, pool, kills, idle
}

/// The command line.
struct Options {
  private(set) var parts: [Part] = []
  private(set) var unknown: [String] = []
  private(set) var seed: UInt64 = 1
  private(set) var rounds: Int?
  private(set) var only: Set<String> = []
  private(set) var readers = 1
  private let folders: [String: FilePath]

  init(_ words: [String]) throws {
    var rest = words[...]
    var folders: [String: FilePath] = [:]
    while let word = rest.popFirst() {
      switch word {
      case "--seed": seed = rest.popFirst().flatMap { UInt64($0) } ?? seed
      case "--rounds": rounds = rest.popFirst().flatMap { Int($0) }
      case "--readers": readers = rest.popFirst().flatMap { Int($0) } ?? readers
      case "--only": only.insert(rest.popFirst() ?? "")
      case "--material", "--corpus", "--scripts":
        folders[word] = try Self.path(rest.popFirst() ?? "")
      default:
        if let part = Part(rawValue: word) { parts.append(part) } else { unknown.append(word) }
      }
    }
    self.folders = folders
  }

  /// The folder that `fetch-material.sh` has filled.
  var material: FilePath {
    get throws { try folder("--material") }
  }

  /// A folder of documents of all kinds.
  var corpus: FilePath {
    get throws { try folder("--corpus") }
  }

  /// Whether a format is wanted.
  func wants(_ name: String) -> Bool { only.isEmpty || only.contains(name) }

  /// Runs a script in Python with the reference readers.
  func runScript(_ name: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let scripts =
      try folders["--scripts"] ?? Self.path("Benchmarks/ReadingBenchmark/reference")
    let python = try material.appending("python").appending("bin").appending("python")
    let words = ["\(scripts.appending(name))"] + arguments
    let report = try ChildProcess.run(
      ChildProcess.Command(python, words.map { Array($0.utf8) }), input: .bytes(input),
      until: .now + .seconds(3_600))
    guard report.ending == .exited(0) else {
      say(String(decoding: report.errors.suffix(2_000), as: UTF8.self))
      throw SystemError(code: 8, attempt: "The script failed", path: scripts.appending(name))
    }
    return report.output
  }

  private func folder(_ option: String) throws -> FilePath {
    guard let folder = folders[option] else {
      throw SystemError(code: 2, attempt: "The option \(option) FOLDER is missing")
    }
    return folder
  }

  static func path(_ text: String) throws -> FilePath {
    guard
      let path = FilePath(Array(text.utf8), relativeTo: try .workingDirectory(), home: .root)
    else { throw SystemError(code: 2, attempt: "An empty path was given") }
    return path
  }
}

/// Whether every figure is within its bound.
struct Verdict {
  private(set) var hasFailed = false

  /// Prints a figure and whether it is good enough.
  mutating func add(_ name: String, _ text: String, isGood: Bool) {
    say("\(name): \(text)\(isGood ? "" : " — MISSED")")
    if !isGood { hasFailed = true }
  }
}

/// Prints a line at once, also into a file.
func say(_ line: String) {
  try? FileDescriptor.writeToStandardOutput(Array("\(line)\n".utf8))
}
