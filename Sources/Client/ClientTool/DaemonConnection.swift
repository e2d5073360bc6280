import Arguments
import LinuxSystem
import SearchInterface

/// Finds the daemon's socket and connects to it.
///
/// If no daemon listens, systemd starts the socket.
struct DaemonConnection {
  /// Makes systemd listen on the socket; the first connection starts the daemon.
  private static let systemctl = ["systemctl", "--user", "start", "sittad.socket"]
  /// systemd starts a socket in milliseconds; waiting longer does not help.
  private static let startTimeout = Duration.seconds(10)

  /// Where the daemon listens.
  let socket: FilePath
  /// Whether it is the default path, where systemd listens.
  private let isDefault: Bool

  /// Finds the socket; without the option in `$SITTA_SOCKET`, or else in the default path.
  ///
  /// - Throws: if the path is invalid, or the default path is not known.
  init(option: [UInt8]?) throws {
    let named = option ?? ProcessEnvironment.variable("SITTA_SOCKET")
    isDefault = named == nil
    if let named {
      guard let home = ProcessEnvironment.home,
        let path = FilePath(named, relativeTo: try .workingDirectory(), home: home)
      else { throw UsageError("\(option == nil ? "SITTA_SOCKET" : "--socket") takes a path.") }
      socket = path
    } else {
      guard let runtime = ProcessEnvironment.runtimeFolder else {
        throw ClientCommand.Failure(
          code: .noDaemon,
          sentence: """
            The path of the socket is unknown: set XDG_RUNTIME_DIR or SITTA_SOCKET, or give --socket.
            """)
      }
      socket = runtime.appending("sitta").appending(SearchInterfaceDescription.name)
    }
  }

  /// Connects as ``openSocket(startsSocket:waits:)`` does; `timeout` is the longest time for each reply.
  func open(timeout: Duration, startsSocket: Bool = true) throws -> SearchClient {
    SearchClient(over: try openSocket(startsSocket: startsSocket), timeout: timeout)
  }

  /// Connects; first starts the daemon's socket if that is needed and possible.
  ///
  /// - Parameters:
  ///   - startsSocket: whether systemd is asked to start the socket.
  ///   - waits: whether to wait for a daemon that hangs and has too many clients already.
  /// - Returns: the connection.
  /// - Throws: a failure that says how to start the daemon.
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
      // The socket, or its folder, belongs to another user.
      throw ClientCommand.Failure(code: .noDaemon, sentence: "\(error)")
    }
  }

  /// Asks the user's systemd to listen on the socket.
  ///
  /// - Returns: false if there is no systemd, or if it does not know the socket.
  private func startSocket() -> Bool { Self.run(Self.systemctl)?.ending == .exited(0) }

  /// Whether systemd knows the service but does not start it at login.
  ///
  /// - Returns: false if that is not known, or if this is not the socket of the service.
  var isServiceDisabled: Bool {
    guard isDefault else { return false }
    let report = Self.run(["systemctl", "--user", "is-enabled", "sittad.service"])
    return report.map { String(decoding: $0.output, as: UTF8.self) } == "disabled\n"
  }

  /// Runs systemctl for the user's manager; nil if there is none, or if it takes too long.
  private static func run(_ words: [String]) -> ChildProcess.Report? {
    guard let program = ProcessEnvironment.program(words[0]) else { return nil }
    var command = ChildProcess.Command(program, words.dropFirst().map { Array($0.utf8) })
    if ProcessEnvironment.path(in: "XDG_RUNTIME_DIR") == nil {
      // systemctl finds the user's manager through it alone.
      let folder = ProcessEnvironment.runtimeFolder
      command.environment = folder.map { [Array("XDG_RUNTIME_DIR=".utf8) + $0.bytes] }
    }
    return try? ChildProcess.run(command, until: .now + startTimeout)
  }
}
