import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Faults at a chosen system call, by strace(1), and deaths.
extension TestBed {
  /// SIGKILL at every 7th write of a run.
  func killAtWrites() throws {
    let count = try countCalls("pwrite64", parts: 4)
    for number in spread(Array(stride(from: 7, through: count, by: 7))) {
      let daemon = start(prefix: injecting("pwrite64", "signal=KILL:when=\(number)"))
      if let daemon {
        try work(parts: 4, with: daemon)
        // Writes that are left happen at the end.
        try daemon.process.send(signal: SignalDescriptor.terminate)
        let ending = try daemon.process.wait(until: .now + .seconds(60))
        // No two runs write equally often.
        if ending == .exited(0) { tally.faults -= 1 }
      }
      try expectHealed(after: "SIGKILL at write \(number) of \(count)")
    }
  }

  /// SIGKILL at random moments.
  func killAtMoments() throws {
    for round in 0..<min(rounds, 200) {
      guard let daemon = start() else {
        tally.interventions += 1
        tally.failures.append("The daemon does not start in round \(round).")
        return
      }
      let delay = moment(upTo: .milliseconds(150))
      try work()
      wait(delay)
      try kill(daemon)
      try expectHealed(after: "SIGKILL in round \(round), \(milliseconds(delay)) ms after work")
    }
  }

  /// SIGKILL while a certain document is read.
  func killAtDocuments() throws {
    for round in 0..<min(rounds, 30) {
      let file = files.appending("poison").appending("\(round).txt")
      try file.write("hemlock\(round)\n")
      let daemon = start(
        prefix: [
          Self.strace, "-D", "-f", "-qq", "-o", "\(log)", "-P", "\(file)", "-e", "trace=read", "-e",
          "inject=read:signal=KILL",
        ])
      try work()
      _ = try daemon?.process.wait(until: .now + .seconds(60))
      try expectHealed(after: "SIGKILL while document \(round) was read")
    }
  }

  /// A call that fails once, at each of the times that it is made in a run; the daemon has to get
  /// over it by itself.
  func fail(_ call: String, with error: String) throws {
    let count = try countCalls(call, parts: 1)
    for number in spread(Array(1...max(1, count))) {
      let fault = "\(error) at \(call) \(number) of \(count)"
      try log.removeFile()
      let daemon = start(prefix: injecting(call, "error=\(error):when=\(number)"))
      try work()
      if let daemon, try daemon.process.ending() == nil {
        try expectHealed(daemon, after: fault)
      } else {
        // It could not begin, and systemd starts it again.
        try expectHealed(after: fault)
      }
      // No two runs make a call equally often.
      if try !log.text().contains("INJECTED") { tally.faults -= 1 }
    }
  }

  /// The output of strace about the calls.
  private var log: FilePath { place.path.appending("calls") }

  /// Changes files in parts, each of which the daemon commits, if it lives.
  private func work(parts: Int, with daemon: ServedDaemon) throws {
    let client = try? SearchClient(connectingTo: daemon.socket, timeout: .seconds(30))
    for _ in 0..<parts {
      try work()
      _ = try? client?.sync(SyncMethod.Parameters())
    }
  }

  /// How many times the daemon makes a call from its start to its end.
  private func countCalls(_ call: String, parts: Int) throws -> Int {
    // The first index is made without faults, so that there is always one to damage.
    for isCounted in [false, true] {
      guard
        let daemon = start(
          prefix: isCounted
            ? [Self.strace, "-D", "-f", "-qq", "-o", "\(log)", "-e", "trace=\(call)"] : [])
      else { continue }
      try work(parts: parts, with: daemon)
      stop(daemon)
      if isCounted {
        // strace ends a little later than the program that it watches.
        wait(.milliseconds(200))
        return try log.contents().count { $0 == UInt8(ascii: "\n") }
      }
    }
    return 0
  }

  func injecting(_ call: String, _ fault: String) -> [String] {
    [
      Self.strace, "-D", "-f", "-qq", "-o", "\(log)", "-e", "trace=\(call)", "-e",
      "inject=\(call):\(fault)",
    ]
  }
}
