import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// `sitta --host` with a host that is slow, broken or hostile beside a good one.
@Suite(.timeLimit(.minutes(15)), .enabled(if: Tool.exists("/usr/bin/python3")))
final class HostileHostTests {
  private let hosts: HostPair
  private var folder: TemporaryDirectory { hosts.folder }
  private var good: RunningDaemon { hosts.here }
  private var other: RunningDaemon { hosts.there }

  init() throws {
    hosts = try .ofGoodAndOther()
  }

  /// Names hosts: `good`, and others that spoil the replies of their daemon.
  private func configure(_ faults: String..., statistics: Int = 60_000, hits: Int = 60_000) throws {
    let script = try #require(FilePath(absolute: #filePath)).parent.appending("hostile-host.py")
    let hosts = faults.map { fault in
      let word = fault.split(separator: "-")[0]
      return "\(fault)=/usr/bin/python3 \(script) \(other.socket) \(word)"
    }
    try folder["config/sitta/sitta.conf"].write(
      """
      [Hosts]
      good=\(try Binary.sitta.path) --socket \(good.socket) bridge
      \(hosts.joined(separator: "\n"))
      [Waiting]
      Statistics=\(statistics)
      Hits=\(hits)
      """)
  }

  private func sitta(_ hosts: String, _ arguments: String...) throws -> ChildProcess.Report {
    let report = try self.hosts.client.run(["--host", hosts] + arguments)
    #expect(!(report.output + report.errors).contains(0x1b))
    #expect(report.errors.count < 20_000)
    return report
  }

