import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Limits at which the kernel refuses or drops something.
@Suite(.timeLimit(.minutes(15)))
struct LimitTests {
  let home: TemporaryDirectory
  /// Takes from root the right to read everything.
  private static let asOrdinaryUser =
    Tool.isRoot
    ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test(.enabled(if: !Tool.isRoot || Tool.exists("/usr/bin/setpriv")))
  func `A file that may not be read is found by its name, and by its text once it may`() throws {
    let file = home["files/diary.txt"]
    try file.write("confidential")
    try file.setPermissions(0)
    let daemon = try RunningDaemon(in: home, prefix: Self.asOrdinaryUser)
    #expect(try daemon.found("diary") == [file])
    #expect(try daemon.found("confidential") == [])
    #expect(try daemon.connect().status().unreadable == 1)
    #expect(try daemon.sitta(["status"]).outputText.contains("1 unreadable"))

    try file.setPermissions(0o600)
    #expect(try daemon.found("confidential") == [file])
    #expect(try daemon.connect().status().unreadable == 0)

    try file.setPermissions(0)
    #expect(try daemon.found("diary") == [file])
    #expect(try daemon.found("confidential") == [])
    #expect(try daemon.connect().status().unreadable == 1)
  }

  @Test(.enabled(if: !Tool.isRoot || Tool.exists("/usr/bin/setpriv")))
  func `A folder that may not be read is taken up once it may`() throws {
    let folder = home["files/closed"]
    try folder.appending("a.txt").write("attic")
    try home["files/open.txt"].write("hall")
    try folder.setPermissions(0)
    let daemon = try RunningDaemon(in: home, prefix: Self.asOrdinaryUser)
    #expect(try daemon.listed() == [home["files/open.txt"]])
    let warnings = try daemon.connect().status().warnings
    #expect(warnings == ["The folder '\(folder)' cannot be opened: Permission denied."])
    try folder.setPermissions(0o700)
    #expect(try daemon.found("attic") == [folder.appending("a.txt")])
    #expect(try daemon.connect().status().warnings == [])
    try folder.appending("b.txt").write("attic")
    #expect(try daemon.found("attic").count == 2)
  }

