import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Faults of the disk that the index lies on, and a shortage of descriptors.
extension TestBed {
  /// A disk that fills up while the daemon works, and has room again.
  func fillDisk() throws {
    for round in 0..<min(rounds, 5) {
      try state.makeDirectory()
      try run("/bin/mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "none", "\(state)")
      defer { unmount() }
      guard let daemon = start() else {
        tally.failures.append("The daemon does not start on a small disk.")
        return
      }
      try daemon.synchronize()
      let folder = files.appending("flood\(round)")
      var number = 0
      while try daemon.client.status().warnings.isEmpty, number < 4_000 {
        let silt = (0..<400).map { "silt\((number * 37 + $0 * $0) % 5_000)" }
        try folder.appending("\(number).txt").write(
          "flood\(round)x\(number) \(silt.joined(separator: " "))\n")
        number += 1
      }
      if try daemon.client.status().warnings.isEmpty {
        tally.failures.append("The disk is not full after \(number) files.")
      }
      // Queries go on, for as long as the disk stays full.
      holdOn(for: .seconds(3))
      try run("/bin/mount", "-o", "remount,size=256m", "\(state)")
      try expectHealed(daemon, after: "a full disk in round \(round)")
      try folder.removeTree()
    }
  }

  /// A disk that forgets unwritten blocks, at random moments.
  func cutPower() throws {
    try mountImage()
    defer { unmount() }
    for round in 0..<min(rounds, 20) {
      guard let daemon = start() else {
        tally.failures.append("The daemon does not start in round \(round).")
        return
      }
      let delay = moment(upTo: .milliseconds(200))
      try work(steps: 30)
      wait(delay)
      try run(Self.xfsIO, "-x", "-c", "shutdown", "\(state)")
      try kill(daemon)
      try run("/bin/umount", "\(state)")
      try run("/bin/mount", "-o", "loop", "\(image)", "\(state)")
      try expectHealed(after: "a power cut in round \(round)")
    }
  }

  /// A disk that can only be read from some write on, as ext4 makes it after an error.
  func makeReadOnly() throws {
    try mountImage()
    defer { unmount() }
    for write in spread([1, 2, 5, 10, 20, 40]) {
      let calls = "pwrite64,ftruncate,fdatasync,fsync,unlink,mkdir"
      let daemon = start(prefix: injecting(calls, "error=EROFS:when=\(write)+"))
      try work()
      if let daemon {
        holdOn(for: .seconds(2))
        stop(daemon)
      }
      try expectHealed(after: "a disk that is read-only from write \(write) on")
      // It is so from the start, and can be written again for the next.
      try run("/bin/mount", "-o", "remount,ro", "\(state)")
      if let daemon = start() { stop(daemon) }
      witness.expectSilence()
      try run("/bin/mount", "-o", "remount,rw", "\(state)")
      try expectHealed(after: "a start on a read-only disk")
    }
  }

  /// Too few descriptors, for a time and at the start.
  func takeDescriptors() throws {
    for limit in spread([1, 10, 16, 24, 32]) {
      guard let daemon = start() else { return }
      try daemon.synchronize()
      try run(Self.prlimit, "--pid", "\(daemon.process.number)", "--nofile=\(limit):4096")
      try work()
      holdOn(for: .seconds(2))
      try run(Self.prlimit, "--pid", "\(daemon.process.number)", "--nofile=1024:4096")
      try expectHealed(daemon, after: "at most \(limit) descriptors for a while")
    }
    for limit in spread([4, 8, 12, 16, 20, 24, 32]) {
      if let daemon = start(prefix: [Self.prlimit, "--nofile=\(limit):4096"]) {
        try work()
        holdOn(for: .seconds(1))
        stop(daemon)
      }
      witness.expectSilence()
      try expectHealed(after: "at most \(limit) descriptors from the start")
    }
  }

  var image: FilePath { place.path.appending("image") }

  func mountImage(options: String = "loop") throws {
    try state.makeDirectory()
    try run("/usr/bin/truncate", "--size=64M", "\(image)")
    try run(Self.makeExt4, "-q", "-F", "-m", "0", "\(image)")
    try run("/bin/mount", "-o", options, "\(image)", "\(state)")
  }

  /// Takes the disk away, whatever still uses it.
  func unmount() {
    _ = try? Program.run("/bin/umount", "--lazy", "\(state)", within: .seconds(60))
  }

  func run(_ program: String, _ arguments: String...) throws {
    guard let path = FilePath(absolute: program) else { return }
    let report = try ChildProcess.run(
      ChildProcess.Command(path, arguments.map { Array($0.utf8) }), until: .now + .seconds(60))
    guard report.ending == .exited(0) else {
      throw Failure(
        description: "\(program) \(arguments): \(String(decoding: report.errors, as: UTF8.self))")
    }
  }

  /// A program that was needed and failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