  private func names(_ report: ChildProcess.Report) -> Set<String> {
    let paths = report.outputText.split(separator: "\n")
    return Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) })
  }

  private static let goodFiles: Set = ["good0", "good1", "good2"]
  private static let allFiles: Set = ["good0", "good1", "good2", "other0", "other1", "other2"]

  @Test func `A query that only one host refuses is searched on the others`() throws {
    try configure("refuses", "refuses-2", "refuses-3")
    let report = try sitta("refuses,good", "search", "--format", "{uri}", "barrier")
    #expect(report.ending == .exited(0))
    #expect(names(report) == Self.goodFiles)
    #expect(report.errorText.contains("sitta: refuses: "), "\(report.errorText)")
    #expect(try sitta("refuses,good", "count", "barrier").outputText == "3\n")
    // If all hosts refuse the query, it is invalid.
    #expect(try sitta("refuses-2,refuses-3", "search", "barrier").ending == .exited(2))
  }

  @Test(arguments: [["search", "barrier"], ["count", "barrier"], ["status"], ["explain", "/a"]])
  func `A reply that promises another one is none`(command: [String]) throws {
    try configure("continues")
    let report = try ask("continues,good", command)
    #expect(report.errorText.contains("continues: invalid reply (is Sitta there a different"))
    #expect(command[0] == "explain" || report.ending == .exited(0))
  }

  private func ask(_ hosts: String, _ command: [String]) throws -> ChildProcess.Report {
    command.count == 1
      ? try sitta(hosts, command[0]) : try sitta(hosts, command[0], command[1])
  }

  @Test func `A list of empty pages ends`() throws {
    try configure("drips")
    let report = try sitta("drips,good", "list", "--format", "{uri}")
    #expect(report.ending == .exited(0))
    #expect(names(report) == Self.goodFiles)
    #expect(report.errorText.contains("drips: invalid reply (is Sitta there a different"))
  }

  @Test func `Numbers that no daemon has keep no other host from ranking`() throws {
    try configure("folder", "words")
    let folder = try sitta("folder,good", "search", "--format", "{uri}", "barrier")
    #expect(names(folder) == Self.goodFiles)
    #expect(folder.errorText.contains("folder: invalid reply (is Sitta there a different"))
    // This machine decides how a query is read, or else most hosts.
    let words = try sitta("words,local", "search", "--format", "{uri}", "barrier")
    #expect(names(words) == Self.allFiles)
    #expect(words.errorText.contains("words reads the query in another way"))
    let alone = try good.sitta(["search", "--format", "{score}", "barrier"])
    let scores = try sitta("words,local", "search", "--format", "{score}", "barrier")
    #expect(
      Set(scores.outputText.split(separator: "\n"))
        .isSuperset(of: alone.outputText.split(separator: "\n")))
  }

  @Test func `A warning of a host bears its name`() throws {
    try configure("warns")
    for command in ["search", "count"] {
      let report = try sitta("warns,local", command, "barrier")
      #expect(report.ending == .exited(0))
      let lines = report.errorText.split(separator: "\n")
      #expect(lines.count == 1, "\(report.errorText)")
      #expect(lines.first?.hasPrefix("sitta: warns: Delete your files.") == true)
    }
  }

  @Test func `No host has others searched for words of its own`() throws {
    try configure("correction")
    let report = try sitta("correction,good", "search", "membrane")
    #expect(!report.errorText.contains("password"), "\(report.errorText)")
    #expect(!report.outputText.contains("password"))
  }

  @Test func `Statistics that come late are waited for if there are no others`() throws {
    try configure("slow", "slow-2", statistics: 150)
    let report = try sitta("slow,slow-2", "search", "--format", "{uri}", "barrier")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(names(report) == ["other0", "other1", "other2"])
  }

  @Test func `A host that names no words lets others only offer a correction`() throws {
    try configure("wordless", "right")
    let corrected = try sitta("good,right", "search", "--relaxed", "--format", "{uri}", "barriar")
    #expect(corrected.errorText.contains("Showing results for: barrier"), "\(corrected.errorText)")
    #expect(names(corrected) == Self.allFiles)
    let offered = try PseudoTerminal(
      running: hosts.client.command(["--host", "good,wordless", "search", "barriar"]))
    let shown = try offered.read()
    #expect(try offered.process.wait(until: .now + .seconds(60)) == .exited(1))
    #expect(shown.contains("Did you mean: barrier"), "\(shown)")
    #expect(!shown.contains("Showing results for"))
  }

  @Test func `An order without the statistics of a host is told, and exact if it has more time`()
    throws
  {
    try configure("late", statistics: 150)
    var report = try sitta("good,late", "search", "--format", "{uri}", "barrier")
    #expect(names(report) == Self.allFiles, "\(report.errorText)")
    #expect(report.errorText.contains("late: Its statistics came too late"))
    try configure("late")
    report = try sitta("good,late", "search", "--format", "{uri}", "barrier")
    #expect(names(report) == Self.allFiles)
    #expect(report.errorText.isEmpty, "\(report.errorText)")
  }

  @Test func `A daemon of this machine that hangs is left out`() throws {
    try configure("warns", statistics: 1_000, hits: 2_000)
    try good.suspend()
    defer { try? good.resume() }
    while (try? UnixSocket.connect(to: good.socket, waits: false)) != nil {}
    let report = try sitta("local,warns", "search", "--format", "{uri}", "barrier")
    #expect(report.ending == .exited(0))
    #expect(names(report) == ["other0", "other1", "other2"])
    #expect(report.errorText.contains("sitta: local: "), "\(report.errorText)")
    try good.resume()
    // It is asked again at once.
    let again = try sitta("local,warns", "search", "--format", "{uri}", "barrier")
    #expect(names(again) == Self.allFiles, "\(again.errorText)")
  }

  @Test func `A host whose destination has changed is another host`() throws {
    try configure("ends")
    try folder["config/sitta/sitta.conf"].write("[Hosts]\nnas=/bin/false x\n")
    #expect(try sitta("nas", "count", "barrier").ending == .exited(3))
    #expect(try sitta("nas", "count", "barrier").errorText.contains("is asked again in"))
    let command = "\(try Binary.sitta.path) --socket \(good.socket) bridge"
    try folder["config/sitta/sitta.conf"].write(
      "[Hosts]\nnas=\(command)\n[Waiting]\nHits=60000\n")
    #expect(try sitta("nas", "count", "barrier").outputText == "3\n")
  }
}
