import LinuxSystem
import TestSupport
import Testing

/// `sitta` without a process that listens.
@Suite(.timeLimit(.minutes(15)))
struct NoDaemonTests {
  let home: TemporaryDirectory
  private let socket: FilePath

  init() throws {
    home = try TemporaryDirectory()
    socket = home["runtime/sitta/io.sitta.Search"]
    try home["bin"].makeDirectory()
  }

  /// Puts a `systemctl` into `$PATH`; `call` in the home folder gets its arguments.
  private func installSystemctl(_ script: String) throws {
    try home["bin/systemctl"].writeProgram(
      "#!/bin/sh\necho \"$@\" >> '\(home["call"])'\n\(script)\n")
  }

  private func sitta(_ arguments: String...) throws -> ChildProcess.Report {
    let environment = [
      "HOME=\(home.path)", "PATH=relative:\(home["missing"]):\(home["bin"])",
      "XDG_RUNTIME_DIR=\(home["runtime"])",
    ]
    return try ChildProcess.run(
      ChildProcess.Command(
        Binary.sitta.path, arguments.map { Array($0.utf8) },
        environment: environment.map { Array($0.utf8) }), until: .now + .seconds(120))
  }

  @Test func `The socket is started where systemd knows it, and the call goes on`() throws {
    let daemon = try RunningDaemon(in: home)
    try daemon.files.appending("a").write("seed")
    try installSystemctl(
      "/bin/mkdir -p '\(socket.parent)' && exec /bin/ln -s '\(daemon.socket)' '\(socket)'")
    let report = try sitta("search", "--sync", "-0", "seed")
    #expect(report.ending == .exited(0), "\(report.errorText)")
    #expect(report.output == daemon.files.appending("a").bytes + [0])
    #expect(report.errors == [])
    // The next call finds the socket there.
    #expect(try sitta("status").ending == .exited(0))
    #expect(try home["call"].text() == "--user start sittad.socket\n")
  }

  @Test func `The socket can be named in the environment`() throws {
    let daemon = try RunningDaemon(in: home)
    let command = ChildProcess.Command(
      try Binary.sitta.path, [Array("status".utf8)],
      environment: [Array("SITTA_SOCKET=\(daemon.socket)".utf8)])
    let report = try ChildProcess.run(command, until: .now + .seconds(120))
    #expect(report.ending == .exited(0), "\(report.errorText)")
  }

  @Test func `Without XDG_RUNTIME_DIR the socket is below run, or in the state folder`() throws {
    let user = ProcessEnvironment.user
    let command = ChildProcess.Command(
      try Binary.sitta.path, [Array("status".utf8)], environment: [])
    let report = try ChildProcess.run(command, until: .now + .seconds(120))
    guard report.ending != .exited(0) else { return }
    #expect(report.ending == .exited(3))
    #expect(
      report.errorText.contains("'/run/user/\(user)/sitta/io.sitta.Search'")
        || report.errorText.contains("/.local/state/sitta/run/io.sitta.Search'"),
      "\(report.errorText)")
  }

  @Test(arguments: [
    // The unit is unknown; systemd says yes but no process listens; it is killed.
    "echo 'Unit sittad.socket not found.' >&2; exit 5", "exit 0", "kill -9 $$",
  ])
  func `Where systemd cannot help, a person is told how to`(script: String) throws {
    try installSystemctl(script)
    let report = try sitta("search", "seed")
    #expect(report.ending == .exited(3))
    #expect(report.output == [])
    #expect(
      report.errorText == """
        sitta: No sittad answers at '\(socket)' (No such file or directory). Start it with: \
        systemctl --user start sittad.socket (without systemd: sittad)

        """)
    #expect(try home["call"].text() == "--user start sittad.socket\n")
  }

  @Test func `A folder that is not to be trusted is told of when the socket was started as well`()
    throws
  {
    try installSystemctl("/bin/mkdir -p '\(socket.parent)' && /bin/chmod 777 '\(socket.parent)'")
    let report = try sitta("search", "seed")
    #expect(report.ending == .exited(3))
    #expect(report.errorText.contains("is open to others"), "\(report.errorText)")
  }

  @Test func `Without systemd the message is the same`() throws {
    let report = try sitta("status")
    #expect(report.ending == .exited(3))
    #expect(report.errorText.contains("(without systemd: sittad)"))
  }

  @Test(arguments: [("disabled", true), ("enabled", false), ("static", false)])
  func `A person is told once a status how the daemon starts at login`(
    state: String, isTold: Bool
  ) throws {
    let daemon = try RunningDaemon(in: home)
    try installSystemctl("echo \(state)")
    try socket.parent.makeDirectory()
    try socket.makeSymbolicLink(to: daemon.socket)
    let environment = [
      "HOME=\(home.path)", "PATH=\(home["bin"])", "XDG_RUNTIME_DIR=\(home["runtime"])",
    ]
    let terminal = try PseudoTerminal(
      running: ChildProcess.Command(
        Binary.sitta.path, [Array("status".utf8)],
        environment: environment.map { Array($0.utf8) }))
    #expect(try terminal.read().contains("systemctl --user enable sittad") == isTold)
    #expect(try home["call"].text() == "--user is-enabled sittad.service\n")
    let report = try sitta("status")
    #expect(report.errors == [], "Programs are not told.")
  }

  @Test func `For a socket of one's own nothing is started`() throws {
    try installSystemctl("exit 0")
    #expect(try sitta("--socket", "\(home["other"])", "list").ending == .exited(3))
    #expect(!home["call"].exists)
  }
}
