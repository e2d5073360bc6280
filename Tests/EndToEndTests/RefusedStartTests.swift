import LinuxSystem
import TestSupport
import Testing

/// Daemons that must not start, and their messages.
@Suite(.timeLimit(.minutes(15)))
struct RefusedStartTests {
  let home: TemporaryDirectory
  private var state: String { "\(home["state"])" }
  private var socket: String { "\(home["run/socket"])" }
  private var files: String { "\(home["files"])" }

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("first")
  }

  @Test func `A second daemon on the same state folder names the first`() throws {
    let daemon = try RunningDaemon(in: home)
    let report = try RunningDaemon.run(
      in: home, ["--state", state, "--socket", "\(home["run/other"])", "--root", files])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("already running as process \(daemon.process.number)"))
    #expect(try daemon.found("first").count == 1)
  }

  @Test func `A second daemon does not take the socket of the first`() throws {
    let daemon = try RunningDaemon(in: home)
    let report = try RunningDaemon.run(
      in: home, ["--state", "\(home["other"])", "--socket", socket, "--root", files])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("Another program already listens on '\(socket)'"))
    #expect(try daemon.found("first").count == 1)
  }

  @Test func `A socket file that a killed daemon left behind is replaced`() throws {
    let daemon = try RunningDaemon(in: home)
    try daemon.kill()
    #expect(daemon.socket.exists)
    let next = try RunningDaemon(in: home)
    #expect(try next.found("first").count == 1)
  }

  @Test func `A file in the socket's place is left alone`() throws {
    try home["run/socket"].write("precious")
    let report = try RunningDaemon.run(
      in: home, ["--state", state, "--socket", socket, "--root", files])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("'\(socket)'"))
    #expect(try home["run/socket"].text() == "precious")
  }

  @Test func `A file in the state folder's place is left alone`() throws {
    try home["state"].write("precious")
    let report = try RunningDaemon.run(
      in: home, ["--state", state, "--socket", socket, "--root", files])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("'\(state)'"))
    #expect(try home["state"].text() == "precious")
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/prlimit")))
  func `Too few descriptors are named, with how many there have to be`() throws {
    let report = try RunningDaemon.run(
      in: home, ["--state", state, "--socket", socket, "--root", files],
      prefix: ["/usr/bin/prlimit", "--nofile=24:24"])
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("can open 24 files at a time but needs 64"))
    #expect(report.errorText.contains("LimitNOFILE="))
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/prlimit")))
  func `A limit of descriptors that can be raised is raised`() throws {
    let daemon = try RunningDaemon(in: home, prefix: ["/usr/bin/prlimit", "--nofile=24:4096"])
    #expect(try daemon.found("first").count == 1)
  }

  /// Runs a daemon whose state folder lies on a file system of its own that is mounted with options.
  private func runOnMount(_ options: String, _ preparation: String = ":") throws
    -> ChildProcess.Report
  {
    try home["mount"].makeDirectory()
    let script = """
      mount -t tmpfs -o \(options) none '\(home["mount"])' && (\(preparation)); exec "$@"
      """
    return try RunningDaemon.run(
      in: home,
      ["--state", "\(home["mount/state"])", "--socket", socket, "--root", files],
      prefix: [
        "/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh",
      ])
  }

  @Test(.enabled(if: Tool.canMount))
  func `A place that can only be read, and has no index, is named`() throws {
    let report = try runOnMount("ro")
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains("'\(home["mount/state"])': Read-only file system."))
    #expect(report.errorText.contains("Make the file system writable"), "\(report.errorText)")
  }

  @Test(.enabled(if: Tool.canMount))
  func `A full disk without an index is named`() throws {
    // No inode is left for a folder, or no block for the index in it.
    for (options, preparation) in [
      ("nr_inodes=1", ":"),
      ("size=16k", "mkdir -m 700 '\(home["mount/state"])'; cat /dev/zero >'\(home["mount/x"])'"),
    ] {
      let report = try runOnMount(options, preparation)
      #expect(report.ending == .exited(1), "\(options)")
      #expect(report.errorText.contains("'\(home["mount/state"])'"), "\(report.errorText)")
      let words = ["No space left on device", "is full"]
      #expect(words.contains(where: report.errorText.contains), "\(report.errorText)")
      #expect(report.errorText.contains("ake room"), "\(report.errorText)")
    }
  }

  @Test(arguments: [
    (["--frobnicate"], "--frobnicate"), (["--log-level", "loud"], "error, warning, info, debug"),
    (["--root"], "--root"), (["extra"], "extra"),
    (["--config", "/nonexistent/sittad.conf"], "/nonexistent/sittad.conf"),
  ])
  func `A wrong command line is refused`(arguments: [String], words: String) throws {
    let report = try RunningDaemon.run(in: home, arguments)
    #expect(report.ending == .exited(2))
    #expect(report.output == [])
    #expect(report.errorText.hasPrefix("sittad: "))
    #expect(report.errorText.contains(words), "\(report.errorText)")
  }

  @Test(arguments: [
    ("[Index]\nRoots=~/a\nRots=/b\n", 3, "Roots, Exclude, Hidden"),
    ("# all\n\n[Indx]\nRoots=/a\n", 4, "[Extract], [Index], [Ranking], [Reader NAME], [Service]"),
    ("[Index]\nHidden=perhaps\n", 2, "yes or no"),
    ("[Index]\nRoots=relative\n", 2, "absolute or beginning with ~/"),
    ("[Service]\nLogLevel=loud\n", 2, "error, warning, info or debug"),
    ("[Extract]\nMaxTextSize=12Q\n", 2, "a size from 1K to 1G"),
    ("[Extract]\nMaxTextSize=2G\n", 2, "a size from 1K to 1G"),
    ("[Index]\n\nsense is not here\n", 3, "neither [Section], Key=Value nor a comment"),
    ("[Index]\nColour\u{1b}[31m=red\n", 2, "[Index] has no"),
  ])
  func `A wrong line of the configuration is named, with what is allowed`(
    text: String, line: Int, allowed: String
  ) throws {
    let file = home["sittad.conf"]
    try file.write(text)
    for check in [["--check-config"], []] {
      let report = try RunningDaemon.run(in: home, ["--config", "\(file)"] + check)
      #expect(report.ending == .exited(2))
      #expect(report.errorText.hasPrefix("sittad: \(file), line \(line): "), "\(report.errorText)")
      #expect(report.errorText.contains(allowed), "\(report.errorText)")
      #expect(!report.errorText.contains("\u{1b}"))
    }
  }

  @Test func `A root that does not exist is named, and one that cannot be a root is refused`()
    throws
  {
    let file = home["sittad.conf"]
    try file.write("[Index]\nRoots=~/files ~/nowhere\n")
    let warned = try RunningDaemon.run(in: home, ["--config", "\(file)", "--check-config"])
    #expect(warned.ending == .exited(0))
    #expect(warned.outputText == "The configuration is right.\n")
    #expect(warned.errorText.contains("The folder '\(home["nowhere"])' does not exist now."))
    for (root, words) in [("~/files/a.txt", "is a file"), ("/proc", "(proc)")] {
      try file.write("[Index]\nRoots=~/files\nRoots=\(root)\n")
      for check in [["--check-config"], []] {
        let report = try RunningDaemon.run(in: home, ["--config", "\(file)"] + check)
        #expect(report.ending == .exited(2))
        #expect(report.errorText.hasPrefix("sittad: \(file), line 3: "), "\(report.errorText)")
        #expect(report.errorText.contains(words), "\(report.errorText)")
      }
    }
  }

  @Test func `The configuration of a person is found, checked and followed`() throws {
    let file = home[".config/sitta/sittad.conf"]
    try file.write("[Index]\nRoots=~/files\nExclude=*.secret\n")
    try home[".config/sitta/sittad.conf.d/more.conf"].write("[Index]\nRoots=~/more\n")
    let report = try RunningDaemon.run(in: home, ["--check-config"])
    #expect(report.ending == .exited(0))
    #expect(report.outputText == "The configuration is right.\n")

    try home["files/b.secret"].write("first")
    try home["more/c.txt"].write("first")
    let daemon = try RunningDaemon(in: home, roots: [])
    #expect(try daemon.found("first") == [home["files/a.txt"], home["more/c.txt"]])

    try file.write("[Index]\nHidden=maybe\n")
    #expect(try RunningDaemon.run(in: home, ["--check-config"]).ending == .exited(2))
  }

  @Test func `The configuration that is installed is right`() throws {
    let tests = try #require(FilePath(absolute: #filePath)).parent
    let file = tests.parent.parent.appending("etc").appending("sitta").appending("sittad.conf")
    let report = try RunningDaemon.run(in: home, ["--config", "\(file)", "--check-config"])
    #expect(report.ending == .exited(0), "\(report.errorText)")
  }

  @Test func `Version and help are printed without a daemon`() throws {
    let version = try RunningDaemon.run(in: home, ["--version"])
    #expect(version.ending == .exited(0))
    #expect(version.outputText.wholeMatch(of: /sittad \d+\.\d+\.\d+\n/) != nil)
    let help = try RunningDaemon.run(in: home, ["--help"])
    #expect(help.ending == .exited(0))
    for option in ["--config", "--root", "--state", "--socket", "--log-level", "--check-config"] {
      #expect(help.outputText.contains(option))
    }
    #expect(!home["state"].exists)
  }
}
