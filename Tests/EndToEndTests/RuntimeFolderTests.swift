import LinuxSystem
import TestSupport
import Testing

/// A user who may change the socket's folder could answer instead of the daemon, and read the
/// searches.
@Suite(.timeLimit(.minutes(15)))
struct RuntimeFolderTests {
  let home: TemporaryDirectory
  private let folder: FilePath

  init() throws {
    home = try TemporaryDirectory()
    folder = home["run"]
    try folder.makeDirectory()
    try home["files/a"].write("seed")
  }

  private func startDaemon() throws -> ChildProcess.Report {
    try RunningDaemon.run(
      in: home,
      [
        "--state", "\(home["state"])", "--socket", "\(folder.appending("socket"))", "--root",
        "\(home["files"])",
      ])
  }

  private func sitta() throws -> ChildProcess.Report {
    let words = ["--socket", "\(folder.appending("socket"))", "search", "secret plans"]
    return try ChildProcess.run(
      ChildProcess.Command(try Binary.sitta.path, words.map { Array($0.utf8) }),
      until: .now + .seconds(60))
  }

  @Test(arguments: [0o777, 0o770, 0o1777] as [UInt32])
  func `A folder that is open to others is refused by daemon and client`(mode: UInt32) throws {
    try folder.setPermissions(mode)
    let daemon = try startDaemon()
    #expect(daemon.ending == .exited(1))
    #expect(daemon.errorText.contains("The folder '\(folder)' is open to others"))
    #expect(daemon.errorText.contains("chmod 700"))
    #expect(!folder.appending("socket").exists)
    let client = try sitta()
    #expect(client.ending == .exited(3))
    #expect(client.errorText.contains("The folder '\(folder)' is open to others"))
  }

  @Test func `A folder that was opened to others later is refused by the client`() throws {
    let daemon = try RunningDaemon(in: home)
    #expect(try daemon.sitta(["search", "--sync", "seed"]).ending == .exited(0))
    try folder.setPermissions(0o733)
    #expect(try daemon.sitta(["search", "seed"]).ending == .exited(3))
    try folder.setPermissions(0o755)
    #expect(try daemon.sitta(["search", "seed"]).ending == .exited(0))
  }

  @Test(.enabled(if: Tool.isRoot))
  func `A folder that is another's is refused by daemon and client`() throws {
    try Tool.run("/bin/chown", "65534", "\(folder)")
    let daemon = try startDaemon()
    #expect(daemon.ending == .exited(1))
    #expect(daemon.errorText.contains("The folder '\(folder)' belongs to user 65534"))
    let client = try sitta()
    #expect(client.ending == .exited(3))
    #expect(client.errorText.contains("The folder '\(folder)' belongs to user 65534"))
  }

  private static let canChangeUser =
    Tool.isRoot && Tool.exists("/usr/bin/setpriv") && Tool.exists("/usr/bin/perl")

  /// Listens, reports that, and prints the calls that come.
  private static let script = """
    use Socket; $| = 1;
    socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die; bind($s, pack_sockaddr_un($ARGV[0])) or die;
    listen($s, 5) or die; chmod(0777, $ARGV[0]); print STDERR "ready\\n";
    while (accept(my $c, $s)) { while (sysread($c, my $text, 4096)) { print STDERR $text; } }
    """

  @Test(.enabled(if: canChangeUser))
  func `Another user's server gets no query`() throws {
    try home.path.setPermissions(0o755)
    try folder.setPermissions(0o777)
    let words = [
      "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/perl", "-e", Self.script,
      "\(folder.appending("socket"))",
    ]
    let server = try ChildProcess(
      ChildProcess.Command("/usr/bin/setpriv", words.map { Array($0.utf8) }), errors: .pipe)
    var said: [UInt8] = []
    #expect(try server.errors.read(into: &said, timeout: .seconds(60)))
    #expect(String(decoding: said, as: UTF8.self) == "ready\n")
    try folder.setPermissions(0o755)
    let client = try sitta()
    #expect(client.ending == .exited(3))
    #expect(client.errorText.contains("User 65534 answers at"))
    try server.send(signal: 9)
    _ = try server.wait(until: .now + .seconds(20))
    #expect(try !server.errors.read(into: &said, timeout: .seconds(20)))
  }

  @Test func `No memory of the daemon gets into a core dump`() throws {
    let daemon = try RunningDaemon(in: home)
    let process = "/proc/\(daemon.process.number)"
    let limits = try Tool.run("/bin/cat", "\(process)/limits")
    #expect(limits.contains(#/Max core file size +0 +0 /#))
    let filter = try Tool.run("/bin/cat", "\(process)/coredump_filter")
    #expect(filter.allSatisfy { $0 == "0" || $0.isNewline })
  }
}
