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

  /// Whether an ordinary user can run the programs: the toolchain and this folder may be closed to others.
  private static let isPossibleForUsers =
    isPossible
    && (try? Tool.run(
      "/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups",
      "\(Binary.sittad.path)", "--version")) != nil

  /// Whether user namespaces can be forbidden for a test.
  private static var canForbidNamespaces: Bool {
    (try? Tool.run("\(script("without-user-namespaces.sh"))", "/bin/true")) != nil
  }

  private static func script(_ name: String) throws -> FilePath {
    try #require(FilePath(absolute: #filePath)).parent.appending(name)
  }

  /// Runs `systemd-test.sh`, which asks systemd by its tools.
  ///
  /// It waits for signs of life and timeouts most of the time, which other tests use.
  private func test(as user: String, through prefix: [String] = []) throws {
    let home = try TemporaryDirectory()
    try Tool.run("/bin/chown", user, "\(home.path)")
    let tests = try Self.script("systemd-test.sh")
    let words: [FilePath] = [
      tests, tests.parent.parent.parent,
      try Binary.sittad.path.parent, home.path,
    ]
    let command =
      prefix + ["\(try Self.script("with-user-systemd.sh"))", "-u", user, "-T", "200", "--"]
    let program = try #require(FilePath(absolute: command[0]))
    let report = try ChildProcess.run(
      ChildProcess.Command(
        program, (command.dropFirst() + ["/bin/bash"]).map { Array($0.utf8) } + words.map(\.bytes)
      ), until: .now + .seconds(240))
    #expect(report.ending == .exited(0), "\(report.outputText)\(report.errorText)")
    #expect(report.outputText.hasSuffix("Done\n"))
    let isForbidden = report.outputText.contains("User namespaces: forbidden\n")
    if !prefix.isEmpty { #expect(isForbidden, "\(report.outputText)") }
  }

  @BlockingThread @Test(.enabled(if: isPossible))
  func `Units, activation, restarts, stops and the watchdog are as promised`() throws {
    try test(as: "root")
  }

  @BlockingThread
  @Test(.enabled(if: isPossibleForUsers, "User nobody cannot run the programs here."))
  func `An ordinary user gets the same`() throws {
    try test(as: "nobody")
  }

  @BlockingThread
  @Test(
    .enabled(
      if: isPossibleForUsers && canForbidNamespaces, "User namespaces cannot be forbidden here."))
  func `The unit needs no user namespaces`() throws {
    try test(as: "nobody", through: ["\(Self.script("without-user-namespaces.sh"))"])
  }
}
