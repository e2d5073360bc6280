import LinuxSystem
import TestSupport
import Testing

/// The units under a real `systemd --user`, which is booted in namespaces of its own.
@Suite(.timeLimit(.minutes(15)))
struct SystemdTests {
  private static let isPossible =
    Tool.isRoot
    && ["/lib/systemd/systemd", "/usr/bin/systemctl", "/usr/bin/systemd-analyze"]
      .allSatisfy(Tool.exists)

  /// What is held against what stands in `systemd-test.sh`, because systemd is asked by its tools.
  ///
  /// It waits for signs of life and timeouts most of the time, which other tests use.
  @BlockingThread @Test(.enabled(if: isPossible))
  func `Units, activation, restarts, stops and the watchdog are as promised`() throws {
    let home = try TemporaryDirectory()
    let tests = try #require(FilePath(absolute: #filePath)).parent
    let words: [FilePath] = [
      tests.appending("systemd-test.sh"), tests.parent.parent, try Binary.sittad.path.parent,
      home.path,
    ]
    let report = try ChildProcess.run(
      ChildProcess.Command(
        tests.appending("with-user-systemd.sh"),
        ["-T", "200", "--", "/bin/bash"].map { Array($0.utf8) } + words.map(\.bytes)),
      until: .now + .seconds(240))
    #expect(report.ending == .exited(0), "\(report.outputText)\(report.errorText)")
    #expect(report.outputText.hasSuffix("Done\n"))
  }
}
