import DaemonMeasuring
import LinuxSystem
import TestSupport

/// The remains of reading when nothing is to be read: no process and no wake-up.
struct IdleTest {
  private let place: Workplace
  /// A program ends after 30 s without a document.
  private static let bound = Duration.seconds(32)

  init(in place: Workplace) {
    self.place = place
  }

  func run(_ verdict: inout Verdict) throws {
    let files = try place.folder("files")
    for number in 0..<100 {
      try files.appending("\(number).html").write("<p>A page with the number \(number).")
    }
    let daemon = try ServedDaemon(in: place, roots: [files])
    try daemon.synchronize()
    try daemon.waitUntilIdle()
    let root = daemon.process.number
    let running = ProcessTree.descendants(of: root).count
    let start = ContinuousClock.now
    while !ProcessTree.descendants(of: root).isEmpty, start.duration(to: .now) < .seconds(60) {
      wait(.milliseconds(100))
    }
    let time = start.duration(to: .now)
    verdict.add(
      "processes that read",
      "\(running) after 100 documents, none after \(rounded(time / .seconds(1))) s, at most 32 s",
      isGood: running > 0 && time <= Self.bound)
    // The end of the last one wakes the daemon once.
    wait(.seconds(2))
    let before = try daemon.cost
    wait(.seconds(10))
    let after = try daemon.cost
    verdict.add(
      "idle for 10 s",
      """
      \(after.switches - before.switches) wake-ups, at most 0; \(after.residentKiB / 1_024) MiB \
      resident
      """, isGood: after.switches == before.switches)
    try daemon.terminate()
  }
}
