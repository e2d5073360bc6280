import DaemonMeasuring
import LinuxSystem
import SearchInterface
import TestSupport

/// Changes by others to the files beside the database while the daemon has them open.
extension TestBed {
  private var log: FilePath { state.appending("index.sqlite-wal") }
  private var sharedMemory: FilePath { state.appending("index.sqlite-shm") }

  /// A log that is emptied, cut, removed, replaced or overwritten, and a wal-index that is emptied or zeroed
  /// where there is one.
  func loseLog() throws {
    let faults: [(String, (FilePath) throws -> Void)] = [
      ("a log that was emptied", { try $0.write("") }),
      ("a log that was cut", { try $0.write(Array($0.contents().prefix(10_000))) }),
      ("a log that was removed", { try $0.removeFile() }),
      ("a log that was replaced", { try $0.save("no log at all\n") }),
      ("a log that was overwritten", { [self] in try zero($0) }),
      ("a wal-index that was emptied", { [self] _ in try emptySharedMemory() }),
      ("a wal-index that was zeroed", { [self] _ in try zero(sharedMemory) }),
    ]
    for round in 0..<min(rounds, 3) {
      for (name, fault) in faults {
        guard let daemon = start() else {
          tally.failures.append("The daemon does not start in round \(round).")
          return
        }
        try work()
        try daemon.synchronize()
        if log.exists { try fault(log) }
        try work()
        try expectHealed(daemon, after: name)
      }
    }
  }

  /// Writes zeros over all of a file, which stays as long as it is.
  private func zero(_ path: FilePath) throws {
    guard path.exists else { return }
    let size = try FileStatus(of: path).size
    let file = try FileDescriptor(opening: path, flags: 1)
    try file.write([UInt8](repeating: 0, count: Int(size)))
  }

  private func emptySharedMemory() throws {
    if sharedMemory.exists { try sharedMemory.write("") }
  }
}
