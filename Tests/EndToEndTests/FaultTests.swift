import LinuxSystem
import TestSupport
import Testing

/// A few faults of each sort, as `FaultSuite` tries them; by itself it tries all of them.
@Suite(.timeLimit(.minutes(15)))
struct FaultTests {
  /// Faults that mount file systems are tried as root only; a missing tool is reported.
  @Test(
    arguments: [
      "kill-at-write", "kill-at-moment", "enospc-at-write", "eio-at-write", "eio-at-sync",
      "few-descriptors", "bit-flips", "zeroed-pages", "truncations", "foreign-files", "lost-log",
      "altered-documents", "verify-in-storms",
    ]
      + (Tool.canMount
        ? [
          "full-disk", "power-cut", "read-only", "full-disk-at-start", "read-only-at-start",
          "kill-in-forgetting", "kill-in-forgetting-images", "power-cut-in-forgetting",
          "read-only-while-running", "file-systems",
        ] : []))
  func `No document is lost and nobody has to do anything`(fault: String) throws {
    // A round of these is long, and has several faults or hundreds of files.
    let rounds = ["lost-log", "full-disk", "verify-in-storms"].contains(fault) ? 1 : 2
    let words = ["--seed", "20261121", "--rounds", "\(rounds)", "--only", fault]
    let report = try ChildProcess.run(
      ChildProcess.Command(try Binary.faultSuite.path, words.map { Array($0.utf8) }),
      until: .now + .seconds(600))
    #expect(report.ending == .exited(0), "\(report.outputText)\(report.errorText)")
    #expect(report.outputText.contains("\(fault): "))
  }
}
