import Arguments
import LinuxSystem
import SearchInterface

/// Finds the daemon's socket and connects to it; where nobody listens, systemd is asked to.
struct DaemonConnection {
  /// The command that makes systemd listen for the daemon, and start it with the first question.
  private static let systemctl = ["systemctl", "--user", "start", "sittad.socket"]
  /// systemd starts a socket in milliseconds; what takes longer does not help.
  private static let patience = Duration.seconds(10)

  private let socket: FilePath
  /// Whether it is the socket that systemd would listen on.
  private let isStandard: Bool

  /// Finds the socket.
  ///
  /// - Parameter option: the path that a person gave, in bytes; nil for the standard place.
  /// - Throws: where the path makes no sense, or the standard place is not known.
  init(option: [UInt8]?) throws {
    isStandard = option == nil
    if let option {
      guard let home = ProcessEnvironment.home,
        let path = FilePath(option, relativeTo: try .workingDirectory(), home: home)
      else { throw UsageError("--socket takes a path.") }
      socket = path
    } else {
      guard let runtime = ProcessEnvironment.path(in: "XDG_RUNTIME_DIR") else {
        throw ClientCommand.Failure(
          code: .noDaemon,
          sentence: "XDG_RUNTIME_DIR is not set, so nobody knows the socket; give --socket PATH.")
      }
      socket = runtime.appending("sitta").appending(SearchInterfaceDescription.name)
    }
  }

  /// Connects, after starting the daemon's socket where that is needed and possible.
  ///
  /// - Parameter timeout: how long to wait for each reply.
  /// - Returns: the connection.
  /// - Throws: a failure that says how to start the daemon.
  func open(timeout: Duration) throws -> SearchClient {
    do {
      do {
        return try SearchClient(connectingTo: socket, timeout: timeout)
      } catch let error as SystemError {
        guard isStandard, startSocket() else { throw error }
        return try SearchClient(connectingTo: socket, timeout: timeout)
      }
    } catch let error as SystemError {
      throw ClientCommand.Failure(
        code: .noDaemon,
        sentence: """
          No sittad answers at '\(socket)' (\(error.reason)). \
          Start it with: \(Self.systemctl.joined(separator: " ")) (without systemd: sittad)
          """)
    } catch {
      // Somebody else answers there, or could.
      throw ClientCommand.Failure(code: .noDaemon, sentence: "\(error)")
    }
  }

  /// Asks the systemd of this user to listen.
  ///
  /// - Returns: false where there is no systemd, or it does not know Sitta's socket.
  private func startSocket() -> Bool {
    guard let program = ProcessEnvironment.program(Self.systemctl[0]) else { return false }
    let command = ChildProcess.Command(program, Self.systemctl.dropFirst().map { Array($0.utf8) })
    let report = try? ChildProcess.run(command, until: .now + Self.patience)
    return report?.ending == .exited(0)
  }
}
