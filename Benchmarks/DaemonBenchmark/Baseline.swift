import DaemonMeasuring
import LinuxSystem
import SearchInterface

/// A C program that puts the files of a folder into FTS5 and does nothing else: the floor.
///
/// It is called with a database, a folder and a tokenizer. It prints `user=` and `sys=`, its CPU
/// seconds, and `textMB=`, the indexed text.
struct Baseline {
  private static let tokenizer = "porter unicode61 remove_diacritics 2"
  private let program: FilePath
  private let database: FilePath

  /// Compiles it.
  init(source: FilePath, in place: Workplace) throws {
    program = place.path.appending("baseline")
    database = place.path.appending("baseline.sqlite")
    let ending = try Program.run(
      "/usr/bin/cc", "-O2", "-w", "-o", "\(program)", "\(source)", "-lsqlite3",
      within: .seconds(60))
    guard ending == .exited(0) else {
      throw SystemError(code: 8, attempt: "Cannot compile '\(source)'")
    }
  }

  /// The cost of one run, and how many MB of text it has indexed.
  private func run(on folder: FilePath) throws -> (seconds: Double, megabytes: Double) {
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? database.parent.appending(database.name + Array(suffix.utf8)).removeFile()
      }
    }
    let words = ["\(database)", "\(folder)", Self.tokenizer].map { Array($0.utf8) }
    let command = ChildProcess.Command(program, words)
    let report = try ChildProcess.run(command, until: .now + .seconds(3_600))
    let output = String(decoding: report.output, as: UTF8.self)
    func number(_ name: String) -> Double {
      output.split(separator: " ").first { $0.hasPrefix("\(name)=") }
        .flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
    }
    return (number("user") + number("sys"), number("textMB"))
  }

  /// Indexes a folder with it and with the daemon in turn, and prints the cost of each.
  ///
  /// - Parameters:
  ///   - folder: the files.
  ///   - place: where the daemons' states lie.
  ///   - rounds: how often.
  /// - Throws: where one of them cannot be run.
  func compare(on folder: FilePath, in place: Workplace, rounds: Int) throws {
    var ratios: [Double] = []
    for _ in 0..<rounds {
      let floor = try run(on: folder)
      let daemon = try ServedDaemon(in: place, roots: [folder])
      try daemon.synchronize()
      try daemon.waitUntilIdle()
      let seconds = try daemon.cost.cpuSeconds
      let status = try daemon.client.status()
      try daemon.terminate()
      place.remove(place.path.appending("state"))
      ratios.append(seconds / floor.seconds)
      report(
        "first index",
        """
        \(status.documents) documents, \(Int(floor.megabytes)) MB of text: CPU \
        \(rounded(seconds)) s, the baseline \(rounded(floor.seconds)) s: \
        \(rounded(seconds / floor.seconds)) times; index \
        \(rounded(Double(status.indexBytes) / 10_000 / floor.megabytes)) % of the text
        """)
    }
    let median = ratios.sorted()[rounds / 2]
    report("first index against the baseline", "median \(rounded(median)) times")
  }
}
