import LinuxSystem
import TestSupport
import Testing

/// `sitta --host` with hosts that say nothing, that are dead, or that say too much, in place of ssh.
@Suite(.timeLimit(.minutes(15)))
final class SilentHostTests {
  private let hosts: HostPair
  private var folder: TemporaryDirectory { hosts.folder }
  private var there: RunningDaemon { hosts.there }

  init() throws {
    hosts = try HostPair(
      here: ["here.txt": "a barrier of memory"],
      there: ["there.txt": "another barrier\n\nat the third line: reef\n"])
    try folder["bin"].makeDirectory()
  }

  private func configure(_ hosts: [String], _ waiting: String) throws {
    try folder["config/sitta/sitta.conf"].write(
      "[Hosts]\n\(hosts.joined(separator: "\n"))\n[Waiting]\n\(waiting)\n")
  }

  private var client: HostsClient {
    var client = hosts.client
    client.programs = folder["bin"]
    return client
  }

  /// A program in place of ssh that reaches the other daemon, and copies files from "it".
  private func writeShell(errors: Int = 0) throws {
    try folder["bin/ssh"].writeProgram(
      #"""
      #!/bin/sh
      for last; do :; done
      case "$*" in
        *' cat -- '*)
          head -c \#(errors) /dev/zero | tr '\0' 'x' >&2
          eval "exec cat -- $last"
          ;;
        *) exec '\#(try Binary.sitta.path)' --socket '\#(there.socket)' bridge ;;
      esac

      """#)
  }

  private var copies: [[UInt8]] {
    get throws {
      try DirectoryListing(of: FileDescriptor(openingDirectory: folder.path)).names
        .filter { $0.starts(with: Array("sitta-open-".utf8)) }
    }
  }

  // MARK: - Waiting

  @Test(arguments: [["search", "--format", "{name}", "barrier"], ["count", "barrier"]])
  func `A host that says nothing costs the time for its connection once`(command: [String]) throws {
    try folder["bin/ssh"].writeProgram("#!/bin/sh\nexec cat > /dev/null\n")
    try configure(["silent="], "Connect=4000\nStatistics=10000\nHits=10000")
    let start = ContinuousClock.now
    let report = try client.run(["--host", "local,silent"] + command)
    let time = start.duration(to: .now)
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.outputText == (command[0] == "count" ? "1\n" : "here.txt\n"))
    #expect(time >= .seconds(4) && time < .seconds(7), "\(time)")
    let waited = try #require(
      report.errorText.firstMatch(of: /^sitta: silent: did not answer within (\d+) ms\./))
    let milliseconds = try #require(Int(waited.1))
    #expect((4_000...Int(time / .milliseconds(1))).contains(milliseconds))
  }

  @Test func `A host that is connected and then silent names the time that it was waited for`()
    throws
  {
    try folder["bin/mute"].writeProgram("#!/bin/sh\nexec cat > /dev/null\n")
    try configure(["silent=\(folder["bin/mute"]) x"], "Statistics=1500\nHits=1500")
    let start = ContinuousClock.now
    let report = try client.run(["--host", "local,silent", "search", "barrier"])
    let time = Int(start.duration(to: .now) / .milliseconds(1))
    let waited = try #require(
      report.errorText.firstMatch(of: /silent: did not answer within (\d+) ms\./))
    // Once for its statistics, and once for its hits.
    #expect((2_800...time).contains(try #require(Int(waited.1))), "\(report.errorText)")
  }

  @Test func `Dead hosts make no other one late, and still say why they are dead`() throws {
    // The connection ends at once; the process goes on, and holds its standard error open.
    try folder["bin/dead"].writeProgram(
      "#!/bin/sh\nexec 0<&- 1>&-\necho 'No route to host.' >&2\nexec sleep 20\n")
    let dead = (0..<40).map { "dead\($0)=\(folder["bin/dead"]) x" }
    let good = "good=\(try Binary.sitta.path) --socket \(there.socket) bridge"
    // Fifty milliseconds for each of them would be twice the time that the good one has.
    try configure(dead + [good], "Statistics=1000\nHits=1000")
    let names = (0..<40).map { "dead\($0)" }.joined(separator: ",")
    let report = try client.run([
      "--host", names + ",good", "search", "--format", "{name}", "barrier",
    ])
    #expect(report.ending == .exited(0))
    #expect(report.outputText == "there.txt\n")
    #expect(!report.errorText.contains("good"), "\(report.errorText)")
    #expect(report.errorText.contains("dead7: No route to host. The answer lacks its files."))
  }

  // MARK: - Copies

  @Test func `A host that writes much to standard error does not hold up the copy of a file`()
    throws
  {
    try writeShell(errors: 1 << 20)
    try configure(["nas="], "Connect=60000\nStatistics=60000\nHits=60000")
    let start = ContinuousClock.now
    let report = try client.run(["--host", "nas", "open", "--print", "reef"])
    #expect(report.ending == .exited(0), "\(report.errorText.prefix(300))")
    #expect(start.duration(to: .now) < .seconds(60))
    let copy = try #require(FilePath(absolute: String(report.outputText.dropLast())))
    #expect(try copy.text() == "another barrier\n\nat the third line: reef\n")
  }

  @Test func `A copy goes when its editor ends, and others a day later`() throws {
    try writeShell()
    try configure(["nas="], "Connect=60000\nStatistics=60000\nHits=60000")
    try folder["bin/edit"].writeProgram("#!/bin/sh\necho \"EDIT $1 $(cat \"$2\" | head -1)\"\n")
    var client = client
    client.variables += ["VISUAL=edit", "TERM=xterm"]
    let terminal = try PseudoTerminal(
      running: client.command(["--host", "nas", "open", "reef"]))
    let shown = try terminal.read()
    #expect(try terminal.process.wait(until: .now + .seconds(60)) == .exited(0))
    #expect(shown.contains("EDIT +3 another barrier"), "\(shown)")
    #expect(try copies.isEmpty)

    let first = try client.run(["--host", "nas", "open", "--print", "reef"])
    #expect(first.ending == .exited(0))
    #expect(try copies.count == 1)
    // Files that do not look like a copy stay, with any name and age.
    try folder["sitta-open-mine/a"].write("1")
    try folder["sitta-open-mine/b"].write("2")
    try folder["sitta-open-file"].write("3")
    _ = try client.run(["--host", "nas", "count", "reef"])
    #expect(try copies.count == 3)
    for name in try copies {
      try Tool.run("/bin/touch", "-d", "25 hours ago", "\(folder.path.appending(name))")
    }
    _ = try client.run(["--host", "nas", "count", "reef"])
    #expect(
      Set(try copies) == [Array("sitta-open-mine".utf8), Array("sitta-open-file".utf8)])
  }

  @Test func `A file that cannot be copied leaves nothing, and the host says why`() throws {
    try writeShell()
    try configure(["nas="], "Connect=60000\nStatistics=60000\nHits=60000")
    let file = there.files.appending("there.txt")
    try folder["bin/cat"].writeProgram("#!/bin/sh\necho 'disk on fire' >&2; exit 1\n")
    let report = try client.run(["--host", "nas", "open", "--print", "reef"])
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("'\(file)' cannot be copied from nas: disk on fire"))
    #expect(try copies.isEmpty)
  }
}
