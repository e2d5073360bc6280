import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// `sitta watch`: programs and notifications for new hits.
@Suite(.timeLimit(.minutes(15)))
struct StandingSearchTests {
  let daemon: RunningDaemon
  private var bin: FilePath { daemon.home["bin"] }
  private var told: FilePath { daemon.home["told"] }

  init() throws {
    daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("old.txt").write("heron\n")
    try bin.makeDirectory()
    try told.write("")
    try bin.appending("collect").writeProgram("#!/bin/sh\ncat >> \(told)\n")
    // No systemd and no desktop: what is asked of them is noted.
    for name in ["systemctl", "busctl"] {
      try bin.appending(name).writeProgram(
        "#!/bin/sh\necho \"\(name) $*\" >> \(daemon.home["calls"])\n")
    }
    _ = try daemon.listed()
  }

  private func command(_ words: [String]) throws -> ChildProcess.Command {
    ChildProcess.Command(
      try Binary.sitta.path, (["--socket", "\(daemon.socket)"] + words).map { Array($0.utf8) },
      environment: ["HOME=\(daemon.home.path)", "PATH=\(bin):/usr/bin:/bin"].map { Array($0.utf8) })
  }

  private func sitta(_ words: String...) throws -> ChildProcess.Report {
    try ChildProcess.run(command(words), until: .now + .seconds(60))
  }

  /// Waits until the program was told of a file.
  private func waitFor(_ name: String) throws {
    try daemon.wait { try told.text().contains("/\(name)\n") }
  }

  /// Waits until `sitta watch run` has kept the clock of its first answer.
  private func waitForClock() throws {
    try daemon.wait { daemon.home[".local/state/sitta-watch/Birds.clock"].exists }
  }

  @Test func `A program gets the paths of new hits, also of those while nobody watched`() throws {
    let added = try sitta(
      "watch", "add", "--name", "Birds", "--notify", "--run", "\(bin)/collect", "heron")
    #expect(added.ending == .exited(0), "\(added.errorText)")
    #expect(try sitta("watch").outputText == "Birds  heron  (notifies, runs \(bin)/collect)\n")
    #expect(
      try sitta("status").outputText.contains(
        "watching   1 standing search; 'sitta watch' lists them"))
    let calls = try daemon.home["calls"].text()
    #expect(calls.contains("systemctl --user enable sitta-watch.service"), "\(calls)")

    do {
      let running = try ChildProcess(command(["watch", "run"]))
      try waitForClock()
      try daemon.files.appending("new.txt").write("a heron\n")
      try daemon.files.appending("other.txt").write("a bittern\n")
      try waitFor("new.txt")
      #expect(try told.text() == "\(daemon.files)/new.txt\n")
      try daemon.wait { try daemon.home["calls"].text().contains("AddNotification") }
      let notified = try daemon.home["calls"].text()
      #expect(notified.contains("title s Birds body s new.txt"), "\(notified)")
      withExtendedLifetime(running) {}
    }
    let clock = try daemon.home[".local/state/sitta-watch/Birds.clock"].text()
    try daemon.files.appending("missed.txt").write("heron and more\n")
    _ = try daemon.listed()
    let again = try ChildProcess(command(["watch", "run"]))
    try waitFor("missed.txt")
    #expect(try !told.text().contains("old.txt") && !told.text().contains("bittern"))
    try daemon.wait { try daemon.home[".local/state/sitta-watch/Birds.clock"].text() != clock }
    withExtendedLifetime(again) {}

    #expect(try sitta("watch", "remove", "Birds").ending == .exited(0))
    #expect(try sitta("watch").ending == .exited(1))
    #expect(try !sitta("status").outputText.contains("watching"))
    #expect(!daemon.home[".local/state/sitta-watch/Birds.clock"].exists)
    #expect(
      try daemon.home["calls"].text().contains("systemctl --user disable --now sitta-watch.service")
    )
  }

  @Test func `A query or a program that cannot be used is refused, and nothing is written`() throws
  {
    let folder = daemon.home[".config/sitta/watches.d"]
    for (words, reason) in [
      (["heron"], "needs --notify or --run"), (["--run", "/nowhere", "heron"], "nowhere"),
      (["--run", "/etc/passwd", "heron"], "not a program"),
      (["--notify", "--name", "a/b", "heron"], "cannot be a name"),
    ] {
      let report = try ChildProcess.run(
        command(["watch", "add"] + words), until: .now + .seconds(60))
      #expect(report.ending != .exited(0), "\(words)")
      #expect(report.errorText.contains(reason), "\(words): \(report.errorText)")
    }
    #expect(!folder.exists)
    #expect(try sitta("watch", "remove", "nothing").ending == .exited(1))
    #expect(try sitta("watch", "dance").ending == .exited(2))
  }
}