  @Test(
    .enabled(if: !Tool.isRoot || Tool.exists("/usr/bin/setpriv")),
    arguments: [0, 0o400, 0o100] as [UInt32])
  func `A folder that may not be read for a while keeps its documents`(
    permissions: UInt32
  ) throws {
    let folder = home["files/moody"]
    let files = Set(["a.txt", "b/c.txt"].map { folder.appending($0) } + [home["files/open.txt"]])
    for file in files { try file.write("attic") }
    let daemon = try RunningDaemon(in: home, prefix: Self.asOrdinaryUser)
    #expect(try daemon.found("attic") == files)
    try folder.setPermissions(permissions)
    #expect(try daemon.found("attic") == files)
    #expect(
      try daemon.connect().status().warnings
        == ["The folder '\(folder)' cannot be opened: Permission denied."])
    try folder.setPermissions(0o700)
    try folder.appending("a.txt").write("cellar")
    try folder.appending("d.txt").write("attic")
    #expect(try daemon.found("cellar") == [folder.appending("a.txt")])
    #expect(try daemon.found("attic").count == 3)
    #expect(try daemon.connect().status().warnings == [])
  }

  @Test func `Nothing is lost when the kernel drops events`() throws {
    // sysctl files are read in one go or not at all.
    let text = try Tool.run("/bin/cat", "/proc/sys/fs/inotify/max_queued_events")
    let limit = try #require(Int(text.filter(\.isNumber)))
    let daemon = try RunningDaemon(in: home)
    let (one, other) = (home["files/one.txt"], home["files/other.txt"])
    var files: Set = [other]
    // The first time the client's marker is lost, too. The second time it comes after the loss,
    // while the rescan is put off for a while: the client has to wait for it.
    for round in 1...2 {
      try one.write("before\(round)")
      #expect(try daemon.found("before\(round)") == [one])

      try daemon.process.send(signal: Self.stop)
      for file in [one, other] { try file.write("") }
      // Equal events in a row are one: hence two files in turn.
      try one.whileOpen { writeOne in
        try other.whileOpen { writeOther in
          for _ in 0..<limit {
            try writeOne(".")
            try writeOther(".")
          }
        }
      }
      let new = home["files/deep\(round)/down/new.txt"]
      let renamed = home["files/renamed\(round).txt"]
      try new.write("unheard\(round)")
      try one.rename(to: renamed)
      try daemon.process.send(signal: Self.go)
      if round == 2 {
        // The status reports a loss only with its rescan, which must not have begun.
        let client = try daemon.connect()
        while try client.status().overflows < 2 {}
      }

      #expect(try daemon.found("unheard\(round)") == [new])
      #expect(try daemon.found("renamed\(round)") == [renamed])
      #expect(try daemon.found("before\(round)") == [])
      files.formUnion([new, renamed])
      #expect(try daemon.listed() == files)
      #expect(try daemon.connect().status().overflows >= round)
      // A folder that was made unseen is watched from now on.
      try new.write("heard\(round)")
      #expect(try daemon.found("heard\(round)") == [new])
    }
    #expect(try daemon.sitta(["status"]).outputText.contains("because the kernel dropped events"))
  }

  @Test(
    .enabled(if: hasPrivateLimits),
    arguments: [
      ("watches", "sudo sysctl user.max_inotify_watches="),
      ("instances", "sudo sysctl fs.inotify.max_user_instances="),
    ])
  func `Where nothing at all can be watched, the daemon says what to raise`(
    what: String, command: String
  ) throws {
    let report = try RunningDaemon.run(
      in: home, ["--state", "\(home["state"])", "--socket", "\(home["socket"])"],
      prefix: Self.limiting(what, to: 0))
    #expect(report.ending == .exited(1))
    #expect(report.errorText.contains(command), "\(report.errorText)")
  }

  @Test(.enabled(if: hasPrivateLimits))
  func `Where no more folders can be watched, the rest is polled and a warning says so`() throws {
    for number in 0..<60 { try home["files/folder\(number)/a.txt"].write("crowd") }
    let daemon = try RunningDaemon(
      in: home, configuration: Self.pollingEverySecond, prefix: Self.withFewWatches)
    #expect(try daemon.found("crowd").count == 60)
    let status = try daemon.connect().status()
    #expect(status.watchedFolders < 40)
    #expect(status.roots.map(\.state) == [.partlyWatched])
    #expect(status.roots[0].note?.contains(" of 61 folders are watched, ") == true)
    #expect(status.warnings.count == 1)
    #expect(
      status.warnings.first?.hasSuffix(
        "every 1 s. Raise it: sudo sysctl user.max_inotify_watches=524288") == true)
    try home["files/top.txt"].write("still there")
    #expect(try daemon.found("still") == [home["files/top.txt"]])
    for number in [0, 30, 59] {
      let file = home["files/folder\(number)/b.txt"]
      try file.write("awake\(number)")
      try daemon.wait { try daemon.found("awake\(number)") == [file] }
    }
    // The last one is at work, and so it is watched now.
    try home["files/folder59/c.txt"].write("at once")
    #expect(try daemon.found("once") == [home["files/folder59/c.txt"]])

    #expect(try daemon.terminate().ending == .exited(0))
    let next = try RunningDaemon(in: home)
    #expect(try next.connect().status().warnings == [])
    #expect(try next.connect().status().roots.map(\.state) != [.partlyWatched])
    try home["files/folder30/c.txt"].write("crowd")
    #expect(try next.found("crowd").count == 61)
  }

  @Test(.enabled(if: hasPrivateLimits), arguments: StormTests.seeds)
  func `After a storm over more folders than watches, index and disk come to be equal`(
    seed: UInt64
  ) throws {
    let daemon = try RunningDaemon(
      in: home, configuration: Self.pollingEverySecond, prefix: Self.withFewWatches)
    var storm = Storm(in: daemon.files, seed: seed)
    for _ in 0..<2_000 { try storm.step() }
    try daemon.waitForStatus { $0.roots.map(\.state) == [.partlyWatched] }
    let disk = try Disk(below: daemon.files)
    try daemon.wait { try daemon.listed() == disk.files }
    try daemon.wait { try daemon.differences(of: storm.words, from: disk) == [] }
  }

  /// Lets the daemon look for changes itself as often as the configuration allows.
  private static let pollingEverySecond = "[Watch]\nPollInterval=1s\n"

  private static let (stop, go): (Int32, Int32) = (19, 18)

  /// A user namespace has its own limit of watches; see namespaces(7).
  private static func limiting(_ what: String, to count: Int) -> [String] {
    let command = "echo \(count) > /proc/sys/user/max_inotify_\(what)"
    return ["/usr/bin/unshare", "-Ur", "/bin/sh", "-c", #"\#(command) && exec "$0" "$@""#]
  }

  private static let withFewWatches = limiting("watches", to: 40)

  private static var hasPrivateLimits: Bool {
    (try? Tool.run(
      "/usr/bin/unshare", "-Ur", "/bin/sh", "-c",
      "echo 40 > /proc/sys/user/max_inotify_watches")) != nil
  }
}
