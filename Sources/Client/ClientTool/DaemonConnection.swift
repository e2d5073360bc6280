import Arguments
import LinuxSystem
import SearchInterface

/// Finds the daemon's socket and connects to it.
///
/// If no daemon listens, it asks systemd to start the socket.
struct DaemonConnection {
  /// The command that makes systemd listen on the socket; the first connection then starts the daemon.
  private static let systemctl = ["systemctl", "--user", "start", "sittad.socket"]
  /// The longest wait for systemctl; systemd starts a socket within milliseconds.
  private static let startTimeout = Duration.seconds(10)

  /// The path of the socket on which the daemon listens.
  let socket: FilePath
  /// Whether this is the default path, on which systemd listens.
  private let isDefault: Bool

  /// Finds the socket: in the option, or else in `$SITTA_SOCKET`, or else at the default path.
  ///
  /// - Throws: an error if the path is invalid, or if the default path is unknown.
  init(option: [UInt8]?) throws {
    let named = option ?? ProcessEnvironment.variable("SITTA_SOCKET")
    if let named {
      guard let home = ProcessEnvironment.home,
        let path = FilePath(named, relativeTo: try .workingDirectory(), home: home)
      else { throw UsageError("\(option == nil ? "SITTA_SOCKET" : "--socket") takes a path.") }
      (socket, isDefault) = (path, false)
    } else {
      guard let usual = SearchSocket.clientPath else {
        throw ClientCommand.Failure(
          code: .noDaemon,
          sentence: """
            The path of the socket is unknown: set HOME or SITTA_SOCKET, or give --socket.
            """)
      }
      (socket, isDefault) = (usual, usual != SearchSocket.teamPath)
    }
  }

  /// Connects like ``openSocket(startsSocket:waits:)``; `timeout` is the longest wait for each reply.
  func open(timeout: Duration, startsSocket: Bool = true) throws -> SearchClient {
    SearchClient(over: try openSocket(startsSocket: startsSocket), timeout: timeout)
  }

  /// Connects to the daemon; if necessary, has systemd start the socket first.
  ///
  /// - Parameters:
  ///   - startsSocket: whether systemd may be asked to start the socket.
  ///   - waits: whether to wait if the daemon hangs and its queue of clients is full.
  /// - Returns: the connection.
  /// - Throws: a failure with the command that starts the daemon.
  func openSocket(startsSocket: Bool = true, waits: Bool = true) throws -> FileDescriptor {
    do {
      do {
        return try SearchClient.socket(at: socket, waits: waits)
      } catch let error as SystemError {
        guard isDefault, startsSocket, startSocket() else { throw error }
        return try SearchClient.socket(at: socket, waits: waits)
      }
    } catch let error as SystemError {
      throw ClientCommand.Failure(
        code: .noDaemon,
        sentence: """
          No sittad answers at '\(socket)' (\(error.reason)). \
          Start it with: \(Self.systemctl.joined(separator: " ")) (without systemd: sittad)
          """)
    } catch {
      // The socket or its folder belongs to another user.
      throw ClientCommand.Failure(code: .noDaemon, sentence: "\(error)")
    }
  }

  /// Asks the user's systemd manager to listen on the socket.
  ///
  /// - Returns: false if there is no systemd, or if the socket unit is unknown.
  private func startSocket() -> Bool { Self.run(Self.systemctl)?.ending == .exited(0) }

  /// Whether systemd knows the service unit but does not start it at login.
  ///
  /// - Returns: false if this is unknown, or if the socket is not that of the unit.
  var isServiceDisabled: Bool {
    guard isDefault else { return false }
    let report = Self.run(["systemctl", "--user", "is-enabled", "sittad.service"])
    return report.map { String(decoding: $0.output, as: UTF8.self) } == "disabled\n"
  }

  /// Has systemd start the socket and the service now, and at each login.
  ///
  /// - Returns: false if it could not, or if the socket is not that of the unit.
  func enable() -> Bool {
    guard isDefault else { return false }
    return Self.run(
      ["systemctl", "--user", "enable", "--now", "sittad.socket", "sittad.service"])?.ending
      == .exited(0)
  }

  /// Runs systemctl for the user's manager; nil if there is no systemctl, or after the timeout.
  static func run(_ words: [String]) -> ChildProcess.Report? {
    guard let program = ProcessEnvironment.program(words[0]) else { return nil }
    var command = ChildProcess.Command(program, words.dropFirst().map { Array($0.utf8) })
    if ProcessEnvironment.path(in: "XDG_RUNTIME_DIR") == nil {
      // systemctl finds the user's manager only through this variable.
      let folder = ProcessEnvironment.runtimeFolder
      command.environment = folder.map { [Array("XDG_RUNTIME_DIR=".utf8) + $0.bytes] }
    }
    return try? ChildProcess.run(command, until: .now + startTimeout)
  }
}
