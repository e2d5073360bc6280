import Glibc
import LinuxSystem
import TestSupport
import Testing

/// `sitta --host` with the daemon's socket forwarded by ssh, from a real sshd that writes down
/// which commands it starts.
@Suite(.timeLimit(.minutes(15)), .enabled(if: SecureShellServer.isInstalled))
final class HostForwardingTests {
  private let folder: TemporaryDirectory
  private let daemon: RunningDaemon

  init() throws {
    folder = try TemporaryDirectory()
    daemon = try RunningDaemon(in: TemporaryDirectory())
    try daemon.files.appending("a.txt").write("a pelican")
    _ = try daemon.listed()
    try folder["run"].makeDirectory()
    try folder["log"].write("")
  }

  deinit {
    try? disconnect()
  }

  /// Ends the connection that ssh keeps.
  private func disconnect() throws {
    for name in try names where name.hasSuffix(".ssh") {
      let control = folder["run/sitta-hosts"].appending(name)
      try Tool.run("/usr/bin/ssh", "-O", "exit", "-o", "ControlPath=\(control)", "127.0.0.1")
      let end = ContinuousClock.now + .seconds(60)
      while control.exists, .now < end {}
    }
  }

  /// Starts sshd, and names it `a`.
  ///
  /// - Parameters:
  ///   - lines: further lines of its configuration.
  ///   - script: commands of the shell before the command of the client.
  /// - Returns: the server.
  /// - Throws: if it does not start.
  private func serve(_ lines: String..., script: String = "") throws -> SecureShellServer {
    let server = try SecureShellServer(
      forcing: """
        echo "$SSH_ORIGINAL_COMMAND" >> \(folder["log"]); \(script) eval "$SSH_ORIGINAL_COMMAND"
        """, lines: lines)
    let command = "\(try Binary.sitta.path) --socket \(daemon.socket) bridge"
    try folder["config/sitta/sitta.conf"].write(
      """
      [Hosts]
      a=\(server.command(running: command))
      [Waiting]
      Connect=60000
      Statistics=60000
      Hits=60000
      """)
    return server
  }

  private func search() throws -> ChildProcess.Report {
    try HostsClient(folder: folder).run(["--host", "a", "search", "pelican"])
  }

  /// Searches, and has to find the file.
  private func find() throws {
    let report = try search()
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.outputText.contains("a.txt"))
    #expect(report.errorText == "")
  }

  /// The commands that sshd has started: how many bridges, and how often it was asked for the socket.
  private func started() throws -> [Int] {
    let lines = try folder["log"].text().split(separator: "\n")
    return [" bridge", " --endpoint"].map { end in lines.filter { $0.hasSuffix(end) }.count }
  }

  /// The files that are kept between calls.
  private var names: [String] {
    get throws {
      try Tool.run("/bin/ls", "-A", "\(folder["run/sitta-hosts"])").split(separator: "\n")
        .map(String.init)
    }
  }

  private var hasForwardedSocket: Bool {
    get throws { try names.contains { $0.hasSuffix(".ssh.daemon") } }
  }

  @Test func `After two searches over one connection, none starts a process on the host`() throws {
    let server = try serve()
    try find()
    #expect(try started() == [1, 0])
    #expect(try !hasForwardedSocket)
    try find()
    #expect(try started() == [2, 1])
    #expect(try hasForwardedSocket)
    for _ in 0..<3 { try find() }
    #expect(try started() == [2, 1])
    // Only this user can connect to it.
    let status = try FileStatus(of: folder["run/sitta-hosts"])
    #expect(status.permissions == 0o700)
    withExtendedLifetime(server) {}
  }

  @Test func `A new connection begins anew, and what the former one has left is replaced`() throws {
    let server = try serve()
    for _ in 0..<3 { try find() }
    #expect(try started() == [2, 1])
    try disconnect()
    for _ in 0..<3 { try find() }
    #expect(try started() == [4, 2])
    withExtendedLifetime(server) {}
  }

  @Test func `A server that forwards no sockets is asked through its bridge, and is tried once`()
    throws
  {
    let server = try serve("AllowStreamLocalForwarding no")
    for _ in 0..<4 { try find() }
    #expect(try started() == [4, 1])
    #expect(try !hasForwardedSocket)
    withExtendedLifetime(server) {}
  }

  @Test func `Without a daemon the bridge says why, and another one at the same place answers`()
    throws
  {
    let server = try serve()
    for _ in 0..<3 { try find() }
    try daemon.process.send(signal: SIGTERM)
    #expect(try daemon.process.wait(until: .now + .seconds(60)) == .exited(0))
    let report = try search()
    #expect(report.ending == .exited(3))
    #expect(report.errorText.contains("No sittad answers at"), "\(report.errorText)")
    #expect(try started() == [3, 1])
    let next = try RunningDaemon(in: daemon.home)
    try next.wait { try search().ending == .exited(0) }
    #expect(try started() == [3, 1])
    withExtendedLifetime(server) {}
  }

  @Test func `A socket that leads to another daemon than the bridge is not used`() throws {
    let other = try RunningDaemon(in: TemporaryDirectory())
    let server = try serve(
      script: """
        case $SSH_ORIGINAL_COMMAND in *--endpoint) eval "$SSH_ORIGINAL_COMMAND" | \
        sed "s|\\"socket\\":\\"[^\\"]*|\\"socket\\":\\"\(other.socket)|"; exit;; esac;
        """)
    for _ in 0..<3 { try find() }
    #expect(try started() == [3, 1])
    #expect(try !hasForwardedSocket)
    withExtendedLifetime((server, other)) {}
  }
}
