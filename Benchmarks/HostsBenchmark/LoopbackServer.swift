import DaemonMeasuring
import LinuxSystem

/// An sshd on the loopback interface for this user alone.
final class LoopbackServer {
  private let folder: FilePath
  private let server: Started

  private struct Started: ~Copyable {
    let process: ChildProcess
    let port: Int
  }

  init(in place: Workplace) throws {
    folder = try place.folder("sshd")
    for name in ["host", "client"] {
      _ = try Program.run(
        "/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "\(folder.appending(name))",
        within: .seconds(60))
    }
    server = try Self.start(in: folder)
  }

  /// The number of its process.
  var number: Int32 { server.process.number }

  /// Starts sshd on a free port.
  private static func start(in folder: FilePath) throws -> Started {
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<60_000)
      let file = folder.appending("config")
      try file.replaceContent(
        with: Array(
          """
          Port \(port)
          ListenAddress 127.0.0.1
          HostKey \(folder.appending("host"))
          AuthorizedKeysFile \(folder.appending("client.pub"))
          PidFile none
          UsePAM no
          StrictModes no
          PasswordAuthentication no
          MaxStartups 100

          """.utf8))
      let words = ["-D", "-e", "-f", "\(file)"].map { Array($0.utf8) }
      guard let program = FilePath(absolute: "/usr/sbin/sshd") else { break }
      let process = try ChildProcess(ChildProcess.Command(program, words), errors: .pipe)
      var bytes: [UInt8] = []
      while try process.errors?.waitUntilReadable(timeout: .seconds(30)) ?? false {
        guard try process.errors?.readAvailable(upTo: 4_096, to: &bytes) != 0 else { break }
        if String(decoding: bytes, as: UTF8.self).contains("Server listening") {
          return Started(process: process, port: port)
        }
      }
    }
    throw SystemError(code: 2, attempt: "Cannot start /usr/sbin/sshd")
  }

  /// The command of ssh that runs a command there, for `sitta.conf`.
  func command(running command: String) throws -> String {
    let home = ProcessEnvironment.variable("USER").map { String(decoding: $0, as: UTF8.self) }
    return """
      ssh -F /dev/null -p \(server.port) -i \(folder.appending("client")) -o IdentitiesOnly=yes \
      -o UserKnownHostsFile=\(folder.appending("known")) -o StrictHostKeyChecking=accept-new \
      \(home.map { "\($0)@" } ?? "")127.0.0.1 \(command)
      """
  }
}
