import DaemonMeasuring
import LinuxSystem
import SearchInterface
import Synchronization

/// Differences between index and disk that no event reports, and the comparisons that find them.
extension TestBed {
  /// Takes away, swaps and ages documents of a running index, and counts those that are found.
  func alterDocuments() throws {
    let documents = AlteredDocuments(
      in: place.path, files: files.appending("many"), count: rounds == .max ? 2_000 : 20 * rounds)
    let report = try documents.run()
    say(
      """
        \(report.found) of \(report.faults) differences found in \(milliseconds(report.time)) ms, \
      \(report.falseAlarms) false alarms
      """)
    tally.faults += report.faults
    tally.lost += report.faults - report.found
    tally.failures += report.failures
  }

  /// Compares again and again while files change, which must never give a difference.
  func verifyInStorms(lasting time: Duration) throws {
    guard let daemon = start() else {
      tally.failures.append("The daemon did not come to answer.")
      return
    }
    let comparisons = Comparisons(at: daemon.socket)
    let end = ContinuousClock.now + time
    while .now < end { try work(steps: 20) }
    let result = comparisons.end()
    say(
      """
        \(result.runs) comparisons of \(result.compared) files in \(time.components.seconds) s of storms, \
      \(result.changing) undecided, \(result.differences.count) false alarms
      """)
    tally.faults += result.runs
    tally.failures += result.differences.prefix(20)
    try daemon.synchronize()
    var isProven: Bool?
    try daemon.client.verify(VerifyMethod.Parameters()) { isProven = $0.proven }
    if isProven != true { tally.failures.append("After the storms the index is not proven.") }
    stop(daemon)
  }
}

/// Compares the index with the disk again and again, on a thread of its own.
private final class Comparisons: Sendable {
  struct Result: Sendable {
    var runs = 0
    var compared = 0
    var changing = 0
    var differences: [String] = []
  }

  private struct State {
    var result = Result()
    var isWanted = true
    var hasEnded = false
  }

  private let state = Mutex(State())

  init(at socket: FilePath) {
    Task.detached { [self] in
      while state.withLock({ $0.isWanted }) { compare(socket) }
      state.withLock { $0.hasEnded = true }
    }
  }

  /// Ends after the comparison that is under way.
  func end() -> Result {
    state.withLock { $0.isWanted = false }
    while !state.withLock({ $0.hasEnded }) { wait(.milliseconds(50)) }
    return state.withLock { $0.result }
  }

  private func compare(_ socket: FilePath) {
    do {
      let client = try SearchClient(connectingTo: socket, timeout: .seconds(3_600))
      var last: VerificationCountsMessage?
      try client.verify(VerifyMethod.Parameters()) { reply in
        last = reply.counts
        let lines = reply.differences.map { "\($0.reason): \($0.uri)" }
        state.withLock { $0.result.differences += lines }
      }
      state.withLock { state in
        state.result.runs += 1
        state.result.compared += last?.agreeing ?? 0
        state.result.changing += last?.changing ?? 0
      }
    } catch {
      state.withLock { $0.result.differences.append("no answer: \(error)") }
    }
  }
}
