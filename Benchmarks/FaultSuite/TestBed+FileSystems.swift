import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Other file systems for the files, and one for the index that becomes read-only.
extension TestBed {
  /// Storms on file systems of several types, each mounted where the root is.
  func storm(on types: [String]) throws {
    for type in types {
      let volume = place.path.appending("volume-\(type)")
      do {
        try run("/usr/bin/truncate", "--size=400M", "\(volume)")
        try run("/usr/sbin/mkfs.\(type)", "\(volume)")
        try run("/bin/mount", "-o", "loop", "\(volume)", "\(files)")
      } catch {
        say("\(type): not tried, \(error)")
        continue
      }
      defer { _ = try? Program.run("/bin/umount", "--lazy", "\(files)", within: .seconds(60)) }
      try Self.writeStillFiles(in: files)
      for round in 0..<min(rounds, 6) {
        guard let daemon = start() else {
          tally.failures.append("The daemon does not start with \(type).")
          return
        }
        beginStorm(in: files.appending("storm\(round)"), round: round)
        for _ in 0..<8 {
          try work(steps: 60)
          try daemon.synchronize()
        }
        if round.isMultiple(of: 2) {
          try expectHealed(daemon, after: "a storm on \(type) in round \(round)")
        } else {
          try kill(daemon)
          try work(steps: 30)
          try expectHealed(after: "a storm and a death on \(type) in round \(round)")
        }
      }
    }
  }

  /// A disk that the kernel makes read-only after an error while the daemon runs, and that is mounted anew.
  func makeReadOnlyWhileRunning() throws {
    for round in 0..<min(rounds, 5) {
      try mountImage(options: "loop,errors=remount-ro")
      defer { unmount() }
      guard let daemon = start() else {
        tally.failures.append("The daemon does not start in round \(round).")
        return
      }
      try work()
      try daemon.synchronize()
      try failDisk()
      try work()
      let hidden = files.appending("still").appending("1.txt")
      let reply = try daemon.client.forget(ForgetMethod.Parameters(path: hidden.uri))
      if reply.obstacle == nil {
        tally.failures.append("Nothing is said of a list that cannot be written.")
      }
      let query = SearchMethod.Parameters(query: "anchor1", strict: true)
      if try !daemon.client.search(query).hits.isEmpty {
        tally.failures.append("What was forgotten on a read-only disk is found.")
      }
      holdOn(for: .seconds(2))
      let warnings = try daemon.client.status().warnings
      if !warnings.contains(where: { $0.contains("cannot be written") || $0.contains("ead-only") })
      {
        tally.failures.append("The status says nothing of a read-only disk: \(warnings)")
      }
      stop(daemon)
      unmount()
      try run("/bin/mount", "-o", "loop", "\(image)", "\(state)")
      try expectHealed(after: "a disk that became read-only in round \(round)")
    }
  }

  /// Has the kernel treat the disk of the index as one with an error; see ext4(5) and `errors=`.
  private func failDisk() throws {
    let device = "$(basename $(findmnt -no SOURCE \(state)))"
    try run("/bin/sh", "-c", "echo sitta > /sys/fs/ext4/\(device)/trigger_fs_error")
  }
}
