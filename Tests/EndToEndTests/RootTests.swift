import LinuxSystem
import SearchInterface
import TestSupport
import Testing

/// Roots that come and go, and a configuration that is read again, while the daemon runs.
@Suite(.timeLimit(.minutes(15)))
struct RootTests {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    try home["files/a.txt"].write("acorn")
    try home["more stuff/b.txt"].write("acorn")
    try configuration.write("[Index]\nRoots=~/files\n")
  }

  private var configuration: FilePath { home[".config/sitta/sittad.conf"] }
  private var kept: FilePath { home[".config/sitta/sittad.conf.d/99-roots.conf"] }
  private var files: Set<FilePath> { [home["files/a.txt"]] }
  private var all: Set<FilePath> { files.union([home["more stuff/b.txt"]]) }

  /// A daemon whose roots come from the configuration.
  private func daemon() throws -> RunningDaemon { try RunningDaemon(in: home, roots: []) }

  /// The printed folders, without the note about their file system.
  private func roots(in output: String) -> [String] {
    output.split(separator: "\n").map { line in
      String(line.dropFirst("root       ".count).split(separator: " (")[0])
    }
  }

  @Test func `A root is added and removed at once, and so it stays after the next start`() throws {
    let written = try configuration.text()
    var daemon = try daemon()
    #expect(try daemon.found("acorn") == files)
    let added = try daemon.sitta(["add-root", "\(home["more stuff"])"])
    #expect(added.ending == .exited(0), "\(added.errorText)")
    #expect(roots(in: added.outputText) == ["\(home["files"])", "\(home["more stuff"])"])
    #expect(added.errorText == "")
    #expect(try daemon.found("acorn") == all)
    try home["more stuff/c.txt"].write("beech")
    #expect(try daemon.found("beech") == [home["more stuff/c.txt"]], "It is watched.")
    #expect(try FileStatus(of: kept).permissions == 0o600)

    _ = try daemon.terminate()
    daemon = try self.daemon()
    #expect(try daemon.found("acorn") == all)
    let removed = try daemon.sitta(["remove-root", "\(home["more stuff"])"])
    #expect(roots(in: removed.outputText) == ["\(home["files"])"])
    #expect(try daemon.listed() == files)
    try home["more stuff/d.txt"].write("beech")
    #expect(try daemon.found("beech") == [])

    _ = try daemon.terminate()
    #expect(try self.daemon().listed() == files)
    #expect(try configuration.text() == written, "What people wrote stays as it is.")
  }

  @Test func `A root that is added during a pause waits, and the reply says so`() throws {
    let daemon = try daemon()
    #expect(try daemon.found("acorn") == files)
    #expect(try daemon.sitta(["pause", "--for", "1h"]).ending == .exited(0))
    let added = try daemon.sitta(["add-root", "\(home["more stuff"])"])
    #expect(added.ending == .exited(0))
    #expect(
      added.errorText == """
        sitta: The files of '\(home["more stuff"])' are not read yet, because a pause was requested. Run \
        'sitta resume --now' to index them now.

        """)
    #expect(try daemon.sitta(["resume"]).ending == .exited(0))
    #expect(try daemon.found("acorn") == all)
  }

  @Test func `A root may lie inside another, and its files stay when it is none any more`() throws {
    try home["files/.inner/x.txt"].write("acorn")
    let hidden = files.union([home["files/.inner/x.txt"]])
    let daemon = try daemon()
    #expect(try daemon.listed() == files)
    for _ in 0..<2 {
      #expect(try daemon.sitta(["add-root", "\(home["files/.inner"])"]).ending == .exited(0))
      #expect(try daemon.listed() == hidden)
      #expect(try daemon.connect().status().roots.count == 2)
    }
    #expect(try daemon.sitta(["remove-root", "\(home["files"])"]).ending == .exited(0))
    #expect(try daemon.listed() == [home["files/.inner/x.txt"]])
    #expect(try daemon.sitta(["add-root", "\(home.path)/files"]).ending == .exited(0))
    #expect(try daemon.listed() == hidden)
    #expect(try daemon.sitta(["remove-root", "\(home["files/.inner"])"]).ending == .exited(0))
    #expect(try daemon.listed() == files)
  }

  @Test func `What a removed root held goes while bulk work is paused, large files as well`() throws
  {
    let words = (0..<80_000).map { "nut\($0)" }.joined(separator: " ")
    for name in ["a-large", "deep/large", "z-large"] {
      try home["more stuff/\(name).txt"].write(words)
    }
    try home["more stuff/deep/c.txt"].write("acorn")
    try home["more stuff/inner/x.txt"].write("acorn")
    try configuration.write(
      "[Index]\nRoots=~/files \"~/more stuff\" \"~/more stuff/inner\"\n")
    let daemon = try daemon()
    #expect(try daemon.listed().count == 7)
    #expect(try daemon.sitta(["pause", "--for", "1h"]).ending == .exited(0))
    #expect(try daemon.sitta(["remove-root", "\(home["more stuff"])"]).ending == .exited(0))
    // Beside the root that stays, each file goes by itself.
    try daemon.waitForStatus { $0.documents == 2 }
    #expect(try daemon.connect().status().pauses.map(\.reason) == [.request])
  }

  @Test func `What is excluded goes while bulk work is paused, large files as well`() throws {
    let words = (0..<80_000).map { "nut\($0)" }.joined(separator: " ")
    try home["files/large.sql"].write(words)
    for number in 0..<250 { try home["files/\(number)/small.sql"].write("acorn") }
    try home["files/private/deep/b.txt"].write("acorn")
    let daemon = try daemon()
    #expect(try daemon.listed().count == 253)
    #expect(try daemon.sitta(["pause", "--for", "1h"]).ending == .exited(0))
    try configuration.write("[Index]\nRoots=~/files\nExclude=*.sql private\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    try daemon.waitForStatus { $0.documents == 1 }
    #expect(try daemon.connect().status().pauses.map(\.reason) == [.request])
  }

  @Test func `What cannot be added or removed is refused with its name`() throws {
    try home["file"].write("")
    let daemon = try daemon()
    let client = try daemon.connect()
    for folder in ["nowhere", "state"] {
      let path = "\(home[folder])"
      #expect(throws: SearchFailure.noSuchFolder(folder: path)) {
        try client.addRoot(.init(folder: path))
      }
    }
    let file = try daemon.sitta(["add-root", "\(home["file"])"])
    #expect(file.ending == .exited(4))
    #expect(file.errorText.contains("'\(home["file"])' is a file; a root must be a folder."))
    let kernel = try daemon.sitta(["add-root", "/proc"])
    #expect(kernel.ending == .exited(4))
    #expect(kernel.errorText.contains("shows the state of the kernel (proc)"))
    let system = try daemon.sitta(["add-root", "/"])
    #expect(system.ending == .exited(2))
    #expect(system.errorText.contains("sitta add-root --yes /"))
    let path = "\(home["more stuff"])"
    #expect(throws: SearchFailure.noSuchRoot(folder: path)) {
      try client.removeRoot(.init(folder: path))
    }
    #expect(throws: SearchFailure.lastRoot) {
      try client.removeRoot(.init(folder: home["files"].uri))
    }
    let report = try daemon.sitta(["remove-root", path])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("'\(path)' is not a root"))
    #expect(try daemon.listed() == files)
    #expect(!kept.exists)
  }

  @Test func `Where a later file names the roots, nothing is changed and that is said`() throws {
    let daemon = try RunningDaemon(
      in: home, roots: [], configuration: "[Index]\nRoots=\nRoots=~/files\n")
    let report = try daemon.sitta(["add-root", "\(home["more stuff"])"])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("cannot be stored in '\(kept)'"), "\(report.errorText)")
    #expect(!kept.exists)
    #expect(try daemon.listed() == files)
  }

  @Test func `Roots of the command line change until the daemon ends`() throws {
    let daemon = try RunningDaemon(in: home)
    let report = try daemon.sitta(["add-root", "\(home["more stuff"])"])
    #expect(report.ending == .exited(0))
    #expect(report.errorText.contains("until sittad ends"))
    #expect(try daemon.listed() == all)
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try daemon.listed() == all)
    #expect(!kept.exists)
    _ = try daemon.terminate()
    #expect(try RunningDaemon(in: home).listed() == files)
  }

  @Test(arguments: [false, true])
  func `A configuration that is read again takes effect`(bySignal: Bool) throws {
    try home["files/b.log"].write("acorn")
    try home["files/.hidden"].write("acorn")
    let daemon = try daemon()
    let log = files.union([home["files/b.log"]])
    #expect(try daemon.listed() == log)
    func reload() throws {
      if bySignal { return try daemon.process.send(signal: SignalDescriptor.hangUp) }
      let report = try daemon.sitta(["reload"])
      #expect(report.ending == .exited(0), "\(report.errorText)")
      #expect(report.errorText == "")
    }
    try configuration.write("[Index]\nRoots=~/files\nExclude=*.log\nHidden=yes\n")
    try reload()
    let other = files.union([home["files/.hidden"]])
    try daemon.wait { try daemon.listed() == other }
    try home["files/.later"].write("acorn")
    try home["files/later.log"].write("acorn")
    #expect(try daemon.listed() == other.union([home["files/.later"]]))
    try home["files/.later"].removeFile()
    try home["files/later.log"].removeFile()
    try configuration.write("[Index]\nRoots=\"~/more stuff\" ~/files\n")
    try reload()
    try daemon.wait { try daemon.listed() == all.union(log) }
    try configuration.write("[Index]\nRoots=\"~/more stuff\"\n")
    try reload()
    try daemon.wait { try daemon.listed() == [home["more stuff/b.txt"]] }
  }

  @Test func `A wrong line changes nothing, and is named until it is mended`() throws {
    let daemon = try daemon()
    #expect(try daemon.listed() == files)
    try configuration.write("[Index]\nRoots=\"~/more stuff\"\nHiden=yes\n")
    let failure = #expect(throws: SearchFailure.self) { try daemon.connect().reload() }
    guard case .invalidConfiguration(let file, 3, let reason, nil) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(file == "\(configuration)")
    #expect(reason.contains("Hiden"))
    let report = try daemon.sitta(["reload"])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("\(configuration), line 3: "))
    #expect(try daemon.connect().status().warnings.contains { $0.contains("line 3") })
    #expect(throws: SearchFailure.self) {
      try daemon.connect().addRoot(.init(folder: "\(home["more stuff"])"))
    }
    #expect(!kept.exists)
    #expect(try daemon.listed() == files)
    try configuration.write("[Index]\nRoots=~/files\n[Text]\nLanguages=german\n")
    #expect(try daemon.connect().reload().warnings == [])
    #expect(try daemon.connect().status().warnings == [])
  }

  @Test func `A reload names roots that do not exist, and refuses a file and the kernel's folders`()
    throws
  {
    let daemon = try daemon()
    try configuration.write("[Index]\nRoots=~/files ~/nowhere\n")
    let report = try daemon.sitta(["reload"])
    #expect(report.ending == .exited(0))
    let sentence = """
      The folder '\(home["nowhere"])' does not exist now. Mount the drive that it is on, or correct \
      Roots= in sittad.conf.
      """
    #expect(report.errorText == "sitta: \(sentence)\n")
    try daemon.wait { try daemon.connect().status().warnings == [sentence] }
    for (root, words) in [("~/files/a.txt", "is a file"), ("/sys/kernel", "(sysfs)")] {
      try configuration.write("[Index]\n\nRoots=~/files \(root)\n")
      let report = try daemon.sitta(["reload"])
      #expect(report.ending == .exited(4))
      #expect(report.errorText.contains("\(configuration), line 3: "), "\(report.errorText)")
      #expect(report.errorText.contains(words), "\(report.errorText)")
    }
    #expect(try daemon.listed() == files)
  }

  @Test(arguments: [false, true])
  func `A sync ends while no root exists, and after the roots are corrected`(
    isRestarted: Bool
  ) throws {
    try configuration.write("[Index]\nRoots=~\n")
    var daemon = try daemon()
    #expect(try daemon.listed() == all)
    try configuration.write("[Index]\nRoots=/nonexistent\n")
    if isRestarted {
      _ = try daemon.terminate()
      daemon = try self.daemon()
    } else {
      #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    }
    #expect(try daemon.listed() == [])
    try configuration.write("[Index]\nRoots=~/files\n")
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try daemon.listed() == files)
    try home["files/b.txt"].write("beech")
    #expect(try daemon.found("beech") == [home["files/b.txt"]], "It is watched.")
  }

  @Test func `A rest ends with the limit that it came of`() throws {
    for number in 0..<400 {
      let words = (0..<60).map { "tree\(number)x\($0)" }.joined(separator: " ")
      try home["files/\(number).txt"].write(words)
    }
    try configuration.write("[Index]\nRoots=~/files\n")
    let other = home[".config/sitta/sittad.conf.d/zz.conf"]
    try other.write("[Cooldown]\nActiveTime=10ms\nRestTime=1h\n")
    let daemon = try daemon()
    try daemon.waitForStatus { $0.state == .resting }
    try other.removeFile()
    #expect(try daemon.sitta(["reload"]).ending == .exited(0))
    #expect(try daemon.listed().count == 401)
  }
}
