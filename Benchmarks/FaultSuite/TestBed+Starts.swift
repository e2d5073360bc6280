import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Starts on a disk on which nothing can be written; all documents of the index still have to be
/// found.
extension TestBed {
  /// A disk without a free block, and with room again while the daemon runs.
  func startOnFullDisk() throws {
    try startOnHinderedDisk("a start on a full disk") {
      try fillUp()
    } freeing: {
      try filler.removeFile()
    }
  }

  /// A disk that can only be read, and be written again while the daemon runs.
  func startOnReadOnlyDisk() throws {
    try startOnHinderedDisk("a start on a read-only disk") {
      try run("/bin/mount", "-o", "remount,ro", "\(state)")
    } freeing: {
      try run("/bin/mount", "-o", "remount,rw", "\(state)")
    }
  }

  private func startOnHinderedDisk(
    _ fault: String, hindering: () throws -> Void, freeing: () throws -> Void
  ) throws {
    try mountImage()
    defer { unmount() }
    for round in 0..<min(rounds, 6) {
      guard let first = start() else {
        tally.failures.append("The daemon does not start in round \(round).")
        return
      }
      // The same start without the fault: other programs may use the CPU.
      guard let usual = firstAnswer(of: first) else { return }
      try work()
      try first.synchronize()
      // An index that was closed in order, and one with a log that has to be read.
      if round.isMultiple(of: 2) { stop(first) } else { try kill(first) }
      witness.expectSilence()
      try hindering()
      if let daemon = start() {
        if let time = firstAnswer(of: daemon, after: fault), time > max(.seconds(1), usual * 3) {
          tally.failures.append("After \(fault) the first answer took too long.")
        }
        try work()
        wait(.milliseconds(500))
        let warnings = try daemon.client.status().warnings
        if !warnings.contains(where: { $0.contains("cannot be written") }) {
          tally.failures.append("After \(fault) the status says nothing of it: \(warnings)")
        }
        try freeing()
        try expectHealed(daemon, after: fault)
      } else {
        try freeing()
        tally.failures.append("The daemon does not start: \(fault).")
        try expectHealed(after: fault)
      }
    }
  }

  /// How long after its start a daemon has found a document; nil, and a failure, if it does not.
  private func firstAnswer(of daemon: ServedDaemon, after fault: String? = nil) -> Duration? {
    let deadline = daemon.start + .seconds(30)
    while .now < deadline {
      let hits =
        (try? daemon.client.search(SearchMethod.Parameters(query: "anchor0", strict: true)).hits)
        ?? []
      let duration = daemon.start.duration(to: .now)
      if hits.count == 1 {
        if let fault { say("\(fault): the first answer after \(milliseconds(duration)) ms") }
        return duration
      }
      wait(.milliseconds(5))
    }
    tally.failures.append("After \(fault ?? "a start") nothing is found for 30 s.")
    return nil
  }

  private var filler: FilePath { state.appending("filler") }

  /// Takes every block there is.
  private func fillUp() throws {
    let file = try FileDescriptor(opening: filler, flags: 0o101)
    for size in [1 << 20, 4_096, 512] {
      let bytes = [UInt8](repeating: 1, count: size)
      while (try? file.write(bytes)) != nil {}
    }
    try run("/bin/sync", "-f", "\(state)")
    while (try? file.write([UInt8](repeating: 1, count: 512))) != nil {}
  }
}
