import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct PeerTests {
  /// Asks for the service's name and prints the answer.
  private static let script = """
    use Socket; $SIG{PIPE} = 'IGNORE';
    socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die; connect($s, pack_sockaddr_un($ARGV[0])) or die;
    syswrite($s, qq({"method":"org.varlink.service.GetInfo"}\\0));
    sysread($s, my $answer, 65536); print $answer // '';
    """

  private static let canChangeUser =
    Tool.isRoot && Tool.exists("/usr/bin/setpriv") && Tool.exists("/usr/bin/perl")

  @Test(.enabled(if: canChangeUser))
  func `Another user gets no answer, even where the socket's permissions would let it in`() throws {
    let home = try TemporaryDirectory()
    let daemon = try RunningDaemon(in: home)
    for folder in [home.path, home["run"]] { try folder.setPermissions(0o755) }
    try daemon.socket.setPermissions(0o777)
    let perl = ["/usr/bin/perl", "-e", Self.script, "\(daemon.socket)"]
    let own = try Tool.run("/usr/bin/env", perl[0], perl[1], perl[2], perl[3])
    #expect(own.contains("io.sitta.Search"))
    let others = try Tool.run(
      "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", perl[0], perl[1],
      perl[2], perl[3])
    #expect(others == "")
  }
}
