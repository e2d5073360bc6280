import LinuxSystem
import TestSupport
import Testing

/// A daemon of a server: an own user, who may read everybody's files, as `sitta-server.service` has it.
@Suite(.timeLimit(.minutes(15)))
struct ServerTests {
  private static let (user, owner) = ("65533", "65532")
  private static let reading = "+dac_read_search"
  /// How the unit starts a program: as another user, with one capability, and without a way to more.
  private static let prefix = [
    "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--no-new-privs",
    "--inh-caps=-all,\(reading)", "--ambient-caps=-all,\(reading)",
    "--bounding-set=-all,\(reading)",
  ]
  /// The number of `CAP_DAC_READ_SEARCH` is 2; see capabilities(7).
  private static let onlyReading = "0000000000000004"

  /// Whether another user can run the programs: the toolchain and this folder may be closed to others.
  private static let isPossible =
    Tool.isRoot
    && (try? Tool.run(
      prefix[0], arguments: prefix.dropFirst() + ["\(Binary.sittad.path)", "--version"]))
      != nil

  /// The value of a line of /proc/PID/status; nil if the process has ended.
  private func status(of process: String, _ name: String) -> String? {
    let text = try? FilePath(absolute: "/proc/\(process)/status")?.text()
    let line = text?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line.map { String($0.dropFirst(name.utf8.count + 1).drop { $0 == "\t" }) }
  }

  /// The processes that a process has started, and those that these have started.
  private func descendants(of process: String) throws -> [String] {
    let words = ["-c", "pgrep --parent \(process) || true"]
    let children = try Tool.run("/bin/sh", arguments: words).split(separator: "\n")
    return try children.flatMap { try ["\($0)"] + descendants(of: "\($0)") }
  }

  @Test(.enabled(if: isPossible, "Another user cannot run the programs here."))
  func `It reads files of others, and gives this right to no program that reads documents`() throws
  {
    let home = try TemporaryDirectory()
    let documents: [(name: String, word: String, bytes: [UInt8])] = [
      ("plain.txt", "heron", Array("heron".utf8)),
      ("page.html", "bittern", Array("<title>A</title><p>bittern</p>".utf8)),
      ("sub/page.pdf", "crane", PortableDocument(["crane"]).bytes),
      ("plan.own", "walnut", Array("jnyahg".utf8)),
      ("plan.path", "hazelnut", Array("hazelnut".utf8)),
    ]
    let files = home["files"]
    for document in documents { try home["files/\(document.name)"].write(document.bytes) }
    try Tool.run("/bin/chmod", "-R", "go=", "\(files)")
    try Tool.run("/bin/chown", "-R", "\(Self.owner):\(Self.owner)", "\(files)")
    try Tool.run("/bin/chown", Self.user, "\(home.path)")
    // One has the document as its standard input, one opens it by its path.
    let daemon = try RunningDaemon(
      in: home, roots: [files],
      configuration: """
        [Reader own]
        Program=/usr/bin/tr a-z n-za-m
        Types=own
        [Reader path]
        Program=/bin/cat %f
        Types=path
        """, prefix: Self.prefix)
    // Only the same user gets an answer.
    func sitta(_ words: String...) throws -> String {
      let command =
        Self.prefix.prefix(4) + ["\(try Binary.sitta.path)", "--socket", "\(daemon.socket)"]
      return try Tool.run(command[0], arguments: command.dropFirst() + words)
    }
    for document in documents {
      let found = try sitta("search", "--sync", "--strict", "-0", document.word)
      #expect(found == "\(files)/\(document.name)\0", "\(document.word)")
    }
    // A file that appears later, in a folder of its owner.
    let later = home["files/later/a.txt"]
    try later.write("stork")
    #expect(try sitta("search", "--sync", "--strict", "-0", "stork") == "\(later)\0")
    let process = "\(daemon.process.number)"
    for set in ["CapPrm", "CapEff", "CapBnd"] {
      #expect(status(of: process, set) == Self.onlyReading, "\(set)")
    }
    let readers = try descendants(of: process)
    #expect(readers.count >= 3)
    for reader in readers {
      for set in ["CapPrm", "CapEff", "CapAmb"] {
        let value = status(of: reader, set)
        #expect(value == nil || value == "0000000000000000", "\(set)")
      }
    }
    #expect(try daemon.terminate().ending == .exited(0))
  }

  private static let isPossibleWithSystem =
    isPossible && Tool.canMount && Tool.exists("/usr/lib/postgresql")
    && ["/lib/systemd/systemd", "/usr/bin/systemctl", "/usr/bin/systemd-analyze"]
      .allSatisfy(Tool.exists)

  /// The units under a real systemd, which is process 1 of an overlay over this system.
  @BlockingThread
  @Test(.enabled(if: isPossibleWithSystem, "systemd, PostgreSQL or an overlay is missing here."))
  func `The units of a server do what they promise`() throws {
    let folder = SourceTree.root.appending("Tests").appending("EndToEndTests")
    let words: [FilePath] = [
      folder.appending("server-test.sh"), SourceTree.root, try Binary.sittad.path.parent,
    ]
    let report = try ChildProcess.run(
      ChildProcess.Command(
        folder.appending("with-system-systemd.sh"),
        ["-T", "400", "--"].map { Array($0.utf8) } + words.map(\.bytes),
        directory: SourceTree.root), until: .now + .seconds(420))
    #expect(report.ending == .exited(0), "\(report.outputText)\(report.errorText)")
    #expect(report.outputText.hasSuffix("Done\n"))
  }
}
