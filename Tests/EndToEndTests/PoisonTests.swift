import LinuxSystem
import SearchInterface
import TestSupport
import Testing
import TextExtraction

/// Documents at which the daemon is killed, and documents that would take more memory than there
/// is.
@Suite(.timeLimit(.minutes(15)))
struct PoisonTests {
  let home: TemporaryDirectory
  private var poison: FilePath { home["files/a/poison.txt"] }
  private static let strace = "/usr/bin/strace"
  private static var hasStrace: Bool { Tool.exists(strace) }

  init() throws {
    // Connections to daemons that die are a matter of course here.
    SignalDescriptor.ignoreBrokenPipes()
    home = try TemporaryDirectory()
    for number in 0..<20 { try home["files/b/\(number).txt"].write("acorn") }
    try poison.write("hemlock\n")
  }

  /// Kills the daemon when it reads the file.
  private var deadly: [String] {
    [
      Self.strace, "-D", "-f", "-qq", "-o", "/dev/null", "-P", "\(poison)", "-e", "trace=read",
      "-e", "inject=read:signal=KILL",
    ]
  }

  /// Starts a daemon that dies, and waits for that.
  private func die(meanwhile: (RunningDaemon) throws -> Void = { _ in }) throws {
    guard let daemon = try? RunningDaemon(in: home, prefix: deadly) else { return }
    try meanwhile(daemon)
    #expect(try daemon.process.wait(until: .now + .seconds(60)) == .killed(signal: 9))
  }

  @Test(.enabled(if: hasStrace))
  func `A document that kills twice is given up until it changes, and others are found`() throws {
    try die()
    try die()
    let daemon = try RunningDaemon(in: home, prefix: deadly)
    #expect(try daemon.found("acorn").count == 20)
    try home["files/b/own.txt"].write("mine")
    #expect(try daemon.found("mine") == [home["files/b/own.txt"]])
    #expect(try daemon.connect().status().failed == 1)
    let note = "Given up: the program that read it was killed twice."
    #expect(try daemon.sitta(["list", "--failed"]).outputText == "\(poison)\n  \(note) (text 6)\n")
    // To explain it is not to read it.
    let explanation = try daemon.sitta(["explain", "\(poison)"])
    #expect(explanation.outputText.contains(note))
    #expect(try daemon.found("poison") == [poison])
    #expect(try daemon.terminate().ending == .exited(0))

    // It is not tried again, not even for a new index, until it changes.
    let next = try RunningDaemon(in: home, prefix: deadly)
    _ = try next.connect().rebuild()
    try next.waitForStatus { $0.rebuild == nil }
    #expect(try next.connect().status().failed == 1)
    #expect(try next.terminate().ending == .exited(0))
    let last = try RunningDaemon(in: home)
    #expect(try last.found("hemlock") == [])
    try poison.append("antidote\n")
    #expect(try last.found("antidote hemlock") == [poison])
    #expect(try last.connect().status().failed == 0)
  }

  @Test(.enabled(if: hasStrace))
  func `After one death a document comes last, and is read whole where it is harmless`() throws {
    try die()
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("hemlock") == [poison])
    #expect(try daemon.connect().status().partial == 0)
    #expect(try daemon.terminate().ending == .exited(0))
    // It was innocent, so that this is a first death again.
    try poison.append("more\n")
    try die()
    #expect(try RunningDaemon(in: home).found("hemlock more") == [poison])
  }

  @Test(.enabled(if: hasStrace))
  func `What a person saves is found although the daemon dies at a document`() throws {
    try die()
    // The second daemon reads everything else first.
    let mine = home["files/b/own.txt"]
    try mine.write("mine")
    try die { daemon in
      let client = try daemon.connect()
      // It may die before that; the next one has it then.
      while try daemon.process.ending() == nil {
        let parameters = SearchMethod.Parameters(query: "mine acorn OR mine")
        if let found = try? client.search(parameters).hits.count, found == 1 { break }
      }
    }
    let daemon = try RunningDaemon(in: home, prefix: deadly)
    #expect(try daemon.found("mine") == [mine])
  }

  @Test func `A large document at which the daemon died once is read in part`() throws {
    let words = (0..<120_000).map { "w\(String($0 * 7_919, radix: 36))" }
    try poison.write("hemlock \(words.joined(separator: " ")) finale\n")
    // As if a daemon had been killed at the file.
    let status = try FileStatus(of: poison)
    do {
      let first = try RunningDaemon(in: home, roots: [home["files/b"]])
      _ = try first.terminate()
      try Tool.run(
        "/usr/bin/perl", "-e",
        "open(F,'+<',$ARGV[0]);seek(F,16,0);print F pack('q5',2,$ARGV[1],$ARGV[2],$ARGV[3],$ARGV[4])",
        "\(home["state/reading"])", "\(status.size)", "\(status.modified.nanoseconds)",
        "\(status.inode)", "\(ReaderVersion.plainText.rawValue)")
    }
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.found("hemlock") == [poison])
    #expect(try daemon.found("finale") == [])
    #expect(try daemon.connect().status().partial == 1)
    let explanation = try daemon.sitta(["explain", "\(poison)"]).outputText
    #expect(
      explanation.contains(
        "it has more than 75000 different words, and sittad was killed when it read all of it"),
      "\(explanation)")
    #expect(!explanation.contains("has changed since"))
    #expect(try daemon.terminate().ending == .exited(0))
    let next = try RunningDaemon(in: home)
    #expect(try next.found("finale") == [])
    try poison.append("more\n")
    #expect(try next.found("finale more") == [poison])
  }

  // MARK: - Memory

  private static let groups = "/sys/fs/cgroup/memory"
  private static var hasGroups: Bool {
    (try? Tool.run("/bin/sh", "-c", "mkdir \(groups)/sitta-try && rmdir \(groups)/sitta-try"))
      != nil
  }

  @Test(.enabled(if: hasGroups))
  func `Thirty mebibytes of different words are indexed with 80 MiB of memory`() throws {
    let group = "\(Self.groups)/sitta-\(ProcessEnvironment.processNumber)"
    try MemoryTests.HugeFile.differentNumbers.write(to: poison)
    let daemon = try RunningDaemon(
      in: home,
      prefix: [
        "/bin/sh", "-c",
        """
        mkdir -p \(group) && echo 80M > \(group)/memory.limit_in_bytes &&
        echo $$ > \(group)/cgroup.procs && exec "$0" "$@"
        """,
      ])
    try home["files/b/own.txt"].write("mine")
    #expect(try daemon.found("mine") == [home["files/b/own.txt"]])
    #expect(try daemon.connect().status().partial == 1)
    let explanation = try daemon.sitta(["explain", "\(poison)"]).outputText
    #expect(explanation.contains("and sittad has 80 MiB of memory."), "\(explanation)")
    #expect(try daemon.terminate().ending == .exited(0))
    try Tool.run("/bin/rmdir", group)
  }
}
