import FoundationEssentials
import LinuxSystem
import SearchInterface

/// A socket on this machine that ssh connects with the daemon of a host, over the connection that it shares.
///
/// A search through it starts no process, neither here nor on the host. It exists as long as the shared
/// connection; ssh leaves the name of the socket behind. See `-O forward` in ssh(1).
struct SocketForwarding {
  /// Where a daemon listens on its machine: what `sitta bridge --endpoint` prints.
  struct Endpoint: Codable, Equatable {
    /// The name of its index, which no other daemon has.
    let index: String
    /// The absolute path of its socket.
    let socket: String
  }

  /// How long each step may take to make one.
  private static let stepTimeout = Duration.seconds(2)

  let command: SSHCommand
  /// The socket of the shared connection.
  let control: FilePath
  /// The socket that leads to the daemon.
  let socket: FilePath

  /// - Parameters:
  ///   - command: how the host is reached.
  ///   - control: the socket of the shared connection; the other one lies beside it.
  init(_ command: SSHCommand, control: FilePath) {
    (self.command, self.control) = (command, control)
    socket = control.parent.appending(control.name + Array(".daemon".utf8))
  }

  /// Connects to the daemon.
  ///
  /// That succeeds also if the host does not allow it, or if no daemon listens there; then the connection
  /// is closed without a reply.
  ///
  /// - Returns: nil if ssh does not listen.
  func connect() -> FileDescriptor? {
    do throws(SystemError) {
      return try UnixSocket.connect(to: socket, waits: false)
    } catch {
      // The shared connection has ended.
      if error.isRefused { try? socket.removeFile() }
      return nil
    }
  }

  /// Has ssh make the socket, and asks through it whether the same daemon answers as through the bridge.
  ///
  /// Another one could listen at that path if the bridge runs in a container, for example.
  ///
  /// - Returns: whether it can be used.
  func make() -> Bool {
    guard let endpoint, let words = words(to: endpoint, "forward") else { return false }
    if run(words) != nil, let socket = connect(),
      let status = try? SearchClient(over: socket, timeout: Self.stepTimeout).status(),
      status.clock.index == endpoint.index
    {
      return true
    }
    if let words = self.words(to: endpoint, "cancel") { _ = run(words) }
    try? socket.removeFile()
    return false
  }

  /// Where the bridge of the host connects to; nil if it does not say that.
  private var endpoint: Endpoint? {
    guard command.remote.last == "bridge" else { return nil }
    let words = command.words(control: control, remote: command.remote + ["--endpoint"])
    return run(words).flatMap { try? JSONDecoder().decode(Endpoint.self, from: Data($0)) }
  }

  /// The words after `ssh` that make the socket, or remove it.
  ///
  /// - Parameters:
  ///   - endpoint: where the daemon listens on the host.
  ///   - action: `forward` or `cancel`.
  /// - Returns: the words; nil for paths that ssh would read in another way.
  func words(to endpoint: Endpoint, _ action: String) -> [String]? {
    guard Self.isPlain("\(socket)"), Self.isPlain(endpoint.socket) else { return nil }
    return [
      // The configuration could name other sockets to forward.
      "-F", "/dev/null", "-o", "ControlPath=\(control)", "-O", action,
      "-L", "\(socket):\(endpoint.socket)", command.destination,
    ]
  }

  /// Whether a path is absolute and has nothing that ssh reads as another sign.
  private static func isPlain(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
      && path.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: [0x2d, 0x2e, 0x2f, 0x5f].contains(byte)
        }
      }
  }

  /// The output of ssh; nil if it fails.
  private func run(_ words: [String]) -> [UInt8]? {
    guard let ssh = ProcessEnvironment.program("ssh") else { return nil }
    let report = try? ChildProcess.run(
      ChildProcess.Command(ssh, words.map { Array($0.utf8) }), upTo: 1 << 16,
      until: .now + Self.stepTimeout)
    return report?.ending == .exited(0) ? report?.output : nil
  }
}
