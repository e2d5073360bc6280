import FoundationEssentials
import LinuxSystem
import SearchInterface

/// A socket on this machine that ssh connects with the daemon of a host, over the connection that it shares.
///
/// A search through it starts no process, neither here nor on the host. It exists as long as the
/// shared connection; ssh does not remove the name of the socket. See `-O forward` in ssh(1).
struct SocketForwarding {
  /// The address of a daemon on its machine, as `sitta bridge --endpoint` prints it.
  struct Endpoint: Codable {
    /// The name of its index, which no other daemon has.
    let index: String
    /// The absolute path of its socket.
    let socket: String
  }

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
  /// is closed without a reply. A name that a former connection of ssh has left is removed.
  ///
  /// - Returns: nil if it is not there, or if no connection can be made at once.
  func connect() -> FileDescriptor? {
    do throws(SystemError) {
      return try UnixSocket.connect(to: socket, waits: false)
    } catch {
      if error.isRefused { try? socket.removeFile() }
      return nil
    }
  }

  /// Has ssh make the socket, and asks through it whether the same daemon answers as through the bridge.
  ///
  /// Another one could listen at that path if the bridge runs in a container, for example. So it has another
  /// name until the answer is there.
  ///
  /// - Parameter deadline: when to give up.
  /// - Returns: whether it can be used.
  func make(until deadline: ContinuousClock.Instant) -> Bool {
    let new = socket.parent.appending(
      socket.name + Array(".\(ProcessEnvironment.processNumber)".utf8))
    guard let endpoint = endpoint(until: deadline), !endpoint.index.isEmpty,
      let words = words(from: new, to: endpoint, "forward")
    else { return false }
    if run(words, until: deadline) != nil, index(at: new, until: deadline) == endpoint.index,
      (try? new.rename(to: socket)) != nil
    {
      return true
    }
    if let words = self.words(from: new, to: endpoint, "cancel") {
      _ = run(words, until: deadline)
    }
    try? new.removeFile()
    return false
  }

  /// The name of the index of the daemon that answers at a socket.
  private func index(at socket: FilePath, until deadline: ContinuousClock.Instant) -> String? {
    guard let connection = try? UnixSocket.connect(to: socket, waits: false),
      let channel = try? SearchChannel(over: connection, messageLimit: 1 << 20)
    else { return nil }
    do {
      try channel.call(StatusMethod.self, StatusMethod.Parameters())
      while true {
        let wait = FileDescriptor.Wait(channel.descriptor, isForWriting: channel.isSending)
        if try FileDescriptor.wait(forAnyOf: [wait], until: deadline).isEmpty { return nil }
        if channel.isSending { try channel.send() }
        guard let message = try channel.receive().first else { continue }
        return try message.reply(to: StatusMethod.self).reply.clock.index
      }
    } catch {
      return nil
    }
  }

  /// Where the bridge of the host connects to; nil if it does not say that.
  private func endpoint(until deadline: ContinuousClock.Instant) -> Endpoint? {
    guard command.remote.last == "bridge" else { return nil }
    let words = command.words(control: control, remote: command.remote + ["--endpoint"])
    return run(words, until: deadline).flatMap {
      try? JSONDecoder().decode(Endpoint.self, from: Data($0))
    }
  }

  /// The words after `ssh` that make the socket, or remove it.
  ///
  /// - Parameters:
  ///   - socket: its name here.
  ///   - endpoint: where the daemon listens on the host.
  ///   - action: `forward` or `cancel`.
  /// - Returns: the words; nil for paths that ssh would read in another way.
  func words(
    from socket: FilePath, to endpoint: Endpoint, _ action: String
  ) -> [String]? {
    guard Self.isPlain("\(socket)"), Self.isPlain(endpoint.socket) else { return nil }
    return [
      // The configuration could name other sockets to forward.
      "-F", "/dev/null", "-o", "ControlPath=\(control)", "-O", action,
      "-L", "\(socket):\(endpoint.socket)", command.destination,
    ]
  }

  /// Whether a path is absolute and has no character that ssh interprets.
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
  private func run(_ words: [String], until deadline: ContinuousClock.Instant) -> [UInt8]? {
    guard let ssh = ProcessEnvironment.program("ssh") else { return nil }
    let report = try? ChildProcess.run(
      ChildProcess.Command(ssh, words.map { Array($0.utf8) }), upTo: 1 << 16, until: deadline)
    return report?.ending == .exited(0) ? report?.output : nil
  }
}
