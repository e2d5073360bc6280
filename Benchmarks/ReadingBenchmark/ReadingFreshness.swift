import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// The time from a saved document to a hit.
struct ReadingFreshness {
  private let options: Options
  private let place: Workplace
  private static let standardRounds = 20

  init(_ options: Options, in place: Workplace) {
    (self.options, self.place) = (options, place)
  }

  func run(_ verdict: inout Verdict) throws {
    let rounds = options.rounds ?? Self.standardRounds
    let made = try place.folder("made")
    // Document N of a kind has the word "freshKINDNx" at its end.
    _ = try options.runScript(
      "generate.py", ["\(made)", "\(options.seed)", "fresh", "\(2 * rounds + 1)"])
    let root = try place.folder("files")
    for number in 0..<500 {
      try root.appending("other").appending("\(number).txt").write("Other words \(number).\n")
    }
    let daemon = try ServedDaemon(in: place, roots: [root])
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    for kind in ["docx", "eml", "html", "pdf"] where options.wants(kind) {
      for isWarm in [true, false] {
        var times: [Duration] = []
        func content(_ number: Int) throws -> [UInt8] {
          try made.appending("fresh").appending("\(number).\(kind)").contents()
        }
        if isWarm {
          try root.appending("first.\(kind)").write(content(2 * rounds))
          try daemon.synchronize()
        }
        for round in 0..<rounds {
          let number = isWarm ? round : rounds + round
          let bytes = try content(number)
          if !isWarm { try endPrograms(of: daemon) }
          let file = root.appending("\(number).\(kind)")
          try file.write(bytes)
          let closed = ContinuousClock.now
          while try daemon.client.search(
            SearchMethod.Parameters(query: "fresh\(kind)\(number)x", strict: true)
          ).hits.isEmpty, closed.duration(to: .now) < .seconds(30) {}
          times.append(closed.duration(to: .now))
          wait(.milliseconds(100))
        }
        guard let quantiles = Quantiles(times) else { continue }
        let bound = kind == "pdf" ? 130 : 90
        verdict.add(
          "saved \(kind) to hit, \(isWarm ? "warm" : "cold")",
          "\(quantiles); at most \(bound) ms in the median",
          isGood: quantiles.median <= .milliseconds(bound))
      }
    }
    try daemon.terminate()
  }

  /// Ends the programs that read, as they end by themselves after half a minute.
  private func endPrograms(of daemon: ServedDaemon) throws {
    ProcessKiller.killAll(below: daemon.process.number)
    // The daemon has noticed it when it is idle again.
    wait(.milliseconds(50))
    try daemon.waitUntilIdle()
  }
}
