import FoundationEssentials
import LinuxSystem
import TestSupport
import Testing

/// `sitta --host`: three real daemons reached through a real sshd, and one with all of their files.
@Suite(.timeLimit(.minutes(15)), .enabled(if: SecureShellServer.isInstalled))
final class HostsTests {
  private let folder: TemporaryDirectory
  private let server: SecureShellServer
  private let whole: RunningDaemon
  private let parts: [RunningDaemon]
  private var corpus = HostCorpus()

  init() throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    let files = folder["files"]
    try corpus.write(to: files)
    server = try SecureShellServer()
    // Invented words have no language, and each host takes the languages of stems from its
    // documents.
    let configuration = "[Text]\nLanguages=english"
    whole = try RunningDaemon(
      in: TemporaryDirectory(), roots: [files], configuration: configuration)
    parts = try HostCorpus.folders.map {
      try RunningDaemon(
        in: TemporaryDirectory(), roots: [files.appending($0)], configuration: configuration)
    }
    for daemon in parts + [whole] { _ = try daemon.listed() }
    try configure(waiting: 60_000)
  }

  deinit {
    // Ends the connections that ssh keeps.
    let end = "for name in \(runtime)/*.ssh; do ssh -O exit -o ControlPath=$name 127.0.0.1; done"
    _ = try? Tool.run("/bin/sh", "-c", end)
  }

  /// The folder of the connections.
  private var runtime: FilePath { folder["run/sitta-hosts"] }

  private func configure(waiting milliseconds: Int, _ lines: String = "") throws {
    let sitta = try Binary.sitta.path
    let hosts = zip(HostCorpus.folders, parts).map { name, daemon in
      "\(name)=" + server.command(running: "\(sitta) --socket \(daemon.socket) bridge")
    }
    try folder["config/sitta/sitta.conf"].write(
      """
      [Hosts]
      \(hosts.joined(separator: "\n"))
      \(lines)
      [Waiting]
      Connect=60000
      Statistics=\(milliseconds)
      Hits=\(milliseconds)
      """)
    if !folder["run"].exists { try folder["run"].makeDirectory() }
  }

  /// Runs `sitta` with a configuration and a folder for connections of its own.
  private func sitta(_ arguments: String...) throws -> ChildProcess.Report {
    try HostsClient(folder: folder).run(arguments)
  }

  private struct Hit: Decodable {
    let uri: String
    let path: String?
    let host: String?
    let score: Double?
    let name: String
    let copies: [String]?
    let alsoAt: [String]?
    let missing: [String]?

    /// The path, whatever the host is.
    var place: String {
      uri.firstRange(of: "/", after: "://").map { String(uri[$0...]) } ?? uri
    }
    /// The score, less the rounding of sums in another order.
    var roundedScore: Double { ((score ?? 0) * 1e7).rounded() / 1e7 }
  }

  private func hits(of report: ChildProcess.Report) throws -> [Hit] {
    try report.outputText.split(separator: "\n").map {
      try JSONDecoder().decode(Hit.self, from: Data($0.utf8))
    }
  }

  @Test func `Hits and scores of three hosts are those of one index, for 200 of 200 queries`()
    throws
  {
    let queries = corpus.queries(200)
    var different: [String] = []
    for query in queries {
      let report = try sitta(
        "--host", "a,b,c", "search", "--relaxed", "-n", "11", "--json", "--", query)
      let single = try whole.sitta(["search", "--relaxed", "-n", "11", "--json", "--", query])
      let (several, one) = try (hits(of: report), hits(of: single))
      #expect(several.allSatisfy { $0.path == nil && $0.host != nil })
      let isSame =
        report.ending == single.ending
        && several.prefix(10).map(\.roundedScore) == one.prefix(10).map(\.roundedScore)
        && report.errorText == single.errorText && Self.haveSameOrder(several, one)
      if !isSame {
        different.append(
          "\(query)\n\(several.map(\.place))\n\(one.map(\.place))\n\(report.errorText)")
      }
    }
    #expect(different.isEmpty, "\(different.joined(separator: "\n"))")
  }

  /// Whether both have the same documents; documents with the last score may be others with the
  /// same score.
  private static func haveSameOrder(_ several: [Hit], _ one: [Hit]) -> Bool {
    func groups(_ hits: [Hit]) -> [Double: Set<String>] {
      Dictionary(grouping: hits, by: \.roundedScore).mapValues { Set($0.map(\.place)) }
    }
    guard let last = one.last?.roundedScore else { return several.isEmpty }
    var (first, second) = (groups(several), groups(one))
    if one.count > 10 { (first[last], second[last]) = (nil, nil) }
    return first == second
  }

  @Test func `Copies of a file on several hosts are one hit`() throws {
    let report = try sitta("--host", "a,b,c", "search", "--json", "pelican", "feathers")
    let found = try hits(of: report)
    #expect(found.count == 1)
    #expect(found.first?.alsoAt?.count == 2)
    #expect(found.first?.uri.hasPrefix("sftp://") == true)
    let all = try sitta("--host", "a,b,c", "search", "--all-copies", "--json", "pelican")
    #expect(try hits(of: all).count == 3)
  }

  @Test func `Counts, lists, status and explanations are those of all hosts`() throws {
    let count = try sitta("--host", "a,b,c", "count", "barrier")
    #expect(count.outputText == (try whole.sitta(["count", "barrier"])).outputText)
    let list = try sitta("--host", "a,b,c", "list")
    let lines = list.outputText.split(separator: "\n")
    #expect(lines.count == (try whole.listed().count))
    #expect(lines.allSatisfy { $0.hasPrefix("sftp://") })
    // A list of paths has none of another machine.
    #expect(try sitta("--host", "a,b,c", "list", "-0").output.isEmpty)
    #expect(try sitta("--host", "a,b,c", "search", "-0", "barrier").output.isEmpty)
    #expect(try sitta("--host", "a,b,c", "search", "--vimgrep", "barrier").output.isEmpty)
    let status = try sitta("--host", "a,b,c", "status")
    #expect(status.outputText.components(separatedBy: "host       ").count == 4)
    let file = folder["files/b/plan.txt"]
    let explained = try sitta("--host", "a,b,c", "explain", "\(file)", "plan")
    #expect(explained.ending == .exited(0))
    #expect(explained.outputText.contains("host b"))
    #expect(try sitta("--host", "a,c", "explain", "\(file)").ending == .exited(1))
    #expect(try sitta("--host", "a", "suggest", "x").ending == .exited(2))
  }

  @Test func `A file of a host is opened as a private copy that can only be read`() throws {
    let name = "it's a $(touch x) `file` \"\\ é.txt"
    let file = folder["files/a"].appending(name)
    try file.write("quixotic zeppelin")
    _ = try parts[0].listed()
    let report = try sitta("--host", "a,b", "open", "--print", "quixotic")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    let line = try #require(report.outputText.split(separator: "\n").first)
    let copy = try #require(FilePath(absolute: String(line)))
    #expect(copy != file && copy.name == Array(name.utf8))
    let status = try FileStatus(of: copy)
    #expect(status.permissions == 0o400)
    #expect(try FileStatus(of: copy.parent).permissions == 0o700)
    #expect(
      try FileDescriptor(openingOwn: copy).read(upTo: 99, expecting: 20)
        == Array("quixotic zeppelin".utf8))
    // Where the folder of the host is here as well, no copy is needed.
    try configure(waiting: 60_000, "[Host a]\nMap=\(folder["files/a"]):\(folder["files/a"])")
    let mapped = try sitta("--host", "a,b", "open", "--print", "quixotic")
    #expect(mapped.outputText == "\(file)\n")
    // But while nothing is mounted there, it is.
    try configure(waiting: 60_000, "[Host a]\nMap=\(folder["files/a"]):\(folder["none"])")
    let unmounted = try sitta("--host", "a,b", "open", "--print", "quixotic")
    #expect(unmounted.outputText.contains("/sitta-open-"), "\(unmounted.errorText)")
    try configure(waiting: 60_000, "[Host a]\nMap=\(folder["files/a"]):\(folder["files/a"])")
    let hit = try #require(
      try hits(of: sitta("--host", "a,b", "search", "--json", "quixotic")).first)
    #expect(hit.host == "a" && hit.path == "\(file)" && hit.uri == file.uri)
  }

  @Test func `A file that cannot be copied leaves nothing, and what the host says is escaped`()
    throws
  {
    let hostile = try SecureShellServer(
      forcing: #"""
        case $SSH_ORIGINAL_COMMAND in cat*) printf "\033[2Jno\n" >&2; exit 1;; esac; \#
        eval "$SSH_ORIGINAL_COMMAND"
        """#)
    let command = "\(try Binary.sitta.path) --socket \(parts[0].socket) bridge"
    try configure(waiting: 60_000)
    try folder["config/sitta/sitta.conf"].write(
      """
      [Hosts]
      liar=\(hostile.command(running: command))
      [Waiting]
      Connect=60000
      Hits=60000
      """)
    let report = try sitta("--host", "liar", "open", "--print", "barrier")
    #expect(report.ending == .exited(4))
    #expect(report.errorText.contains("cannot be copied from liar: "), "\(report.errorText)")
    #expect(report.errorText.contains("[2Jno") && !report.errors.contains(0x1b))
    #expect(report.output.isEmpty)
    #expect(!(try Tool.run("/bin/ls", "\(folder.path)").contains("sitta-open")))
  }

  @Test func `A stopped host is named, the others answer, and it is asked again`() throws {
    _ = try sitta("--host", "a,b,c", "search", "barrier")
    // Long enough for the others on a very busy machine; more hits have several times as long.
    try configure(waiting: 20_000)
    try parts[2].suspend()
    let report = try sitta("--host", "a,b,c", "search", "-n", "9", "--json", "barrier")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(try !hits(of: report).isEmpty)
    #expect(try hits(of: report).allSatisfy { $0.host != "c" })
    #expect(report.errorText.contains("sitta: c: did not answer"), "\(report.errorText)")
    // It found nothing of its own, but a host is missing. A busy machine may need longer for a
    // command than the time after which the host is asked again; each failure doubles that time.
    try configure(waiting: 1_500)
    try parts[0].wait {
      let alone = try sitta("--host", "c", "search", "-n", "9", "barrier")
      #expect(alone.ending == .exited(3))
      return alone.errorText.contains("asked again in")
    }
    try parts[2].resume()
    try configure(waiting: 60_000)
    try parts[2].wait {
      try sitta("--host", "a,b,c", "search", "barrier").errorText.contains("c:") == false
    }
  }

  @Test func `Searches leave no process, socket or descriptor`() throws {
    // On a busy machine the daemon opens more connections to its index, and keeps them.
    func open(_ daemon: RunningDaemon) throws -> Int {
      try Tool.run("/bin/ls", "-l", "/proc/\(daemon.process.number)/fd").split(separator: "\n")
        .count { $0.contains("-> socket:") || $0.contains("-> pipe:") }
    }
    _ = try sitta("--host", "a,b,c", "search", "barrier")
    let before = try parts.map(open)
    for number in 0..<50 {
      #expect(try sitta("--host", "a,b,c", "search", "memory \(number % 7)").ending != .exited(3))
    }
    try parts[0].wait {
      let bridges =
        try Tool.run("/bin/sh", "-c", "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '; true")
        .components(separatedBy: "\(parts[0].socket) bridge").count - 1
      return bridges == 0
    }
    try parts[0].wait { try parts.map(open) <= before }
    let left = try Tool.run("/bin/ls", "-A", "\(runtime)").split(separator: "\n")
    // The sockets of ssh's connections; no host has failed.
    #expect(
      left.allSatisfy { $0.hasSuffix(".ssh") }
        && left.map { $0.prefix(1) }.sorted() == ["a", "b", "c"])
  }

  @Test func `A hostile host can do no harm`() throws {
    let escape = "\u{1b}]0;x\u{7}"
    let hit =
      #"{"document":{"uri":"file:///etc/passwd","path":"/etc/passwd","name":"\#(escape)","modified":"","size":1,"type":"","tags":[],"state":"complete"},"snippet":"\u001b[2J","matches":[{"begin":-1,"end":99999}],"score":1e300}"#
    let reply =
      #"{"parameters":{"hits":[\#(hit)],"more":true,"count":9000000000000000000,"clock":{"index":"","sequence":0},"pending":9000000000000000000,"warnings":["\u001b[2J"]}}"#
    try folder["reply"].write(Array(reply.utf8.map { $0 < 0x20 ? 0x20 : $0 }) + [0])
    try folder["wrong"].write(Array("{\"parameters\":[[[[".utf8) + [0])
    try folder["keep"].writeProgram("#!/bin/sh\ncat \"$1\"; exec cat > /dev/null\n")
    try configure(
      waiting: 10_000,
      """
      endless=/usr/bin/yes {
      wrong=\(folder["keep"]) \(folder["wrong"])
      liar=\(folder["keep"]) \(folder["reply"])
      absent=/nonexistent/program x
      ends=/bin/true x
      """)
    for name in ["endless", "wrong", "absent", "ends"] {
      let report = try sitta("--host", "a,\(name)", "search", "barrier")
      #expect(report.ending == .exited(0), "\(name): \(report.errorText)")
      #expect(report.errorText.contains("\(name): "), "\(report.errorText)")
    }
    let lied = try sitta("--host", "liar", "search", "barrier")
    #expect(lied.outputText.contains("sftp://liar/etc/passwd"))
    #expect(!(lied.output + lied.errors).contains(0x1b))
    #expect(try sitta("--host", "liar", "search", "-0", "barrier").output.isEmpty)
    // Its reply is none to a call for statistics, so it has no part in a common order.
    let common = try sitta("--host", "a,liar", "search", "--json", "barrier")
    #expect(try hits(of: common).allSatisfy { $0.host == "a" })
  }
}

extension String {
  /// Where a text begins after another one.
  fileprivate func firstRange(of text: Character, after prefix: String) -> Index? {
    guard let range = firstRange(of: prefix) else { return nil }
    return self[range.upperBound...].firstIndex(of: text)
  }

  /// The parts between occurrences of a text.
  fileprivate func components(separatedBy text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}

/// Whether no number is larger than its counterpart.
private func <= (one: [Int], other: [Int]) -> Bool {
  zip(one, other).allSatisfy { $0 <= $1 }
}
