import LinuxSystem
import TestSupport
import Testing

/// A real sshd on the loopback interface, for this user, without privileges that this user lacks.
final class SecureShellServer {
  private let folder: TemporaryDirectory
  private let server: Started
  private let user: String

  /// Whether sshd and its tools are installed.
  static var isInstalled: Bool {
    ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen"].allSatisfy(Tool.exists)
  }

  /// Starts it.
  ///
  /// - Parameter command: a command that a shell runs instead of the client's command, which is in
  ///   `$SSH_ORIGINAL_COMMAND`.
  /// - Throws: if it does not start.
  init(forcing command: String? = nil) throws {
    let folder = try TemporaryDirectory()
    self.folder = folder
    for name in ["host", "client"] {
      try Tool.run(
        "/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder[name])")
    }
    try Tool.run("/bin/cp", "\(folder["client.pub"])", "\(folder["authorized"])")
    // As root, sshd wants the folder that its package makes when it starts.
    if Tool.isRoot { try Tool.run("/bin/mkdir", "-p", "/run/sshd") }
    user = try Tool.run("/usr/bin/id", "-un").split(separator: "\n").first.map(String.init) ?? ""
    server = try Self.start(in: folder, command.map { "ForceCommand \($0)" } ?? "")
  }

  /// Starts sshd on a free port.
  private static func start(in folder: TemporaryDirectory, _ lines: String) throws -> Started {
    var log = ""
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<60_000)
      try folder["config"].write(
        """
        Port \(port)
        ListenAddress 127.0.0.1
        HostKey \(folder["host"])
        AuthorizedKeysFile \(folder["authorized"])
        PidFile none
        UsePAM no
        StrictModes no
        PasswordAuthentication no
        PermitRootLogin prohibit-password
        MaxStartups 100
        \(lines)
        """)
      let words = ["-D", "-e", "-f", "\(folder["config"])"].map { Array($0.utf8) }
      let program = try #require(FilePath(absolute: "/usr/sbin/sshd"))
      let process = try ChildProcess(ChildProcess.Command(program, words), errors: .pipe)
      var bytes: [UInt8] = []
      while !String(decoding: bytes, as: UTF8.self).contains("Server listening") {
        guard try process.errors.read(into: &bytes, timeout: .seconds(60)) else { break }
      }
      log = String(decoding: bytes, as: UTF8.self)
      if log.contains("Server listening") { return Started(process: process, port: port) }
    }
    throw StartFailure(log: log)
  }

  private struct Started: ~Copyable {
    let process: ChildProcess
    let port: Int
  }

  struct StartFailure: Error {
    let log: String
  }

  /// The command of ssh that runs a command there, for `sitta.conf`.
  func command(running command: String) -> String {
    """
    ssh -F /dev/null -p \(server.port) -i \(folder["client"]) -o IdentitiesOnly=yes \
    -o UserKnownHostsFile=\(folder["known"]) -o StrictHostKeyChecking=accept-new \
    \(user)@127.0.0.1 \(command)
    """
  }
}
